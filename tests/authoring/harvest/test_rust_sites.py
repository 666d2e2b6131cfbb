"""Which strings of Rust code are messages, of which kind, and how they become templates."""

from __future__ import annotations

import pytest

from diagnose.authoring.harvest import rows, rust_sites, rust_trees

CASES = [
    # code, kind, template
    ('fn f() { bail!("no job {}", job.job_id) }', "bail", "no job {job_id:int}"),
    ('fn f() { anyhow::bail!(r#"no "{name}""#) }', "bail", 'no "{name}"'),
    ('fn f() { Err(anyhow!("no {{{}}}", x.len())) }', "anyhow", "no {{{x_len:int}}}"),
    ('fn f() { bail!(format!("too many {}", n)) }', "bail", "too many {n:int}"),
    ('fn f() { ensure!(a > b, "a {a:?} is small") }', "ensure", "a {a:debug} is small"),
    ("fn f() { ensure!(a > b && !c.is_empty()) }", "ensure-cond", "a > b && !c.is_empty()"),
    ('fn f() { x.context("read failed")? }', "context", "read failed[[: {source:chain}]]"),
    (
        'fn f() { x.with_context(|| format!("read of {} failed", path))? }',
        "context",
        "read of {path} failed[[: {source:chain}]]",
    ),
    (
        '#[derive(Error)] enum E { #[error("bad: {0}")] Bad(#[source] Inner) }',
        "error-attr",
        "bad[[: {error:chain}]]",
    ),
    (
        '#[error("no {name} in {count}")] struct Gone { name: String, count: u64 }',
        "error-attr",
        "no {name} in {count:int}",
    ),
    (
        '#[error("worker {} is {}", .0, .1)] struct W(u32, String);',
        "error-attr",
        "worker {worker:int} is {value}",
    ),
    ('fn f() { ErrorCode::BindError("no such x".into()) }', "error-code", "no such x"),
    (
        'fn f() { ErrorCode::NotSupported("x y".into(), "use y z".into()) }',
        "error-code",
        "x y",
    ),
    (
        'fn f() { x.ok_or_else(|| SinkError::Redis(format!("no {key}"))) }',
        "error-ctor",
        "no {key}",
    ),
    (
        'fn f() { bail_not_implemented!(issue = 3, "lag with {x}") }',
        "not-implemented",
        "lag with {x}",
    ),
    ('fn f() { Status::not_found("no such task") }', "grpc-status", "no such task"),
    ('fn f() { session.notice_to_user("is experimental") }', "notice", "is experimental"),
    ('fn f() { tracing::warn!(id = %id, "retry of {n}", n = 3) }', "log-warn", "retry of {n:int}"),
    (
        'fn f() { error!(error = %e.as_report(), "cannot send"); }',
        "log-error",
        "cannot send",
    ),
    (
        'fn f() { unreachable!("no way") }',
        "panic",
        "internal error: entered unreachable code: no way",
    ),
    ('fn f() { x.expect("must be set") }', "panic", "must be set[[: {source:chain}]]"),
    ('fn f() { bail_bind_error!("no {x}") }', "bail_x", "no {x}"),
    ('fn f() { Err("no such place".to_owned()) }', "err-string", "no such place"),
    ('const ERROR_MSG: &str = concat!("a ", "b");', "string-var", "a b"),
    (
        'impl Display for MyError { fn fmt() { write!(f, "bad {}", self.x) } }',
        "display-impl",
        "bad {x}",
    ),
    (
        'def_anyhow_newtype! { pub E, a::Error => "Kafka error", b::Error => transparent, }',
        "newtype-context",
        "Kafka error[[: {source:chain}]]",
    ),
    ('fn f() { bail!("one \\\n    line") }', "bail", "one line"),
    ('fn f() { bail!("{e}: {}", e.as_report()) }', "bail", "{e}: {error:chain}"),
]


def made(code: str, path: str = "src/a.rs") -> list[tuple[str, str]]:
    found = rust_sites.sites(rust_trees.read(code), code)
    return [(row.kind, row.template) for row in rows.rust_rows(path, found, rows.Owners({}, ()))]


@pytest.mark.parametrize(("code", "kind", "template"), CASES)
def test_a_message(code: str, kind: str, template: str) -> None:
    assert made(code)[0] == (kind, template)


NO_MESSAGES = [
    'fn f() { info!("failed to be quiet") }',
    'fn f() { if x == "must not be" { g() } }',
    'fn f() { match x { "not found" => 1, _ => 2 } }',
    'fn f() { bail!("{}", x) }',
    'fn f() { sql("SELECT 1 FROM t WHERE not x is missing") }',
    "fn f() { x.context(y)? }",
    '#[doc = "must not fail"] fn f() {}',
    '#[cfg(test)] mod tests { fn f() { bail!("no job here") } }',
]


@pytest.mark.parametrize("code", NO_MESSAGES)
def test_no_message(code: str) -> None:
    assert made(code) == []


def test_a_hint_is_told_from_its_message() -> None:
    code = 'fn f() { ErrorCode::NotSupported("x y".into(), "use y z".into()) }'
    assert made(code) == [("error-code", "x y"), ("hint", "use y z")]


def test_what_stands_behind_a_message_is_a_hint() -> None:
    code = 'impl Display for TrackingIssue { fn fmt() { write!(f, "see issue {}", id) } }'
    assert made(code) == [("hint", "see issue {id}")]


def test_the_parser_says_what_it_expected_and_found() -> None:
    path = "src/sqlparser/src/parser.rs"
    code = 'fn f() { self.expected("a name") }'
    assert made(code, path) == [("parser-expected", "expected a name, found: {found}")]
    code = 'fn f() { self.error("no end") }'
    assert made(code, path) == [("err-fn", "no end at line {line:int}, column {column:int}")]


def test_a_macro_without_a_string_is_told_as_unread() -> None:
    code = "fn f() { bail!(reason) }"
    (site,) = rust_sites.sites(rust_trees.read(code), code)
    assert (site.kind, site.text) == (rust_sites.UNREAD, "bail!(reason)")


def test_the_wrapper_above_is_that_of_the_variant() -> None:
    code = """
        enum ErrorCode { #[error("Bind error: {0}")] BindError(String) }
        fn f() { bail_bind_error!("no such x") }
    """
    found = list(rust_sites.sites(rust_trees.read(code), code))
    owners = rows.owners_of(found, {"Bind error": "shop/wrapper/bind"})
    assert {row.template: row.below for row in rows.rust_rows("a.rs", found, owners)} == {
        "Bind error: {error:chain}": "",
        "no such x": "shop/wrapper/bind",
    }
