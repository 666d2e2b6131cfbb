import json
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.text import Text
from diagnose.unwrap._escapes import unescape
from diagnose.unwrap.escaped import peel


def content(value: str) -> str:
    return json.dumps(value)[1:-1]


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_equals_json(value: str) -> None:
    assert unescape(Text(content(value))).value == json.loads(f'"{content(value)}"') == value


@given(st.text(st.characters(exclude_categories=["Cs"])), st.integers(0, 3))
def test_twice_escaped_keeps_its_way_back(value: str, offset: int) -> None:
    raw = content(content(value)).encode()
    text = unescape(unescape(Text.decode(raw, offset)))
    assert text.value == value
    places = [text.byte_at(at) - offset for at in range(len(value) + 1)]
    assert places == sorted(places)
    assert places[-1] == len(raw)
    for at, char in zip(places, value, strict=False):
        if char.isascii() and char.isalnum():
            assert raw[at : at + 1] == char.encode()


@given(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="%"), min_size=1),
    st.sampled_from(["", "%FF", "%E2%82", "%F0%9F"]),
    st.integers(0, 3),
)
def test_every_character_that_was_percent_encoded_knows_its_place(
    value: str, damage: str, offset: int
) -> None:
    written = "".join(f"%{byte:02X}" for byte in value.encode())
    raw = f"a%20b%20{damage}{written}z".encode()
    peeled = peel(Text.decode(raw, offset))
    assert peeled is not None
    text = peeled.sections[0].text
    assert text.value.endswith(value + "z")
    for at, char in enumerate(text.value):
        first, last = text.byte_at(at) - offset, text.byte_at(at + 1) - offset
        there = raw[first:last].decode()
        assert char in (there, "\ufffd", unquote(there))


@pytest.mark.parametrize(
    ("escaped", "expected"),
    [
        (r"\u{e9}\u{1F600}", "é😀"),
        (r"it\'s \0", "it's \0"),
        (r"\ud83d\ude00", "😀"),
        (r"\ud83d alone", "\ufffd alone"),
        (r"\ude00\ud83d", "\ufffd\ufffd"),
        (r"\u{110000}", "\ufffd"),
        (r"C:\dir \q", r"C:\dir \q"),
        ("ends in \\", "ends in \\"),
        ("none", "none"),
    ],
)
def test_rust_and_broken_escapes(escaped: str, expected: str) -> None:
    assert unescape(Text(escaped)).value == expected
