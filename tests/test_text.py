"""Texts know the bytes that they were read from, whatever bytes these are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.text import Text

SEQUENCES = (
    *(b"a", b"\n", b"\0", "é".encode(), "\U0001f600".encode()),
    *("\ufffd".encode(), b"\xef\xbf", b"\xef", b"\xff", b"\x80", b"\xc0\xaf", b"\xed\xa0\x80"),
    b"\xf0\x9f\x98",
)


@given(st.lists(st.sampled_from(SEQUENCES), max_size=12).map(b"".join))
def test_any_bytes_are_read_as_python_reads_them_and_each_character_keeps_its_place(
    raw: bytes,
) -> None:
    text = Text.decode(raw, offset=7)
    assert text.value == raw.decode("utf-8", "replace")
    places = [text.byte_at(index) - 7 for index in range(len(text.value) + 1)]
    assert places == sorted(set(places))
    assert (places[0], places[-1]) == (0, len(raw))
    for index, char in enumerate(text.value):
        part = raw[places[index] : places[index + 1]]
        assert part.decode("utf-8", "replace") == char


@pytest.mark.parametrize("raw", ["\ufffd".encode() * 20_000, b"\xff" * 20_000])
def test_a_line_of_nothing_but_damage_is_read(raw: bytes) -> None:
    text = Text.decode(raw)
    assert set(text.value) == {"\ufffd"}
    assert text.byte_at(len(text.value)) == len(raw)
