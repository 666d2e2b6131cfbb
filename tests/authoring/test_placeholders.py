"""Documents' placeholders, and what the code and the words around say of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose import template
from diagnose.authoring.call_site import arguments
from diagnose.authoring.families import CUES, classify
from diagnose.authoring.placeholders import draft_template, literal

CASES = [
    # message, code, template
    ("no job {id}", "", "no job {id:int}"),
    ("no user {name}", "", "no user {name}"),
    ("no trace {trace_id}", "", "no trace {trace_id}"),
    ("{} of {}", 'f!("{} of {}", used, limit)', "{used} of {limit:int}"),
    ("{1} before {0}", 'f!("{1} before {0}", late, early)', "{early} before {late}"),
    ("got {:?}", 'f!("got {:?}", self.state())', "got {state:debug}"),
    ("at {:.2} of {:x}", "", "at {value:number} of {value_2:word}"),
    ("took %d of %s", 'fmt.Errorf("took %d of %s", n, x.Name)', "took {n:int} of {x_name}"),
    ("need %(size)d bytes, not %q", "", "need {size:int} bytes, not {value:quoted}"),
    ("disk is 100%% full: %s", "", "disk is 100% full: {full}"),
    ("sink {self.name!r} is {x + 1}", "", "sink {name} is {{x + 1}}"),
    ("cannot read ${path}", "", "cannot read {path}"),
    ("no field [[{}]] in {{x}}", "", "no field \\[[{field}\\]] in {{x}}"),
    ('bad {"a": 1}', "", 'bad {{"a": 1}}'),
    ("{a} is not {a}", "", "{a} is not {a}"),
    ("job {} or job {}", "", "job {job} or job {job_2}"),
    ("read failed: {err}", "", "read failed: {err:chain}"),
    ("{err}: read failed", "", "{err}: read failed"),
    ("no {0}", '#[error("no {0}")]\n    Missing(u64),', "no {value:int}"),
    ("no {0}", '#[error("no {0}")]\n    Missing(String),', "no {value}"),
    (
        "job {job_id} of {n}",
        '#[error("job {job_id} of {n}")]\n Bad { job_id: String, #[source] n: u32 }',
        "job {job_id} of {n:int}",
    ),
    ("is {max}", 'let max = self.max as u32;\nbail!("is {max}")', "is {max:int}"),
    ("two {} words", 'f!("two {} \\\n   words", rows.len())', "two {rows_len:int} words"),
    ("x {}", '"x {}" % (count)', "x {count:int}"),
    ("x {}", "'x {}'.format(job.name)", "x {job_name}"),
]


@pytest.mark.parametrize(("message", "code", "wanted"), CASES)
def test_template(message: str, code: str, wanted: str) -> None:
    assert draft_template(message, code).template == wanted


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=60))
def test_whatever_the_message_is_its_template_parses(message: str) -> None:
    template.parse(draft_template(message, message).template)
    (text,) = template.parse(literal(message)).elements or (template.Literal(""),)
    assert text == template.Literal(message)


@given(st.text(max_size=200))
def test_no_code_brings_the_reader_down(code: str) -> None:
    for argument in arguments("x {}", f'f("x {{}}", {code}'):
        assert argument.expression or argument.name


def test_named_placeholders_with_a_plain_kind_are_no_guess() -> None:
    assert draft_template("no user {name}").guesses == ()
    (guess,) = draft_template("no job {}").guesses
    assert (guess.name, guess.kind, guess.written) == ("job", "prose", "{}")


TITLES = {
    '"value must be at most N" errors: numbers outside of their bounds': "range_validation",
    '"no space left on device" errors: full volumes': "disk_full",
    '"deadlock detected" / "could not serialize" errors': "transaction_conflict",
    '"connection refused" / "broken pipe" errors: peers that are gone': "connection_failed",
    '"x509: certificate has expired" errors': "tls_certificate",
    '"operation timed out" / "deadline exceeded" errors': "timeout",
    '"permission denied" / "403 forbidden" errors': "permission_denied",
    '"unknown option" / "must be one of" errors': "invalid_option",
    '"table already exists" / "duplicate key" errors': "already_exists",
    '"too many requests" / "429" errors: slowing down': "rate_limited",
    "range_validation": "range_validation",
    "Type-Mismatch": "type_mismatch",
    "graph is not bipartite": "other",
    "": "other",
}


@pytest.mark.parametrize("title", TITLES)
def test_failure_class_of_a_title(title: str) -> None:
    assert classify(title) == TITLES[title]


@pytest.mark.parametrize("name", CUES)
def test_every_class_is_found_by_its_own_name(name: str) -> None:
    assert classify(f"Background: {name.replace('_', '-')} failures across libraries") == name
