"""Which statements a template fits, and what it captures of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.model import Statement
from diagnose.statement import fit, tokens

if TYPE_CHECKING:
    from diagnose.model import Value

PARALLELISM = (
    "ALTER {kind:one_of(TABLE|MATERIALIZED VIEW|SINK)} {job:sql_name}"
    " SET PARALLELISM {op:one_of(TO|=)} {n:int} {tail:rest}"
)
SINK_TYPE = (
    "CREATE SINK {sink:sql_name} {what:prose}"
    " WITH ( {before:prose} type = {type:sql_string} {after:prose} ) {format:rest}"
)
SNAPSHOTS = "DELETE META {noun:one_of(SNAPSHOT|SNAPSHOTS)} {ids:list}"
LIMIT = "SET {name:word} {op:one_of(TO|=)} {value:number}[[ ; ]]"
JOBS = "CANCEL JOB[[ {first:int}]][[, {second:int}]]"
TWICE = "SELECT {a:sql_name} FROM {a:sql_name}"
RISECTL = (
    "{tool:one_of(risectl|risingwave ctl)} meta backup-meta[[ --remarks {remarks:shell_word}]]"
)
THROTTLE = "risectl throttle source --id {id:int} --rate {rate:int} {more:rest}"

FITS: list[tuple[str, str, dict[str, Value]]] = [
    (
        PARALLELISM,
        "alter table T set parallelism to 8;",
        {"kind": "TABLE", "job": "T", "op": "TO", "n": 8, "tail": ""},
    ),
    (
        PARALLELISM,
        "ALTER materialized/**/View\n public.\"My T\" -- note\nSET PARALLELISM='8' DEFERRED",
        {
            "kind": "MATERIALIZED VIEW",
            "job": 'public."My T"',
            "op": "=",
            "n": 8,
            "tail": "DEFERRED",
        },
    ),
    (
        PARALLELISM,
        "ALTER SINK s SET PARALLELISM = - 1",
        {"kind": "SINK", "job": "s", "op": "=", "n": -1, "tail": ""},
    ),
    (
        SINK_TYPE,
        "CREATE SINK s FROM t WITH (connector='kafka', type='upsert', a.type='x') FORMAT PLAIN",
        {
            "sink": "s",
            "what": "FROM t",
            "before": "connector='kafka',",
            "type": "upsert",
            "after": ", a.type='x'",
            "format": "FORMAT PLAIN",
        },
    ),
    (
        SINK_TYPE,
        "create sink s as select (type) from t with (type = E'it\\'s')",
        {
            "sink": "s",
            "what": "as select (type) from t",
            "before": "",
            "type": "it's",
            "after": "",
            "format": "",
        },
    ),
    (SNAPSHOTS, "delete meta snapshots 1,2 , 3", {"noun": "SNAPSHOTS", "ids": ["1", "2", "3"]}),
    (LIMIT, "set a = 0.5;", {"name": "a", "op": "=", "value": 0.5}),
    (
        SNAPSHOTS,
        "delete meta snapshot a.\"b\", -1, 'x'",
        {"noun": "SNAPSHOT", "ids": ['a."b"', "-1", "'x'"]},
    ),
    (JOBS, "CANCEL JOB", {}),
    (JOBS, "CANCEL JOB 1, 2", {"first": 1, "second": 2}),
    (TWICE, 'select "a" from "a"', {"a": '"a"'}),
    ("SHOW {what:prose}", "SHOW", {"what": ""}),
    ("SET x {what:brackets}[[ {more:brackets}]]", "set x (1, (2))", {"what": "(1, (2))"}),
    ("SET x {what:brackets} {more:rest}", "set x () y", {"what": "()", "more": "y"}),
    ("SHOW {what:quoted}", "SHOW 'x'", {"what": "x"}),
]

SHELL_FITS: list[tuple[str, str, dict[str, Value]]] = [
    (RISECTL, "risingwave ctl meta backup-meta", {"tool": "risingwave ctl"}),
    (
        RISECTL,
        "sudo RW_META_ADDR=x ./bin/risectl meta backup-meta --remarks='a b' 2>&1 | tee log",
        {"tool": "risectl", "remarks": "a b"},
    ),
    (
        THROTTLE,
        "kubectl exec pod -- risectl throttle source --id=7 --rate -1 --x",
        {"id": 7, "rate": -1, "more": "--x"},
    ),
    (
        "ALTER TABLE {t:sql_name} {more:rest}",
        "psql -p 4566 -c 'flush; alter table t add x int'",
        {"t": "t", "more": "add x int"},
    ),
]

MISFITS = [
    (PARALLELISM, "ALTER TABLE t SET PARALLELISM TO adaptive"),
    (PARALLELISM, "ALTER VIEW t SET PARALLELISM TO 8"),
    (PARALLELISM, "ALTER TABLE t"),
    (PARALLELISM, ""),
    (PARALLELISM, "-- ALTER TABLE t SET PARALLELISM TO 8"),
    (PARALLELISM, "SELECT 'ALTER TABLE t SET PARALLELISM TO 8'"),
    (SINK_TYPE, "CREATE SINK s FROM (select type = 'x') WITH (connector = 'kafka')"),
    (SINK_TYPE, "CREATE SINK s FROM t WITH (connector = 'kafka', my.type = 'x')"),
    (SNAPSHOTS, "DELETE META SNAPSHOTS"),
    (SNAPSHOTS, "DELETE META SNAPSHOTS -"),
    (SNAPSHOTS, "DELETE META SNAPSHOTS 1,"),
    ("SET x = {n:int}", "SET x = - y"),
    ("SHOW {x:quoted}", "SHOW x"),
    ("SHOW {x:brackets}", "SHOW x"),
    ("SHOW {x:brackets}", "SHOW (x"),
    ("SHOW {x:brackets}", "SHOW [x]"),
    ("SHOW {x:quoted_name}", "SHOW 'x'"),
    ("{x:prose}", "SELECT 1; " + "x" * (1 << 21)),
    (TWICE, "SELECT a FROM b"),
    ("SET x = {s:sql_string}", "SET x = 'open"),
    ("SET x = '{{}}'", "SET x = 'a'"),
]


@pytest.mark.parametrize(("template", "sql", "captures"), FITS, ids=[sql for _, sql, _ in FITS])
def test_fits(template: str, sql: str, captures: dict[str, Value]) -> None:
    found = fit(template, Statement(sql))
    assert found is not None
    assert dict(found.captures) == captures


@pytest.mark.parametrize(
    ("template", "command", "captures"), SHELL_FITS, ids=[command for _, command, _ in SHELL_FITS]
)
def test_fits_in_a_shell(template: str, command: str, captures: dict[str, Value]) -> None:
    found = fit(template, Statement(command, "shell"))
    assert found is not None
    assert dict(found.captures) == captures


@pytest.mark.parametrize(("template", "sql"), MISFITS)
def test_does_not_fit(template: str, sql: str) -> None:
    assert fit(template, Statement(sql)) is None


@pytest.mark.parametrize(("template", "sql", "captures"), FITS, ids=[sql for _, sql, _ in FITS])
def test_spans_stand_in_the_statement(template: str, sql: str, captures: dict[str, Value]) -> None:
    found = fit(template, Statement(sql))
    assert found is not None
    text = found.statement.text
    assert set(found.spans) == set(captures)
    for name, (start, end) in found.spans.items():
        raw = text[start:end]
        assert (raw == "") == (captures[name] == "")
        if found.kinds[name] in {"prose", "rest", "sql_name"}:
            assert raw == captures[name]


def test_of_several_statements_the_one_that_fits_is_taken() -> None:
    found = fit(PARALLELISM, Statement("flush; alter table t set parallelism to 8; flush"))
    assert found is not None
    assert found.statement.text == "alter table t set parallelism to 8;"


def test_two_different_statements_that_fit_are_none() -> None:
    both = "alter table t set parallelism to 8; alter table u set parallelism to 9"
    assert fit(PARALLELISM, Statement(both)) is None
    found = fit(PARALLELISM, Statement(both), {"n": 9})
    assert found is not None
    assert found.captures["job"] == "u"


@pytest.mark.parametrize(
    ("known", "agrees"),
    [
        ({}, True),
        ({"n": 8}, True),
        ({"n": "8"}, True),
        ({"n": 9}, False),
        ({"job": "public.t"}, True),
        ({"job": '"t"'}, True),
        ({"job": "T"}, True),
        ({"job": '"T"'}, False),
        ({"job": "other.u"}, False),
        ({"elsewhere": 1}, True),
    ],
)
def test_what_the_message_says_must_agree(known: dict[str, Value], agrees: bool) -> None:
    statement = Statement("alter table t set parallelism to 8")
    assert (fit(PARALLELISM, statement, known) is not None) is agrees


COLUMN = (
    "CREATE TABLE {t:sql_name} ({before:prose} {column:sql_name} {declared:prose},"
    " {after:prose}) {tail:rest}"
)


def test_what_the_message_says_leads_the_search() -> None:
    statement = Statement('create table t (a int, b numeric(10, 2), "firstName" varchar, d int)')
    for column, declared in (("b", "numeric(10, 2)"), ("firstName", "varchar"), ("a", "int")):
        found = fit(COLUMN, statement, {"column": column})
        assert found is not None
        assert found.captures["declared"] == declared
    assert fit(COLUMN, statement, {"column": "c"}) is None


def test_prose_that_the_message_says_is_looked_for_as_well() -> None:
    statement = Statement("create table t (a int, b double  precision, c int, d int)")
    found = fit(COLUMN, statement, {"declared": "double  precision"})
    assert found is not None
    assert found.captures["column"] == "b"


CALL = "... {function:sql_name}( {arguments:prose} ) ..."


@pytest.mark.parametrize(
    ("sql", "arguments"),
    [
        ("select f(1)", "1"),
        ("select g(1), a + (b * pg_catalog.F(a, (b))) from t where h(2)", "a, (b)"),
        ("create view v as select 1 from (select f()) as x", ""),
        ("select f(1), 2 * f(1)", "1"),
        ("select f(1), f(2)", None),
        ("select f(f(1))", None),
        ("select g(1), 'f(1)', f /* (1) */", None),
        ("select f.g(1)", None),
    ],
)
def test_a_fragment_is_found_anywhere(sql: str, arguments: str | None) -> None:
    found = fit(CALL, Statement(sql), {"function": "f"})
    assert (found.captures["arguments"] if found else None) == arguments


def test_a_fragment_is_none_where_its_places_differ() -> None:
    assert fit("... {x:int} ...", Statement("select 1, 2")) is None
    found = fit("... {x:int} ...", Statement("select 1, 1"))
    assert found is not None
    assert [found.spans["x"], *(each["x"] for each in found.others)] == [(7, 8), (10, 11)]


def test_a_cut_statement_stays_incomplete() -> None:
    found = fit(PARALLELISM, Statement("alter table t set parallelism to 8", complete=False))
    assert found is not None
    assert not found.statement.complete


@given(st.text(alphabet="ab,;()'\"-/*=. \n1", max_size=80))
def test_any_tail_is_taken_whole_or_not_at_all(tail: str) -> None:
    found = fit("SET x TO {tail:rest}", Statement("SET x TO 1 " + tail))
    if found is not None:
        start, end = found.spans["tail"]
        assert found.statement.text[start:end].startswith("1")
        left = found.statement.text[end:]
        assert {token.kind for token in tokens(left)} <= {"space", "comment", "punctuation"}


def test_a_statement_of_a_megabyte_is_bounded_work() -> None:
    values = "(1, 'a'), " * 100_000
    template = "INSERT INTO {t:sql_name} VALUES {rows:prose} RETURNING {what:rest}"
    assert fit(template, Statement(f"insert into t values {values} returning x")) is not None
    assert fit(template, Statement(f"insert into t values {values}")) is None
    assert fit(CALL, Statement(f"insert into t values {values} f(2)"), {"function": "f"}) is None
    assert fit("... , {x:prose} q ...", Statement(f"insert into q values {values} r")) is None
