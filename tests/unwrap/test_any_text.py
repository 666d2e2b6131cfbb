"""Texts made of what envelopes look for: nothing raises, every place is inside the input."""

from hypothesis import given, settings
from hypothesis import strategies as st

from diagnose.records import Joiner, lines
from diagnose.unwrap import peel, peel_line
from diagnose.unwrap._table import LINES, RECORDS

NEEDLES = sorted({needle for row in (*LINES, *RECORDS) for needle in row.needles})
STARTS = [
    "2024-05-20T16:28:22.487Z ",
    "[2023-08-02 18:05:02,745] ERROR ",
    "2023-05-09 14:45:51.371 UTC [1] ERROR:  ",
    "W1204 11:17:02.533588    1495 a.go:446] ",
    "%3|1648512452.031|FAIL|app| [thrd:x]: ",
    '{"level":"error","fields":{"message":"',
    "thread 'main' panicked at src/a.rs:1:2:\n",
    "Traceback (most recent call last):\n",
    'status: Internal, message: "',
    "a.b.CException: ERROR: ",
]
WORDS = [
    "a",
    "é",
    " ",
    "\n",
    '"',
    "\\",
    "'",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ":",
    ": ",
    "=",
    "|",
    ",",
]
TEXTS = st.lists(
    st.one_of(st.sampled_from(NEEDLES), st.sampled_from(STARTS), st.sampled_from(WORDS)),
    max_size=14,
).map("".join)


@settings(max_examples=400)
@given(TEXTS)
def test_peels_without_error_and_stays_inside(text: str) -> None:
    raw = text.encode()
    joiner = Joiner(peel_line)
    found = [record for line in lines([raw]) for record in joiner.feed(line)] + joiner.flush()
    for record in found:
        message = peel(record)
        for section in message.sections:
            places = [section.text.byte_at(at) for at in range(len(section.text.value) + 1)]
            assert places == sorted(places)
            assert 0 <= places[0] <= places[-1] <= len(raw)
            assert section.text.value.strip()
        assert len(message.envelopes) >= len(record.envelopes)
