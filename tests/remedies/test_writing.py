"""A filled command says what its page says, whatever the values hold."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.errors import RemedyError
from diagnose.remedies.writing import Known, command_faults, write
from diagnose.statement import significant

HOSTILE = st.text(alphabet="ab\"'`$();\\-/*.\n\0\u202e !#{}=", max_size=40) | st.text(max_size=40)

# template, language, values, kinds, what is written
WRITTEN = [
    ("SET x = {n};", "sql", {"n": 4}, {"n": "int"}, "SET x = 4;"),
    ("SET x = {n};", "sql", {"n": 4}, {}, "SET x = 4;"),
    ("DROP TABLE {t:sql_name}", "sql", {"t": "a b"}, {"t": "prose"}, 'DROP TABLE "a b"'),
    ("SELECT '{n:int} days'", "sql", {"n": 4}, {}, "SELECT '4 days'"),
    ("SELECT 1 -- job {n:int}", "sql", {"n": 4}, {}, "SELECT 1 -- job 4"),
    ("{s:sql_name}.{t:sql_name}", "sql", {"s": "a", "t": "b c"}, {}, 'a."b c"'),
    ("ALTER {kind} {op|=}", "sql", {"kind": "TABLE"}, {"kind": "one_of"}, "ALTER TABLE ="),
    ("A[[ B {b:int}]] C", "sql", {}, {}, "A C"),
    ("A[[ B {b:int}]] C", "sql", {"b": 1}, {}, "A B 1 C"),
    ("a {{{n:int}}}", "sql", {"n": 4}, {}, "a {4}"),
    ("x --id={id:shell_word}", "shell", {"id": "-a b"}, {}, "x --id='-a b'"),
    ('psql -c "FLUSH {t:sql_name}"', "shell", {"t": "a.b"}, {}, 'psql -c "FLUSH a.b"'),
    ("a = {x:sql_string}", "toml", {"x": 'say "hi"'}, {}, 'a = "say \\"hi\\""'),
    ("set it to {x}", "text", {"x": "a\x07b"}, {"x": "prose"}, "set it to a b"),
]

REFUSED = [
    ("SELECT '{x:sql_string}'", "sql", {"x": "a"}),
    ('SELECT "{x:sql_name}"', "sql", {"x": "a b"}),
    ("SELECT $$ {x:sql_string} $$", "sql", {"x": "a"}),
    ("SELECT $t$ {x:sql_name} $t$", "sql", {"x": "a b"}),
    ("SELECT 1 -- {x:sql_name}", "sql", {"x": "a b"}),
    ("SELECT 1 /* {x:sql_string} */", "sql", {"x": "*/"}),
    ("SELECT E{x:sql_string}", "sql", {"x": "a\\"}),
    ("SELECT {x:sql_string}'b'", "sql", {"x": "a"}),
    ("SELECT {x:sql_name}_old", "sql", {"x": "a b"}),
    ("SELECT 1 -{x:int}", "sql", {"x": -1}),
    ('psql -c "DROP TABLE {x:sql_name}"', "shell", {"x": "a b"}),
    ("sh -c 'echo {x:shell_word}'", "shell", {"x": "$(id)"}),
    ("rm {x:shell_word}", "shell", {"x": "-rf"}),
    ("x # {x:shell_word}", "shell", {"x": "a b"}),
    ("a = '{x:sql_string}'", "toml", {"x": "a"}),
    ("SELECT {x}", "sql", {"x": "a"}),
]

SQL_TEMPLATES = [
    "DROP TABLE {x:sql_name};",
    "ALTER TABLE public.{x:sql_name} SET a = 1; -- done",
    "SELECT * FROM t WHERE name = {x:sql_string} AND b = 'c';",
    "CREATE SINK s WITH (topic = {x:sql_string}, type = 'upsert')",
    "ALTER TABLE t SET PARALLELISM = {x:int};",
    "/* {x:sql_name} */ FLUSH",
    "SELECT '{x:sql_name}'",
]


@pytest.mark.parametrize(("source", "language", "values", "kinds", "text"), WRITTEN)
def test_written(
    source: str, language: str, values: dict[str, int | str], kinds: dict[str, str], text: str
) -> None:
    assert write(source, language, Known(values, kinds)).text == text


@pytest.mark.parametrize(("source", "language", "values"), REFUSED)
def test_refused(source: str, language: str, values: dict[str, int | str]) -> None:
    with pytest.raises(RemedyError):
        write(source, language, Known(values, {}))


def test_what_is_missing_is_named_once() -> None:
    written = write("SET {a} = {b}; SET {a} = 1", "sql", Known({}, {}))
    assert written.text == "SET <a> = <b>; SET <a> = 1"
    assert written.missing == ("a", "b")


@pytest.mark.parametrize(
    ("name", "doubtful"), [("T", True), ("s.Ab", True), ('"T"', False), ("t", False)]
)
def test_capitals_out_of_a_message_are_doubtful(name: str, doubtful: bool) -> None:
    known = Known({"t": name}, {"t": "sql_name"})
    assert write("FLUSH {t}", "sql", known).doubtful is doubtful
    typed = known._replace(as_typed=frozenset({"t"}))
    assert not write("FLUSH {t}", "sql", typed).doubtful


@pytest.mark.parametrize("source", SQL_TEMPLATES)
@given(value=HOSTILE)
def test_hostile_values_leave_the_sql_as_it_is(source: str, value: str) -> None:
    harmless = write(source, "sql", Known({"x": "1" if ":int" in source else "a"}, {})).text
    try:
        filled = write(source, "sql", Known({"x": value}, {})).text
    except RemedyError:
        return
    assert _shape(filled) == _shape(harmless)


def _shape(sql: str) -> list[str]:
    """The kinds of the tokens, where all ways to write a name or a string are one kind."""
    same = {"word": "name", "quoted_name": "name", "c_string": "string"}
    shape: list[str] = []
    for token in significant(sql):
        assert token.closed
        kind = same.get(token.kind, token.kind)
        is_dotted = len(shape) > 1 and shape[-1] == "." and kind == "name"
        if is_dotted:
            shape.pop()
        else:
            shape.append("." if token.text == "." else kind)
    return shape


@given(HOSTILE)
def test_hostile_values_are_one_word_of_a_shell_command(value: str) -> None:
    try:
        filled = write("risectl --name={x:shell_word} pause", "shell", Known({"x": value}, {}))
    except RemedyError:
        assert not value.isprintable()
    else:
        assert shlex.split(filled.text) == ["risectl", f"--name={value}", "pause"]


@pytest.mark.parametrize(
    ("source", "language", "kinds", "faulty"),
    [
        ("SET x = {n};", "sql", {"n": "int"}, False),
        ("DROP TABLE {t:sql_name} {op|=}", "sql", {"t": "prose"}, False),
        ("FLUSH;\n{statement}", "sql", {}, False),
        ("ALTER {kind:one_of(TABLE|SINK)}", "sql", {}, False),
        ("DELETE {ids}", "sql", {"ids": "list"}, False),
        ("echo <{host}>", "shell", {}, False),
        ("DROP TABLE {t}", "sql", {"t": "prose"}, True),
        ("SELECT '{t:sql_string}'", "sql", {}, True),
        ("SELECT {t:shell_word}", "sql", {}, True),
    ],
)
def test_command_faults(source: str, language: str, kinds: dict[str, str], faulty: bool) -> None:
    assert bool(command_faults(source, language, kinds)) is faulty
