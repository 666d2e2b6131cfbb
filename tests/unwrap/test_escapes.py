import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.text import Text
from diagnose.unwrap._escapes import unescape


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
