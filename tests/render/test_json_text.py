"""JSON is the same, however much of it was written before."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.render import json_text

PLAIN = st.none() | st.booleans() | st.integers() | st.text()
SHARES = st.integers(0, 100).map(lambda number: number / 100)
VALUES = st.dictionaries(
    st.text(),
    PLAIN | SHARES | st.lists(st.text()) | st.dictionaries(st.text(), PLAIN | st.floats()),
)


def much(value: object) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_text._Encoder, "encoded", json_text.MANY)
        return json_text.dumps(value)


def little(value: object) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_text._Encoder, "encoded", 0)
        patch.setattr(json_text._Encoder, "_quickly", None)
        return json_text.dumps(value)


@given(VALUES)
def test_both_ways_write_the_same(value: dict[str, object]) -> None:
    assert much(value) == little(value)


@pytest.mark.parametrize(
    "value",
    [
        {"a": {"n": 1e22}},
        {"a": {"n": 2**70}},
        {"a": "\ud800 \x1b[31m \u202e"},
        {"a": [1, "é"]},
        1.5,
    ],
)
def test_what_both_write_can_be_read(value: object) -> None:
    assert much(value) == little(value)
    assert much(value).isprintable()
    assert json.dumps(json.loads(much(value)))
