"""Shell commands are cut as a POSIX shell cuts them, and no character is lost."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from diagnose.statement import words
from diagnose.statement.shell import simple_commands, sql_argument

QUOTED = st.text(alphabet="ab'\"\\ $`\n", max_size=30)


@given(st.text())
def test_nothing_is_lost(command: str) -> None:
    assert "".join(word.text for word in words(command)) == command


@given(QUOTED)
def test_words_are_those_of_shlex(command: str) -> None:
    # Of these shlex keeps the backslash; a shell does not.
    assume(not any(pair in command for pair in ("\\\n", "\\`", "\\$")))
    try:
        expected = shlex.split(command)
    except ValueError:
        assert not all(word.closed for word in words(command))
    else:
        assert [word.value for word in words(command) if word.kind == "word"] == expected


@pytest.mark.parametrize(
    ("command", "kinds"),
    [
        ("a b", ["word", "space", "word"]),
        ("a|b", ["word", "operator", "word"]),
        ("a 2>&1 # why", ["word", "space", "operator", "space", "comment"]),
        ("a && b", ["word", "space", "operator", "space", "word"]),
        ("a#b", ["word"]),
        ("a \\\n b", ["word", "space", "word"]),
        ("--x='a b'", ["word"]),
    ],
)
def test_kinds(command: str, kinds: list[str]) -> None:
    assert [word.kind for word in words(command)] == kinds


def test_simple_commands() -> None:
    runs = simple_commands("cd /x && risectl meta pause | tee 'a b'")
    assert [[word.value for word in run] for run in runs] == [
        ["cd", "/x"],
        ["risectl", "meta", "pause"],
        ["tee", "a b"],
    ]


@pytest.mark.parametrize(
    ("command", "sql"),
    [
        ('psql -h db -p 4566 -c "DROP TABLE \\"T\\";"', 'DROP TABLE "T";'),
        ("PGUSER=root /usr/bin/psql --command='FLUSH'", "FLUSH"),
        ("kubectl exec -it pod -- psql -d dev -c 'a;b'", "a;b"),
        ("bash -c 'x'", None),
        ("psql -f file.sql", None),
    ],
)
def test_sql_argument(command: str, sql: str | None) -> None:
    word = sql_argument(command)
    assert (word.value if word else None) == sql
