"""Rust's strings, comments and lifetimes, as the compiler reads them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.authoring.harvest.rust_tokens import tokens, unescape
from diagnose.authoring.harvest.rust_trees import Group, read, words

STRINGS = [
    (r'"plain"', "plain"),
    (r'"a \"quoted\" word"', 'a "quoted" word'),
    ('"one \\\n      line"', "one line"),
    ('"two\nlines"', "two\nlines"),
    (r'"tab\tand\\n"', "tab\tand\\n"),
    (r'"\u{1F980} \x41"', "\U0001f980 A"),
    (r'r"raw \n stays"', r"raw \n stays"),
    ('r#"has "quotes" in it"#', 'has "quotes" in it'),
    ('r##"ends with "# not here"##', 'ends with "# not here'),
    ('b"bytes"', "bytes"),
    ('br#"raw "bytes""#', 'raw "bytes"'),
    ('c"for C"', "for C"),
    ('"https://not.a.comment/*"', "https://not.a.comment/*"),
    ('""', ""),
]


@pytest.mark.parametrize(("source", "value"), STRINGS)
def test_a_string_has_the_value_that_rust_gives_it(source: str, value: str) -> None:
    (token,) = tokens(source)
    assert (token.kind, token.text) == ("string", value)
    assert source[token.start : token.end] == source


KINDS = [
    ("'a' 'b", [("char", "'a'"), ("lifetime", "'b")]),
    (r"'\'' '\\' '\u{e9}'", [("char", r"'\''"), ("char", r"'\\'"), ("char", r"'\u{e9}'")]),
    ("&'static str", [("mark", "&"), ("lifetime", "'static"), ("word", "str")]),
    ("r#type 0..5", [("word", "type"), ("number", "0"), ("mark", ".."), ("number", "5")]),
    ("/* a /* nested */ b */ x", [("word", "x")]),
    ('// "no string"\ny', [("word", "y")]),
    ("a::b", [("word", "a"), ("mark", "::"), ("word", "b")]),
    ("'\"' z", [("char", "'\"'"), ("word", "z")]),
]


@pytest.mark.parametrize(("source", "found"), KINDS)
def test_other_tokens(source: str, found: list[tuple[str, str]]) -> None:
    assert [(token.kind, token.text) for token in tokens(source)] == found


def test_lines_are_counted_through_strings_and_comments() -> None:
    source = '"a\nb" /* c\n\n */ here\n// d\nr"e\n" there'
    lines = {token.text: token.line for token in tokens(source)}
    assert (lines["here"], lines["there"]) == (4, 7)


@given(st.text(st.sampled_from("ab\"\\'/*r#{}()!|\n "), max_size=40))
def test_whatever_the_source_is_every_character_is_read_once(source: str) -> None:
    found = list(tokens(source))
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert all(token.end <= len(source) for token in found)
    read(source)


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=30))
def test_what_is_escaped_is_unescaped(value: str) -> None:
    escaped = "".join(f"\\u{{{ord(char):x}}}" for char in value)
    assert unescape(escaped) == value


TEST_CODE = [
    ("#[cfg(test)] mod tests { fn f() { gone } } kept", ["kept"]),
    ("#[test] fn f<A, B>() { gone } kept", ["kept"]),
    ('#[tokio::test(flavor = "x")] async fn f() { gone } kept', ["kept"]),
    ('#[cfg(any(test, feature = "y"))] use gone::x; kept', ["kept"]),
    ("#[cfg(test)] #[allow(dead)] pub fn f() -> G { gone } kept", ["kept"]),
    ("struct S { #[cfg(test)] gone: u8, kept: u8 }", ["struct", "S", "kept", "u8"]),
    ("#![cfg(test)] gone", []),
    ("#[cfg(not(test))] kept", ["cfg", "not", "test", "kept"]),
]


@pytest.mark.parametrize(("source", "kept"), TEST_CODE)
def test_code_of_tests_is_left_out(source: str, kept: list[str]) -> None:
    assert list(words(read(source))) == kept


def test_brackets_that_do_not_fit_lose_nothing_else() -> None:
    nodes = read("a ) b ( c")
    assert [node.text for node in nodes if not isinstance(node, Group)] == ["a", "b"]
    assert list(words(nodes)) == ["a", "b", "c"]
