"""The failing statement is found in what people paste."""

from __future__ import annotations

from typing import NamedTuple

import hypothesis
import pytest
from hypothesis import strategies as st

from diagnose.model import Statement
from diagnose.statement import best, find, given
from diagnose.statement.echoes import ECHOES
from diagnose.statement.finding import ECHO_MARKS, PROMPT_MARKS
from diagnose.statement.prompts import PROMPTS


class Case(NamedTuple):
    name: str
    text: str
    statements: list[str]
    complete: bool = True
    language: str = "sql"


CASES = [
    Case("psql prompt", "dev=> drop table t;\nERROR:  Failed to run", ["drop table t;"]),
    Case("superuser", "dev=# drop table t;\nERROR:  Failed to run", ["drop table t;"]),
    Case("in a transaction", "dev=*> drop table t;\nERROR:  no", ["drop table t;"]),
    Case(
        "only the statement that failed",
        "dev=> flush;\nFLUSH\ndev=> drop table t;\nERROR:  x\ndev=> show tables;\n Name\n------",
        ["drop table t;"],
    ),
    Case("no output yet", "dev=> flush;\nFLUSH\ndev=> drop table t;", ["drop table t;"]),
    Case(
        "continued prompts",
        "dev=> create table t (\ndev(>   a int,\ndev(>   b text default ';'\ndev(> )\ndev-> ;\n"
        "ERROR:  Failed to run the query",
        ["create table t (\n  a int,\n  b text default ';'\n)\n;"],
    ),
    Case(
        "a function body at its own prompt",
        "dev=> create function f() returns int language sql as $$\ndev$> select 1;\ndev$> $$;\n"
        "ERROR:  x",
        ["create function f() returns int language sql as $$\nselect 1;\n$$;"],
    ),
    Case(
        "continued without prompts",
        "dev=> create sink s from t\nwith (connector = 'x');\nERROR:  Failed to run",
        ["create sink s from t\nwith (connector = 'x');"],
    ),
    Case(
        "a notice comes first",
        "dev=> drop table t;\nNOTICE:  careful\nERROR:  Failed to run",
        ["drop table t;"],
    ),
    Case("anonymous prompt", "> drop table t;\nERROR:  x", ["drop table t;"]),
    Case("not terminated", "dev=> drop table t\nERROR:  x", ["drop table t"]),
    Case("bare line", "drop table t;\n\nERROR:  Failed to run", ["drop table t;"]),
    Case(
        "bare lines",
        "create materialized view m as\nselect 1\nfrom t;\ndb error: ERROR: Failed",
        ["create materialized view m as\nselect 1\nfrom t;"],
    ),
    Case("fenced", "```sql\ndrop table t;\n```\nERROR:  boom", ["drop table t;"]),
    Case(
        "below other output",
        "CREATE_TABLE\ncreate sink s from t;\nERROR:  Failed to run",
        ["create sink s from t;"],
    ),
    Case(
        "below lines that may be its beginning",
        "  from t as a\n  join (\nselect 1) as b;\nERROR:  boom",
        ["select 1) as b;"],
        complete=False,
    ),
    Case(
        "span field",
        '2025-01-01T00:00:00Z ERROR handle_query{mode="simple query" session_id=7 '
        "sql=ALTER TABLE t SET x = '{1}'}: pgwire::pg_protocol: error when process message",
        ["ALTER TABLE t SET x = '{1}'"],
    ),
    Case(
        "span field, another span behind",
        "INFO a{sql=SELECT 1}:b{c=d}: target: message",
        ["SELECT 1"],
    ),
    Case(
        "span field, the user behind",
        "ERROR handle_query{session_id=7 sql=DROP TABLE t user=root}: pgwire: boom",
        ["DROP TABLE t"],
    ),
    Case(
        "span field over lines",
        "ERROR handle_query{sql=SELECT a\n  FROM t WHERE a\n  in (1) user=root}: pgwire: boom",
        ["SELECT a\n  FROM t WHERE a\n  in (1)"],
    ),
    Case(
        "event field",
        "2025-01-01T00:00:00Z ERROR risingwave_frontend::session: failed to handle sql "
        "error=Bind error: no sql=SELECT a FROM t\n2025-01-01T00:00:01Z  INFO x: next",
        ["SELECT a FROM t"],
    ),
    Case("quoted field", 'level=error sql="SELECT \\"a\\"" err=x', ['SELECT "a"']),
    Case("json field", '{"span":{"sql":"SELECT 1\\nFROM t","name":"q"}}', ["SELECT 1\nFROM t"]),
    Case(
        "cut field",
        "ERROR q{sql=CREATE TABLE t (a int, ...(truncated,5000)}: x: y",
        ["CREATE TABLE t (a int,"],
        complete=False,
    ),
    Case(
        "redacted field",
        "ERROR q{sql=CREATE SOURCE s WITH (secret = [REDACTED])}: x: y",
        ["CREATE SOURCE s WITH (secret = [REDACTED])"],
        complete=False,
    ),
    Case(
        "parameters",
        "2025-01-01 00:00:00 UTC [1] STATEMENT:  SELECT * FROM t WHERE a = $1",
        ["SELECT * FROM t WHERE a = $1"],
        complete=False,
    ),
    Case(
        "question marks",
        "Batch entry 0 INSERT INTO t VALUES (?, ?) was aborted: ERROR: x",
        ["INSERT INTO t VALUES (?, ?)"],
        complete=False,
    ),
    Case(
        "batch entry",
        "BatchUpdateException: Batch entry 0 INSERT INTO t VALUES ('a') was aborted: ERROR",
        ["INSERT INTO t VALUES ('a')"],
    ),
    Case(
        "batch entry without the rest",
        "Batch entry 3 INSERT ... was aborted.  Call getNextException",
        ["INSERT"],
        complete=False,
    ),
    Case(
        "STATEMENT line",
        'ERROR:  relation "t" does not exist\nSTATEMENT:  SELECT *\n\tFROM t\nLOG:  x',
        ["SELECT *\nFROM t"],
    ),
    Case(
        "SQLAlchemy",
        "(psycopg2.errors.X) boom\n\n[SQL: SELECT a[1] FROM t]\n(Background on this error at: url)",
        ["SELECT a[1] FROM t"],
    ),
    Case(
        "SQLAlchemy with parameters",
        "[SQL: INSERT INTO t VALUES (%(a)s)]\n[parameters: {'a': 1}]",
        ["INSERT INTO t VALUES (%(a)s)"],
        complete=False,
    ),
    Case(
        "Spring",
        "StatementCallback; bad SQL grammar [SELECT a[1] FROM t]; nested exception is: ERROR: boom",
        ["SELECT a[1] FROM t"],
    ),
    Case(
        "Hibernate",
        "JDBC exception executing SQL [insert into t values (?)] [ERROR: boom] [n/a]",
        ["insert into t values (?)"],
        complete=False,
    ),
    Case(
        "a console that writes the time",
        "dev.public> drop table t\n[2025-01-01 10:00:00] [XX000] ERROR: boom",
        ["drop table t"],
    ),
    Case(
        "named parameters",
        "[SQL: DELETE FROM t WHERE a = :a]",
        ["DELETE FROM t WHERE a = :a"],
        complete=False,
    ),
    Case(
        "positional parameters",
        "[SQL: DELETE FROM t WHERE a =%s]",
        ["DELETE FROM t WHERE a =%s"],
        complete=False,
    ),
    Case(
        "operators of JSON", "dev=> select a ? 'b', 7 % 2;\nERROR:  x", ["select a ? 'b', 7 % 2;"]
    ),
    Case(
        "sqllogictest",
        "    Caused by: boom\n    [SQL] create sink s from t\n  with (x = 'y');\n    at a/b.slt:9",
        ["create sink s from t\n  with (x = 'y');"],
    ),
    Case(
        "a server log of old",
        "ERROR risingwave_frontend::session: failed to handle sql:\nCREATE TABLE t (a INT):\nboom",
        ["CREATE TABLE t (a INT)"],
    ),
    Case(
        "first line of the parser",
        "sql parser error: no\nLINE 1: select a b c;\n                 ^",
        ["select a b c;"],
    ),
    Case(
        "first line, which may go on",
        "sql parser error: no\nLINE 1: delete from t\n        ^",
        ["delete from t"],
        complete=False,
    ),
    Case("later line", "LINE 17:   a-b = 'x',\n  ^", ["a-b = 'x',"], complete=False),
    Case("backticks", "When executing `drop sink s;`, it fails", ["drop sink s;"]),
    Case(
        "shell prompt",
        "$ risectl meta backup-meta\nError: boom",
        ["risectl meta backup-meta"],
        language="shell",
    ),
    Case(
        "user and host",
        "root@meta-0:/# risectl meta pause\nError: boom",
        ["risectl meta pause"],
        language="shell",
    ),
    Case(
        "themed prompt",
        "(base) \u279c  docker git:(main) \u2717 psql -f x.sql\nERROR:  boom",
        ["psql -f x.sql"],
        language="shell",
    ),
    Case(
        "trace",
        "+ risectl meta pause\nError: boom\n++ echo done",
        ["risectl meta pause"],
        language="shell",
    ),
    Case(
        "quotes over lines",
        '$ psql -c "DROP TABLE\n  t;"\nERROR:  boom',
        ['psql -c "DROP TABLE\n  t;"'],
        language="shell",
    ),
    Case(
        "backslashes",
        "$ risectl meta \\\n  pause\nError: boom",
        ["risectl meta \\\n  pause"],
        language="shell",
    ),
    Case(
        "said twice", "dev=> drop table t;\nERROR:  x\nSTATEMENT:  drop table t;", ["drop table t;"]
    ),
]

NOTHING = [
    "",
    "2025-01-01T00:00:00Z ERROR risingwave_meta: boom",
    "> ERROR: quoted by mail",
    "# Heading\nERROR: boom",
    "dev=> flush;\nFLUSH\ndev=> ",
    "+ added line\n- removed line",
    "value of sql=off in the file",
    "Use `DROP TABLE` to drop a table.",
    "Batch entry 0 INSERT INTO t",
    "failed to handle sql:\nSELECT 1",
    "(a ; b) -> x\nERROR: boom",
]


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_found(case: Case) -> None:
    found = find(case.text)
    assert [each.statement.text for each in found] == case.statements
    assert {each.statement.complete for each in found} == {case.complete}
    assert {each.statement.language for each in found} == {case.language}
    assert all(each.statement.origin for each in found)


@pytest.mark.parametrize("text", NOTHING)
def test_nothing_found(text: str) -> None:
    assert find(text) == []


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_the_span_holds_the_statement(case: Case) -> None:
    for each in find(case.text):
        region = case.text[each.start : each.end]
        first_word = each.statement.text.split()[0]
        assert first_word in region


MARKERS = ["sql=", "[SQL: ", "STATEMENT:  ", "dev=> ", "dev-> ", "ERROR:  ", "LINE 1: ", "\n", "$ "]


@hypothesis.given(
    st.lists(st.sampled_from([*MARKERS, "select 1", ";", "}: ", "]", "'", '"', "x"]), max_size=12)
)
def test_any_text_gives_spans_in_order(pieces: list[str]) -> None:
    text = "".join(pieces)
    found = find(text)
    assert [each.start for each in found] == sorted(each.start for each in found)
    assert all(0 <= each.start <= each.end <= len(text) for each in found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("drop table t", Statement("drop table t", "sql", "given")),
        ("dev=> drop table t;", Statement("drop table t;", "sql", "given")),
        ("risectl meta pause", Statement("risectl meta pause", "shell", "given")),
        ("$ risectl meta pause", Statement("risectl meta pause", "shell", "given")),
        ("echo 'open", Statement("echo 'open", "shell", "given", complete=False)),
        ("drop table ?;", Statement("drop table ?;", "sql", "given", complete=False)),
    ],
)
def test_given(text: str, expected: Statement) -> None:
    assert given(text) == expected


def test_the_complete_one_is_the_best() -> None:
    text = "dev=> delete from t\ndev-> where;\nERROR:  x\nLINE 2: where;\n             ^"
    statement = best(find(text))
    assert statement is not None
    assert statement.text == "delete from t\nwhere;"
    assert best([]) is None


def test_the_first_look_overlooks_no_finder() -> None:
    for table, marks in ((ECHOES, ECHO_MARKS), (PROMPTS[:1] + PROMPTS[2:], PROMPT_MARKS)):
        for wanted, _ in table:
            assert all(any(mark in want for mark in marks) for want in wanted)
