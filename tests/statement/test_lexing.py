"""SQL is cut where RisingWave's tokeniser cuts it, and no character is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.statement import content, split, tokens

SQL_ALPHABET = "abeExXnN'\"$-/*\\;. \n\t1e0=<>+|?[](){},:_@\u00e9\u8868"
sql_texts = st.one_of(st.text(), st.text(alphabet=SQL_ALPHABET, max_size=60))

KINDS = [
    ("select", ["word"]),
    ("_a$1", ["word"]),
    ('"a""b"', ["quoted_name"]),
    ("'it''s'", ["string"]),
    ("'a\\'", ["string"]),
    ("E'a\\'b'", ["c_string"]),
    ("e'a''b'", ["c_string"]),
    ("N'x'", ["national_string"]),
    ("n'x'", ["word", "string"]),
    ("X'ff'", ["hex_string"]),
    ("$$a'b$$", ["dollar_string"]),
    ("$tag$a$$b$tag$", ["dollar_string"]),
    ("$1", ["parameter"]),
    ("42", ["number"]),
    ("1.5e-3", ["number"]),
    (".5", ["number"]),
    ("0xFF", ["number"]),
    ("a.b", ["word", "punctuation", "word"]),
    ("a::int", ["word", "punctuation", "word"]),
    ("-- x\n1", ["comment", "number"]),
    ("/* a /* b */ c */1", ["comment", "number"]),
    ("1--2", ["number", "comment"]),
    ("1+/*x*/2", ["number", "operator", "comment", "number"]),
    ("a=>b", ["word", "operator", "word"]),
    ("x=-1", ["word", "operator", "operator", "number"]),
    ("a@-b", ["word", "operator", "word"]),
    ("\u00e9", ["char"]),
    (" \t\r\n", ["space"]),
]

UNCLOSED = ["'abc", "'abc''", '"abc', "E'abc\\'", "N'a", "X'f", "$$abc", "$t$abc$$", "/* /* */"]

STATEMENTS = [
    "CREATE MATERIALIZED VIEW mv AS\n  SELECT a::int, count(*) -- why\nFROM t GROUP BY 1;",
    "INSERT INTO \"T\" VALUES (E'tab\\t', $$it's$$, X'0f', -1.5e3, NULL);",
    "CREATE FUNCTION f(x int) RETURNS int LANGUAGE sql AS $body$ SELECT $1 + 1; $body$;",
    "select '{\"a\": [1, 2]}'::jsonb @> '1', x !~* '^a', |v| v + 1 /* nested /* deep */ */",
    "alter table t set config ( streaming.developer.join = 'x' );\r\nflush",
    "ALTER SYSTEM SET data_directory TO DEFAULT",
]


@pytest.mark.parametrize(("sql", "kinds"), KINDS, ids=[sql for sql, _ in KINDS])
def test_kinds(sql: str, kinds: list[str]) -> None:
    found = tokens(sql)
    assert [token.kind for token in found] == kinds
    assert all(token.closed for token in found)


@pytest.mark.parametrize("sql", UNCLOSED)
def test_what_does_not_end_is_one_token_and_says_so(sql: str) -> None:
    (token,) = tokens(sql)
    assert token.text == sql
    assert not token.closed


@pytest.mark.parametrize("sql", STATEMENTS)
def test_real_statements_have_no_strange_tokens(sql: str) -> None:
    found = tokens(sql)
    assert "".join(token.text for token in found) == sql
    assert all(token.closed and token.kind != "char" for token in found)


@given(sql_texts)
def test_nothing_is_lost(sql: str) -> None:
    found = tokens(sql)
    assert "".join(token.text for token in found) == sql
    assert [token.start for token in found] == [
        sum(len(before.text) for before in found[:index]) for index in range(len(found))
    ]


@given(st.text())
def test_a_doubled_quote_keeps_any_text_in_one_string(text: str) -> None:
    (token,) = tokens("'" + text.replace("'", "''") + "'")
    assert (token.kind, token.closed, content(token)) == ("string", True, text)


@pytest.mark.parametrize(
    ("sql", "value"),
    [
        ("E'a\\nb\\x41\\101\\u00e9'", "a\nbAA\u00e9"),
        ("E'it\\'s'", "it's"),
        ("E'\\q\\\\'", "q\\"),
        ("$t$a$b$t$", "a$b"),
        ("N'x'", "x"),
        ('"a""b"', 'a"b'),
        ("plain", "plain"),
    ],
)
def test_content(sql: str, value: str) -> None:
    assert content(tokens(sql)[0]) == value


@pytest.mark.parametrize(
    ("sql", "statements"),
    [
        ("", []),
        (" ; ;", []),
        ("a", ["a"]),
        ("a; b", ["a;", "b"]),
        ("a ';' ; -- c;\n b;", ["a ';' ;", "b;"]),
        ("/* head */ a /* ; */ b", ["a /* ; */ b"]),
        ("AS $$ x; y $$; flush", ["AS $$ x; y $$;", "flush"]),
    ],
)
def test_split(sql: str, statements: list[str]) -> None:
    assert [sql[start:end] for start, end in split(sql)] == statements
