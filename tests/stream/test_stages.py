"""Holding back, folding, summing up, annotating: stages on values."""

from __future__ import annotations

import itertools
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.model import Diagnosis, Where
from diagnose.stream import annotating
from diagnose.stream.annotating import Annotator
from diagnose.stream.binary import is_binary
from diagnose.stream.events import Batch, Gate, Interrupted
from diagnose.stream.holding import MOST_HELD, causes_first
from diagnose.stream.repeats import Repeats, fold

FOREVER = float("inf")
LETTERS = str.maketrans("01", "ab")


def made(message: str, *, line: int = 1, **more: object) -> Diagnosis:
    found = Diagnosis("a/b", "Title", "exact", message, Where("-", line, 0, 1))
    return found._replace(**more)  # type: ignore[arg-type]  # names of fields


def cause(message: str, line: int = 1) -> Diagnosis:
    return made(message, line=line)


def follower(message: str, line: int = 1) -> Diagnosis:
    return made(message, line=line, role="follower")


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def said(batches: list[Batch], seconds: float = FOREVER) -> list[list[str]]:
    out = causes_first(batches, seconds, Clock())
    return [[found.message for found in batch] for batch in out]


def test_a_cause_goes_before_the_followers_that_wait() -> None:
    batches = [Batch([follower("f1"), follower("f2")]), Batch([cause("c")])]
    assert said(batches) == [[], ["c", "f1", "f2"]]


def test_silence_lets_followers_go() -> None:
    assert said([Batch([follower("f")]), Batch([], quiet=True), Batch([cause("c")])]) == [
        [],
        ["f"],
        ["c"],
    ]


def test_followers_wait_no_longer_than_one_period() -> None:
    clock = Clock()
    stage = causes_first(iter([Batch([follower("f")]), Batch([]), Batch([])]), 0.2, clock)
    assert next(stage) == []
    clock.now += 0.1
    assert next(stage) == []
    clock.now += 0.11
    assert [found.message for found in next(stage)] == ["f"]


def test_a_cause_far_behind_is_another_story() -> None:
    batches = [Batch([follower("f", 1), cause("c", 1000)], quiet=True)]
    assert said(batches) == [["f", "c"]]


@given(
    roles=st.lists(st.booleans(), max_size=3 * MOST_HELD),
    cuts=st.sets(st.integers(0, 3 * MOST_HELD)),
)
def test_nothing_is_lost_or_said_twice(roles: list[bool], cuts: set[int]) -> None:
    all_of_them = [(follower if role else cause)(str(i), i) for i, role in enumerate(roles)]
    edges = [0, *sorted(cut for cut in cuts if cut < len(roles)), len(roles)]
    batches = [Batch(all_of_them[a:b]) for a, b in itertools.pairwise(edges)]
    out = [m for batch in said([*batches, Batch([], quiet=True)]) for m in batch]
    assert sorted(out, key=int) == [str(i) for i in range(len(roles))]
    causes = [m for m in out if not roles[int(m)]]
    assert causes == sorted(causes, key=int)


def test_a_repeat_is_shown_again_when_the_window_has_passed() -> None:
    clock = Clock()
    repeats = Repeats(60, clock)
    assert repeats.see(cause("job 1")) == (True, 1)
    clock.now += 59
    assert repeats.see(cause("job 2")) == (False, 2)
    last = cause("job 2")
    assert repeats.hidden() == [((last.id, last.where, last.timestamp), 1)]
    clock.now += 1
    assert repeats.see(cause("job 3")) == (True, 3)
    assert repeats.hidden() == []


def test_a_file_read_at_once_has_no_window() -> None:
    clock = Clock()
    repeats = Repeats(60, clock)
    repeats.see(cause("x"), at_once=True)
    clock.now += 1000
    assert repeats.see(cause("x"), at_once=True) == (False, 2)


def test_other_pages_and_other_words_are_no_repeats() -> None:
    repeats = Repeats(60, Clock())
    for found in (cause("x 1"), cause("y 1"), cause("x 1")._replace(id="a/c")):
        assert repeats.see(found) == (True, 1)


def test_the_memory_for_repeats_is_bounded() -> None:
    repeats = Repeats(60, Clock(), capacity=3)
    for name in "abcabd":
        repeats.see(cause(name))
    assert repeats.see(cause("a")) == (False, 3)
    assert repeats.see(cause("c")) == (True, 1)


def test_no_text_of_the_input_is_kept_for_repeats() -> None:
    repeats = Repeats(60, Clock())
    tracemalloc.start()
    try:
        for number in range(200):
            repeats.see(cause(f"{number:b}".translate(LETTERS) * 100_000))
        assert tracemalloc.get_traced_memory()[0] < 10_000_000
    finally:
        tracemalloc.stop()


def test_a_clock_that_jumps_in_the_records_changes_nothing() -> None:
    repeats = Repeats(60, Clock())
    stamps = ("2026-01-01T00:00:00Z", "1999-12-31T23:59:59Z", "2099-01-01T00:00:00Z", "nonsense")
    shown = [repeats.see(cause("x")._replace(timestamp=each)).shown for each in stamps]
    assert shown == [True, False, False, False]


def test_folding_a_list_keeps_order_and_counts() -> None:
    folded = fold([cause("x 1"), cause("y"), cause("x 2"), cause("x 3")])
    assert [(found.message, found.count) for found in folded] == [("x 1", 3), ("y", 1)]


class LineSession:
    """Diagnoses each line with an x, when the next line has come."""

    def __init__(self) -> None:
        self.warnings: list[str] = []
        self._line = 0
        self._rest = b""
        self._open: list[Diagnosis] = []

    def feed(self, block: bytes) -> list[Diagnosis]:
        *lines, self._rest = (self._rest + block).split(b"\n")
        found: list[Diagnosis] = []
        for line in lines:
            self._line += 1
            found += self.idle()
            if b"x" in line:
                self._open = [cause("x", self._line)]
        return found

    def idle(self) -> list[Diagnosis]:
        found, self._open = self._open, []
        return found

    def close(self) -> list[Diagnosis]:
        return self.feed(b"\n") + self.idle() if self._rest else self.idle()


def mark(line: bytes, found: object) -> bytes | None:
    del found
    return None if b"!" in line else line.replace(b"x", b"X")


@given(
    data=st.text("x!a\n", max_size=60).map(str.encode),
    cuts=st.sets(st.integers(0, 60)),
    idle=st.sets(st.integers(0, 60)),
    seconds=st.sampled_from([0.0, 1.5, 1e9]),
)
def test_annotating_keeps_order_and_every_byte(
    data: bytes, cuts: set[int], idle: set[int], seconds: float
) -> None:
    clock = Clock()
    annotator = Annotator(LineSession(), mark, seconds, clock)
    passed = []
    edges = [0, *sorted(cut for cut in cuts if cut < len(data)), len(data)]
    for start, end in itertools.pairwise(edges):
        clock.now += 1
        passed.append(annotator.feed(data[start:end]))
        if start in idle:
            passed.append(annotator.idle())
    passed.append(annotator.close())
    out = b"".join(each.data for each in passed)
    unplaced = sum(len(each.unplaced) for each in passed)
    assert out.replace(b"X", b"x") == data
    lines = data.split(b"\n")
    assert unplaced + sum(b"X" in line for line in out.split(b"\n")) == sum(
        b"x" in line for line in lines
    )


def test_a_line_without_end_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(annotating, "MOST_BYTES", 10)
    annotator = Annotator(LineSession(), mark, FOREVER, Clock())
    assert annotator.feed(b"x1234").data == b""
    assert annotator.feed(b"5678901").data == b"x12345678901"
    assert annotator.feed(b"2\nx").data == b""
    assert annotator.close().data == b"2\nX"


TEXTS = {
    b"": False,
    b"plain\n": False,
    "caf\u00e9 \u6f22\n".encode(): False,
    b"caf\xe9 latin\n": False,
    b"\x1b[31mred\x1b[0m\n": False,
    b"\0" * 500 + b"after a hole\n": False,
    b"\0" * 100: False,
    b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xfe\xfd\x01\x02": True,
    b"\x7fELF\x02\x01\x01\0\0\0\0\x03\0>\0": True,
    b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff": True,
}


@pytest.mark.parametrize("head", TEXTS, ids=range(len(TEXTS)))
def test_what_is_no_text(head: bytes) -> None:
    assert is_binary(head) is TEXTS[head]


def test_a_signal_stops_at_the_next_wait() -> None:
    gate = Gate()
    with gate:
        pass
    gate.stop(2, None)
    with pytest.raises(Interrupted), gate:
        pytest.fail("it waits")


def test_a_signal_stops_a_wait() -> None:
    gate = Gate()
    with pytest.raises(Interrupted), gate:
        gate.stop(15, None)
    assert gate.signal == 15


def test_a_second_signal_does_not_wait() -> None:
    gate = Gate()
    gate.stop(2, None)
    with pytest.raises(Interrupted):
        gate.stop(2, None)
