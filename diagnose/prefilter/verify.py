"""From the few places that a scan leaves to the needles that stand there."""

from __future__ import annotations

import re

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.prefilter.needles import CODES, FAILING, MARKS, Needles, version_marks
from diagnose.prefilter.windows import LONG_WINDOW

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LONG, SHORT = 8, 4
"""Bytes of a word of a window, and of a word or mark."""
_SURE = re.compile(
    rb"(?<![A-Za-z0-9_])|(?<=\\[nrtbf])|(?<=\\u[0-9A-Fa-f]{4})|(?<=%[0-9A-F]{2})|(?<=#01[12])"
)
"""Where a word may begin in bytes that may be escaped."""
_GLUED = (b"panicked", b"exception", b"Exception", b"EXCEPTION", b"traceback", b"Traceback")
"""Words that count in the middle of others, too."""

_PRIORITY = re.compile(rb"<(\d{1,3})>")
_LAST_FAILING = 3

Groups = tuple[tuple[bytes, ...], ...]


class Places(NamedTuple):
    """Where needles stand: of wordings and marks, and of words that tell of failures."""

    sure: list[int]
    failing: list[int]
    codes: list[int]
    """Of terminal codes, which may stand inside of a needle."""


class Needle(NamedTuple):
    """Bytes that stand in a line, and runs of which it must hold one of each group besides."""

    text: bytes
    groups: Groups = ()
    kind: str = "sure"


class Filed(NamedTuple):
    """A word of four or eight bytes, the number of its needle, and where it stands in it."""

    word: bytes
    needle: int
    at: int


class Words:
    """Needles, and the words by which they are found."""

    def __init__(self, needles: Needles) -> None:
        self.needles: list[Needle] = []
        self.long: list[int] = []
        """Needles that are long windows: one of their words of eight stands at a multiple of it."""
        self.middle: list[int] = []
        """Short windows: one of their words of four stands at a multiple of two."""
        self.short: list[Filed] = []
        """Words and marks, likewise."""
        for groups, windows in needles.wordings:
            raw = tuple([tuple([run.encode() for run in group]) for group in groups])
            for window in windows:
                place = self.long if len(window) >= LONG_WINDOW else self.middle
                text = window.encode()
                others = tuple([group for group in raw if not any(run in text for run in group)])
                place.append(self._number(Needle(text, others)))
        versions = [mark for product in needles.versioned for mark in version_marks(product)]
        for mark, at in (*MARKS, *versions):
            self._file(Needle(mark.encode()), at)
        for word in FAILING:
            self._file_word(Needle(word.encode(), kind="failing"))
        for code in CODES:
            self._file_word(Needle(code.encode(), kind="codes"))
        for digit in "0123456789":
            self._file_word(Needle(f"\n<{digit}".encode(), kind="priority"))

    def _file(self, needle: Needle, at: int) -> None:
        """Two neighbouring words: one of them stands at an even place."""
        number = self._number(needle)
        self.short += [
            Filed(needle.text[start : start + SHORT], number, start) for start in (at, at + 1)
        ]

    def _file_word(self, needle: Needle) -> None:
        """A word too short for two words of four is filed with every byte beside it."""
        word = needle.text
        if len(word) > SHORT:
            self._file(needle, 0)
            return
        number = self._number(needle)
        every = [bytes([byte]) for byte in range(256)]
        self.short += [Filed((each + word)[:SHORT], number, -1) for each in every]
        behind = every if len(word) < SHORT else [b""]
        self.short += [Filed(word + each, number, 0) for each in behind]

    def _number(self, needle: Needle) -> int:
        self.needles.append(needle)
        return len(self.needles) - 1

    def of_windows(self, numbers: Iterable[int], size: int, step: int) -> Iterator[Filed]:
        """Words of windows of which one stands at a multiple of ``step``."""
        for number in numbers:
            window = self.needles[number].text
            for at in range(step):
                yield Filed(window[at : at + size], number, at)


def verify(data: bytes, found: Iterable[tuple[int, Needle]], places: Places) -> None:
    """Add the places at which needles really stand."""
    for at, (text, groups, kind) in found:
        if at < 0 or not data.startswith(text, at):
            continue
        if kind == "sure":
            if not groups or _holds(data, at, groups):
                places.sure.append(at)
        elif kind == "failing":
            if _may_begin(data, at):
                places.failing.append(at)
        elif kind == "codes":
            places.codes.append(at)
        elif _is_failing_priority(data, at + 1):
            places.sure.append(at + 1)


def _is_failing_priority(data: bytes, at: int) -> bool:
    """Whether a syslog message of a failing level starts here."""
    found = _PRIORITY.match(data, at)
    return found is not None and int(found[1]) % 8 <= _LAST_FAILING


def _may_begin(data: bytes, at: int) -> bool:
    return _SURE.match(data, at) is not None or data.startswith(_GLUED, at)


def _holds(data: bytes, at: int, groups: Groups) -> bool:
    """Whether the line around a place holds a run of each group."""
    start = data.rfind(b"\n", 0, at) + 1
    end = data.find(b"\n", at)
    end = end if end >= 0 else len(data)
    return all(any(data.find(run, start, end) >= 0 for run in group) for group in groups)
