"""The scan without numpy: aligned words of a block against a set."""

from __future__ import annotations

import sys

from diagnose.lean import TYPE_CHECKING
from diagnose.prefilter.verify import LONG, SHORT, Places, Words, verify

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diagnose.prefilter.needles import Needles
    from diagnose.prefilter.verify import Filed, Needle

PIECE = 1 << 12


class _Table:
    """Words as numbers, and the needles that each may belong to."""

    def __init__(self, filed: Sequence[Filed], size: int) -> None:
        self.size = size
        self.filed: dict[int, list[tuple[int, int]]] = {}
        for word, needle, at in filed:
            number = int.from_bytes(word, sys.byteorder)
            self.filed.setdefault(number, []).append((needle, at))
        self._wanted = frozenset(self.filed)

    def found(self, data: bytes, first: int) -> Iterator[tuple[int, int]]:
        """Where a needle may start, and its number."""
        view = memoryview(data)
        for start in range(first, len(data), PIECE):
            count = min(PIECE, len(data) - start) // self.size
            part = view[start : start + count * self.size]
            words = part.cast("Q") if self.size == LONG else part.cast("I")
            if not self._wanted.isdisjoint(words):
                for index, word in enumerate(words):
                    for needle, at in self.filed.get(word, ()):
                        yield start + index * self.size - at, needle


class PlainScanner:
    """Finds needles in blocks of bytes."""

    def __init__(self, needles: Needles) -> None:
        words = Words(needles)
        self._needles = words.needles
        short = _Table([*words.short, *words.of_windows(words.middle, SHORT, 2)], SHORT)
        long = _Table([*words.of_windows(words.long, LONG, LONG)], LONG)
        self._passes = ((long, 0), (short, 0), (short, 2))

    def scan(self, data: bytes, start: int) -> Places:
        """Places of needles in ``data`` from about ``start`` on; it ends with a line."""
        places = Places([], [], [])
        first = max(0, (start & -LONG) - LONG)
        for table, shift in self._passes:
            verify(data, self._found(table, data, first + shift), places)
        return places

    def _found(self, table: _Table, data: bytes, first: int) -> Iterator[tuple[int, Needle]]:
        return ((place, self._needles[needle]) for place, needle in table.found(data, first))
