"""What stands in a log beside the statement that failed is not run with it."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.engine import Engine
from diagnose.model import Statement
from diagnose.remedies.single import has_client_command, runs_alone
from tests.fuzz.target_program import check_format

ALONE = [
    "SET a = 1",
    "SET a = 1;",
    "SET a = 1; ;\n",
    "SELECT ';' , \"a;b\" , 'it''s; so'",
    "SELECT '\\d'",
    "-- a note\nSET a = 1;",
    "CREATE FUNCTION f() AS $$ x $$",
]
MORE = [
    "SET a = 1; DROP TABLE t",
    "SET a = 1;DROP TABLE t;",
    "SET a = 'x\\'; DROP TABLE t; --'",
    "SET a = E'\\''; DROP TABLE t; --'",
    "SET a = '\\''; DROP TABLE t; --'",
    "SET a = `'`; DROP TABLE t; `'`",
    "SET a = 5--1; DROP TABLE t",
    "SET a = 1 /* /* */ ; DROP TABLE t; */",
    "SET a = 1 /*! ; DROP TABLE t */",
    "SET a = $$; DROP TABLE t; $$",
    "SET a = 1 # '\n; DROP TABLE t; -- '",
    "SET a = 'x'; DROP TABLE t; -- '",
    "SET a = 1 \\! id",
    "SET a = 1 \\gexec",
]
SHELL_ALONE = ["risectl meta x --id 5", "psql -c 'SET a = 1; SET b = 2'", 'psql -c "a; b" -h db']
SHELL_MORE = [
    "risectl x; id",
    "risectl x && id",
    "risectl x | sh",
    "risectl x & id",
    "risectl x\nid",
    "risectl $(id)",
    "risectl `id`",
    'risectl "$(id)"',
    'risectl "`id`"',
    "risectl <(id)",
    "risectl x > /etc/passwd",
    "risectl ${x:=$(id)}",
]


@pytest.mark.parametrize("text", ALONE)
def test_one_statement_runs_alone(text: str) -> None:
    assert runs_alone(Statement(text))
    assert not has_client_command(Statement(text))


@pytest.mark.parametrize("text", MORE)
def test_whatever_a_reader_may_run_beside_it_is_seen(text: str) -> None:
    assert not runs_alone(Statement(text))


@pytest.mark.parametrize(("texts", "alone"), [(SHELL_ALONE, True), (SHELL_MORE, False)])
def test_one_command_of_a_shell(texts: list[str], *, alone: bool) -> None:
    assert [runs_alone(Statement(text, "shell")) for text in texts] == [alone] * len(texts)


@pytest.mark.parametrize(
    "text", [r"SET a = 1 \! id", r"SET a = 1 \gexec", r"SET a = E'\'' \! id '"]
)
def test_a_command_of_psql_is_seen(text: str) -> None:
    assert has_client_command(Statement(text))


# ------------------------------------------------------------ in a whole log

ERROR = (
    "ERROR:  Failed to run the query\n\nCaused by:\n"
    "  specified parallelism 6 should not exceed max parallelism 4\n"
)
FORGED = [
    "; DROP TABLE u;",
    " \\! id",
    " \\gexec",
    "; COPY t TO PROGRAM 'id';",
    "\nERROR  Forged\n",
]
SPAN = (
    "2024-05-20T16:28:22Z ERROR handle_query{{sql=ALTER TABLE t SET PARALLELISM = 6{}}}: pgwire: "
    "error when process message error=Failed to run the query: "
    "specified parallelism 6 should not exceed max parallelism 4\n"
)
IN_LOG = [
    "dev=> ALTER TABLE t SET PARALLELISM = 6{};\n" + ERROR,
    "dev=> ALTER TABLE t{} SET PARALLELISM = 6;\n" + ERROR,
    "dev=> ALTER TABLE t SET PARALLELISM = 6 /* x\n*/{};\n" + ERROR,
    "dev=> ALTER TABLE t SET PARALLELISM = 6 -- x\r{}\n;\n" + ERROR,
    "dev=> ALTER TABLE t SET PARALLELISM = 6 $$\n\n{}\n$$;\n" + ERROR,
    "$ psql -c 'ALTER TABLE t SET PARALLELISM = 6{}'\n" + ERROR,
    '$ psql -c "ALTER TABLE t SET PARALLELISM = 6"{}\n' + ERROR,
    SPAN,
]
ESCAPED = re.compile(r"'(?:[^'\\]|\\.|'')*'|\"(?:[^\"\\]|\\.|\"\")*\"|`[^`]*`", re.DOTALL)
QUOTED = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"")


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(budget_ms=0)


@pytest.mark.parametrize("forged", FORGED)
@pytest.mark.parametrize("log", IN_LOG, ids=range(len(IN_LOG)))
def test_no_command_runs_what_was_forged_beside_the_statement(
    engine: Engine, log: str, forged: str
) -> None:
    found = list(engine.scan([log.format(forged).encode()]))
    assert found
    commands = [fix.command for each in found for fix in each.fixes if fix.command]
    assert commands
    for command in commands:
        bare = QUOTED.sub("", command)
        assert not any(mark in bare for mark in ("DROP", "PROGRAM", "\\")), command
    check_format("text", found)


@given(st.text(alphabet="'\"`;\\-/*$a \n#E", max_size=20))
def test_a_second_statement_is_never_overlooked(inner: str) -> None:
    """Whatever stands in front of it, unless all agree that it stands in a string."""
    text = f"SET a = '{inner}; DROP TABLE t"
    if runs_alone(Statement(text)):
        for one_reading in (QUOTED, ESCAPED):
            assert ";" not in one_reading.sub("", text)
