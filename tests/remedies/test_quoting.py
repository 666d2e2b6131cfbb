"""A value is written as one value or refused."""

from __future__ import annotations

import shlex
import tomllib
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.errors import RemedyError
from diagnose.remedies import quote

if TYPE_CHECKING:
    from diagnose.model import Value

WRITTEN: list[tuple[Value, str, str, str]] = [
    (12, "int", "sql", "12"),
    (-1, "int", "shell", "-1"),
    ("12", "int", "sql", "12"),
    (0.5, "number", "sql", "0.5"),
    ("1e-9", "number", "toml", "1e-9"),
    ("t", "sql_name", "sql", "t"),
    ("public.T", "sql_name", "sql", "public.T"),
    ('public."My T"', "sql_name", "sql", 'public."My T"'),
    ('"a.b"', "sql_name", "sql", '"a.b"'),
    ("my-table", "sql_name", "sql", '"my-table"'),
    ("s.my-table", "sql_name", "sql", 's."my-table"'),
    ('say "hi"', "sql_name", "sql", '"say ""hi"""'),
    ("order", "sql_name", "sql", '"order"'),
    ("Order", "sql_name", "sql", '"Order"'),
    ("1st", "sql_name", "sql", '"1st"'),
    ("t; DROP TABLE u", "sql_name", "sql", '"t; DROP TABLE u"'),
    ("\u0430bc", "sql_name", "sql", '"\u0430bc"'),  # a Cyrillic letter is never bare
    ("it's", "sql_string", "sql", "'it''s'"),
    ("full", "quoted_name", "sql", '"full"'),
    ('a"b', "quoted_name", "sql", '"a""b"'),
    ('"Full"', "quoted_name", "sql", '"Full"'),
    ("a b", "quoted_name", "shell", "'a b'"),
    ("a\\", "sql_string", "sql", "'a\\'"),
    ("a\n'b\\", "sql_string", "sql", "E'a\\n''b\\\\'"),
    ("a b", "shell_word", "shell", "'a b'"),
    ("it's", "shell_word", "shell", "'it'\"'\"'s'"),
    ("/x/y-1.log", "shell_word", "shell", "/x/y-1.log"),
    ("=ls", "shell_word", "shell", "'=ls'"),
    ("", "shell_word", "shell", "''"),
    ("$(reboot)", "quoted", "shell", "'$(reboot)'"),
    ("my t", "sql_name", "shell", "'my t'"),
    ('a"b', "sql_string", "toml", '"a\\"b"'),
    (["1", "2"], "list", "sql", "1, 2"),
    (["1", "2"], "list", "shell", "1,2"),
    (["a", "b c"], "list", "sql", 'a, "b c"'),
    (["a", "b"], "sql_string", "sql", "'a', 'b'"),
    (["a", "b"], "list", "toml", '["a", "b"]'),
    ("MATERIALIZED VIEW", "one_of", "sql", "MATERIALIZED VIEW"),
    ("=", "one_of", "sql", "="),
    ("a b", "prose", "text", "a b"),
]

REFUSED: list[tuple[Value, str, str]] = [
    ("1; DROP TABLE t", "int", "sql"),
    ("\u0661", "int", "sql"),
    ("1_0", "int", "sql"),
    ("1\n", "int", "sql"),
    (float("inf"), "number", "sql"),
    ("nan", "number", "sql"),
    ("", "sql_name", "sql"),
    ("a..b", "sql_name", "sql"),
    ("a\nb", "sql_name", "sql"),
    ("a\0", "sql_name", "sql"),
    ("a\u202eb", "sql_name", "sql"),
    ("a\u200bb", "sql_name", "sql"),
    ("a\u00a0b", "sql_name", "sql"),
    ("x" * 5000, "sql_name", "sql"),
    ("a\x1b[0m", "sql_string", "sql"),
    ("a\r\n", "sql_string", "sql"),
    ("a\n", "shell_word", "shell"),
    ("a\tb", "shell_word", "shell"),
    ("a\nb", "sql_string", "toml"),
    ("anything", "prose", "sql"),
    ("anything", "word", "sql"),
    ("anything", "debug", "shell"),
    ("anything", "rest", "sql"),
    ("anything", "", "sql"),
    ("anything", "quoted", "sql"),
    ("a b", "shell_word", "sql"),
    ("x'; --", "one_of", "sql"),
    ([], "list", "sql"),
]

HOSTILE = st.text(alphabet="ab\"'`$();\\-/*.\n\0\u202e !#{}", max_size=40) | st.text(max_size=40)


@pytest.mark.parametrize(("value", "kind", "language", "written"), WRITTEN)
def test_written(value: Value, kind: str, language: str, written: str) -> None:
    assert quote(value, kind, language) == written


@pytest.mark.parametrize(("value", "kind", "language"), REFUSED)
def test_refused(value: Value, kind: str, language: str) -> None:
    with pytest.raises(RemedyError):
        quote(value, kind, language)


def test_a_choice_is_written_as_the_template_has_it() -> None:
    assert quote("to", "one_of", "sql", choices=("TO", "=")) == "TO"
    with pytest.raises(RemedyError):
        quote("at", "one_of", "sql", choices=("TO", "="))


def test_a_name_that_the_user_typed_keeps_its_form() -> None:
    assert quote("USER", "sql_name", "sql", as_typed=True) == "USER"


@given(HOSTILE)
def test_a_shell_word_is_read_back_as_the_value(value: str) -> None:
    try:
        written = quote(value, "shell_word", "shell")
    except RemedyError:
        assert not value.isprintable()
    else:
        assert shlex.split(written) == [value]


@given(HOSTILE)
def test_a_toml_string_is_read_back_as_the_value(value: str) -> None:
    try:
        written = quote(value, "sql_string", "toml")
    except RemedyError:
        assert not value.isprintable()
    else:
        assert tomllib.loads(f"x = {written}") == {"x": value}


@given(HOSTILE)
def test_nothing_written_holds_hidden_characters(value: str) -> None:
    for kind, language in (("sql_name", "sql"), ("sql_string", "sql"), ("shell_word", "shell")):
        try:
            written = quote(value, kind, language)
        except RemedyError:
            continue
        assert written.isprintable()
