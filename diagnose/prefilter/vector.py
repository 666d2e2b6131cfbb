"""The scan with numpy: every eighth and every second byte hashed at once, block by block."""

from __future__ import annotations

import numpy as np

from diagnose.lean import TYPE_CHECKING
from diagnose.prefilter.verify import LONG, SHORT, Places, Words, verify
from diagnose.prefilter.windows import SHORT_WINDOW

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from diagnose.prefilter.needles import Needles
    from diagnose.prefilter.verify import Filed, Needle

    Array = np.ndarray[Any, np.dtype[Any]]

BLOCK = 1 << 18
"""Bytes that stay in the cache between two looks at them."""
_BEGINNING = np.arange(SHORT_WINDOW)
_FACTORS = (0x9E3779B19E3779B1, 0xC2B2AE3D85EBCA77)


class _Hashed:
    """Words of one size: two hashes let few others through, a search in order none."""

    def __init__(
        self,
        filed: Sequence[Filed],
        size: int,
        bits: int,
        beginnings: Array | None = None,
    ) -> None:
        self._beginnings = beginnings
        self.size = size
        self.kind = np.uint64 if size == LONG else np.uint32
        words = np.frombuffer(b"".join(each.word for each in filed), self.kind)
        order = words.argsort()
        self._words = words[order]
        self._needles = np.array([each.needle for each in filed], np.int64)[order]
        self._ats = np.array([each.at for each in filed], np.int64)[order]
        self._factor: Any = self.kind(_FACTORS[0] & (1 << 8 * size) - 1)
        self._second: Any = self.kind(_FACTORS[1] & (1 << 8 * size) - 1)
        self._shift: Any = self.kind(8 * size - bits)
        self._may_be = self._bitmap(self._factor, bits)
        self._may_be_too = self._bitmap(self._second, bits)
        count = BLOCK // size
        self._products = np.empty(count, self.kind)
        self._hashes = np.empty(count, np.int64)
        self._hits = np.empty(count, np.bool_)

    def _bitmap(self, factor: Any, bits: int) -> Array:
        bitmap = np.zeros(1 << bits, np.bool_)
        bitmap[(self._words * factor) >> self._shift] = True
        return bitmap

    def found(self, data: bytes, first: int, end: int) -> Iterator[tuple[int, int]]:
        """Where a needle may start, and its number; looked at is every ``size``-th byte."""
        count = (end - first) // self.size
        words = np.frombuffer(data, self.kind, count, first)
        places = self._may_hold(words)
        left = words[places]
        lowest = self._words.searchsorted(left)
        times = self._words.searchsorted(left, "right") - lowest
        rows = lowest.repeat(times) + _counted_up(times)
        starts = (places * self.size + first).repeat(times) - self._ats[rows]
        needles = self._needles[rows]
        if self._beginnings is not None:
            bytes_ = np.frombuffer(data, np.uint8)
            there = bytes_.take(starts[:, None] + _BEGINNING, mode="clip")
            same = (there == self._beginnings[needles]).all(axis=1)
            starts, needles = starts[same], needles[same]
        return zip(starts.tolist(), needles.tolist(), strict=True)

    def _may_hold(self, words: Array) -> Array:
        """Indexes of the words that both hashes know."""
        count = len(words)
        products, hashes, hits = self._products[:count], self._hashes[:count], self._hits[:count]
        np.multiply(words, self._factor, out=products)
        np.right_shift(products, self._shift, out=hashes, casting="unsafe")
        self._may_be.take(hashes, out=hits, mode="clip")
        places: Array = hits.nonzero()[0]
        kept: Array = places[self._may_be_too[(words[places] * self._second) >> self._shift]]
        return kept


def _counted_up(times: Array) -> Array:
    """0, 1, .. for each number of times."""
    ends = times.cumsum()
    total = int(ends[-1]) if len(ends) else 0
    counted: Array = np.arange(total) - (ends - times).repeat(times)
    return counted


class VectorScanner:
    """Finds needles in blocks of bytes."""

    def __init__(self, needles: Needles) -> None:
        words = Words(needles)
        self._needles = words.needles
        texts = [each.text[:SHORT_WINDOW].ljust(SHORT_WINDOW) for each in words.needles]
        beginnings = np.frombuffer(b"".join(texts), np.uint8).reshape(-1, SHORT_WINDOW)
        windows = _Hashed([*words.long, *words.middle], LONG, 20, beginnings)
        middle = _Hashed(words.middle, LONG, 16, beginnings)
        short = _Hashed(words.short, SHORT, 17)
        self._passes = ((windows, 0), (middle, SHORT), (short, 0), (short, 2))

    def scan(self, data: bytes, start: int) -> Places:
        """Places of needles in ``data`` from about ``start`` on; it ends with a line."""
        places = Places([], [], [])
        for first in range(max(0, (start & -LONG) - LONG), len(data), BLOCK):
            end = min(first + BLOCK, len(data))
            for hashed, shift in self._passes:
                if first + shift < end:
                    last = min(end + shift, len(data))
                    verify(data, self._found(hashed, data, first + shift, last), places)
        return places

    def _found(
        self, hashed: _Hashed, data: bytes, first: int, end: int
    ) -> Iterator[tuple[int, Needle]]:
        needles = self._needles
        return ((place, needles[needle]) for place, needle in hashed.found(data, first, end))
