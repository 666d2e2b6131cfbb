"""Places of needles -> the lines that are worth reading."""

from __future__ import annotations

import re
from functools import cache

from diagnose.lean import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable

    from diagnose.prefilter.verify import Places


class Scanner(Protocol):
    """Finds needles in blocks."""

    def scan(self, data: bytes, start: int) -> Places:
        """Places of needles in ``data`` from about ``start`` on."""


@cache
def _codes() -> re.Pattern[bytes]:
    """Colours of a terminal, as the envelope ``ansi`` takes them off a line."""
    return re.compile(
        rb"(?:\x1b|\\u001[bB]|\\x1[bB]|\\033|\\e|\^\[)"
        rb"(?:\[[0-9;?]*[A-Za-z]|\][^\x07\x1b\n]{0,256}\x07)"
        rb"|\[(?:\d{1,3}(?:;\d{1,3})*)?m(?![\])])"
    )


def marked_lines(scanner: Scanner, data: bytes, start: int) -> dict[int, bool]:
    """Where the lines start that hold needles, and whether only words of failures are there.

    The value is False for those that have nothing but such words.
    """
    places = scanner.scan(data, start)
    marked: dict[int, bool] = {}
    _mark(marked, data, places, start)
    if places.codes or data.find(b"\x1b", start) >= 0:
        _mark_bare(scanner, marked, data, start)
    return marked


def _mark(marked: dict[int, bool], data: bytes, places: Places, start: int) -> None:
    for each in _starts(data, places.failing, start):
        marked.setdefault(each, False)
    for each in _starts(data, places.sure, start):
        marked[each] = True


def _starts(data: bytes, places: Iterable[int], start: int) -> set[int]:
    return {data.rfind(b"\n", 0, place) + 1 for place in places if place >= start}


def _mark_bare(scanner: Scanner, marked: dict[int, bool], data: bytes, start: int) -> None:
    """Codes may stand inside of needles: look again without them, line by line the same."""
    bare = _codes().sub(b"", data[start:])
    found: dict[int, bool] = {}
    _mark(found, bare, scanner.scan(bare, 0), 0)
    counted, place = 0, start
    for at in sorted(found):
        for _ in range(bare.count(b"\n", counted, at)):
            place = data.index(b"\n", place) + 1
        counted = at
        marked[place] = marked.get(place, False) or found[at]
