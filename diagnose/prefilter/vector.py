"""The scan with numpy: every eighth and every second byte hashed at once, block by block."""

from __future__ import annotations

import numpy as np

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.prefilter import choosing
from diagnose.prefilter.verify import LONG, Places, Words, verify
from diagnose.prefilter.windows import SHORT_WINDOW

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from diagnose.prefilter.choosing import Counted
    from diagnose.prefilter.needles import Needles
    from diagnose.prefilter.verify import Needle

    Array = np.ndarray[Any, np.dtype[Any]]

BLOCK = 1 << 17
"""Bytes that stay in the cache between two looks at them."""
_BEGINNING = np.arange(SHORT_WINDOW)
_FINER = 2
"""Bits by which the second hash is longer."""
_FACTORS = (0x9E3779B19E3779B1, 0xC2B2AE3D85EBCA77)


class _Filed(NamedTuple):
    """Words as numbers, the numbers of their needles, and where they stand in them."""

    words: Array
    needles: Array
    ats: Array


class _Texts:
    """The beginnings of needles."""

    def __init__(self, needles: Sequence[Needle]) -> None:
        joined = b"".join([each.text[:SHORT_WINDOW].ljust(SHORT_WINDOW, b"\0") for each in needles])
        self._beginnings = np.frombuffer(joined, np.uint8).reshape(-1, SHORT_WINDOW)
        self._behind = self._beginnings == 0

    def stand_at(self, data: bytes, starts: Array, needles: Array) -> Array:
        """Which of the needles begin at the places."""
        there = np.frombuffer(data, np.uint8).take(starts[:, None] + _BEGINNING, mode="clip")
        same: Array = ((there == self._beginnings[needles]) | self._behind[needles]).all(axis=1)
        return same


class _Hashed:
    """Words of one size: two hashes let few others through, a search in order none."""

    def __init__(self, filed: _Filed, bits: int, texts: _Texts) -> None:
        self._texts = texts
        self.kind = filed.words.dtype.type
        self.size = size = filed.words.itemsize
        order = filed.words.argsort()
        self._words = filed.words[order]
        self._needles = filed.needles[order]
        self._ats = filed.ats[order]
        self._factor: Any = self.kind(_FACTORS[0] & (1 << 8 * size) - 1)
        self._second: Any = self.kind(_FACTORS[1] & (1 << 8 * size) - 1)
        self._shift: Any = self.kind(8 * size - bits)
        self._second_shift: Any = self.kind(8 * size - bits - _FINER)
        self._may_be = self._bitmap(self._factor, bits)
        self._may_be_too = self._bitmap(self._second, bits + _FINER)
        count = BLOCK // size
        self._hashes = np.empty(count, np.int64)
        self._products = (
            self._hashes.view(self.kind)[:count] if size == LONG else np.empty(count, self.kind)
        )
        self._hits = np.empty(count, np.bool_)

    def _bitmap(self, factor: Any, bits: int) -> Array:
        bitmap = np.zeros(1 << bits, np.bool_)
        bitmap[(self._words * factor) >> self.kind(8 * self.size - bits)] = True
        return bitmap

    def found(self, data: bytes, first: int) -> Iterator[tuple[int, int]]:
        """Where a needle may start, and its number; looked at is every ``size``-th byte."""
        words = np.frombuffer(data, self.kind, (len(data) - first) // self.size, first)
        places = self._may_hold(words)
        left = words[places]
        lowest = self._words.searchsorted(left)
        times = self._words.searchsorted(left, "right") - lowest
        rows = lowest.repeat(times) + _counted_up(times)
        starts = (places * self.size + first).repeat(times) - self._ats[rows]
        needles = self._needles[rows]
        same = self._texts.stand_at(data, starts, needles)
        starts, needles = starts[same], needles[same]
        return zip(starts.tolist(), needles.tolist(), strict=True)

    def _may_hold(self, words: Array) -> Array:
        """Indexes of the words that both hashes know."""
        step = len(self._hits)
        hits = [
            self._known_to_first(words[at : at + step]) + at for at in range(0, len(words), step)
        ]
        places: Array = np.concatenate(hits) if hits else np.empty(0, np.int64)
        second = (words[places] * self._second) >> self._second_shift
        kept: Array = places[self._may_be_too[second]]
        return kept

    def _known_to_first(self, words: Array) -> Array:
        count = len(words)
        products, hashes, hits = self._products[:count], self._hashes[:count], self._hits[:count]
        np.multiply(words, self._factor, out=products)
        np.right_shift(products, self._shift, out=products)
        if self.size != LONG:  # else they are the same bytes
            hashes[:] = products
        self._may_be.take(hashes, out=hits, mode="clip")
        places: Array = hits.nonzero()[0]
        return places


def _counted_up(times: Array) -> Array:
    """0, 1, .. for each number of times."""
    ends = times.cumsum()
    total = int(ends[-1]) if len(ends) else 0
    counted: Array = np.arange(total) - (ends - times).repeat(times)
    return counted


def _of_chosen(found: choosing.Chosen, numbers: Sequence[int]) -> _Filed:
    return _Filed(found.words, np.array(numbers, np.int64)[found.windows], found.ats)


def _of_windows(words: Words, counted: Counted) -> tuple[_Filed, _Filed]:
    """The words of eight bytes, and of four, by which windows are found."""
    texts = [words.needles[number].text for number in words.long]
    long, common = choosing.by_size(texts, counted)
    texts = [words.needles[number].text for number in words.middle]
    middle = choosing.chosen(texts, choosing.SHORT, choosing.SHORT_STEP, counted)
    short = _joined(_of_chosen(common, words.long), _of_chosen(middle, words.middle))
    return _of_chosen(long, words.long), short


def _joined(*filed: _Filed) -> _Filed:
    return _Filed(*map(np.concatenate, zip(*filed, strict=True)))


def _of_short(words: Words) -> _Filed:
    found = np.frombuffer(b"".join([each.word for each in words.short]), np.uint32)
    needles = np.array([each.needle for each in words.short], np.int64)
    return _Filed(found, needles, np.array([each.at for each in words.short], np.int64))


class VectorScanner:
    """Finds needles in blocks of bytes."""

    def __init__(self, needles: Needles, counted: Counted | None = None) -> None:
        words = Words(needles)
        counted = counted or choosing.Counted(b"")
        self._needles = words.needles
        texts = _Texts(words.needles)
        of_eight, of_four = _of_windows(words, counted)
        long = _Hashed(of_eight, 20, texts)
        short = _Hashed(_joined(_of_short(words), of_four), 17, texts)
        self._passes = ((long, 0), (short, 0), (short, 2))

    def scan(self, data: bytes, start: int) -> Places:
        """Places of needles in ``data`` from about ``start`` on; it ends with a line."""
        places = Places([], [], [])
        first = max(0, (start & -LONG) - LONG)
        for hashed, shift in self._passes:
            if first + shift < len(data):
                verify(data, self._found(hashed, data, first + shift), places)
        return places

    def _found(self, hashed: _Hashed, data: bytes, first: int) -> Iterator[tuple[int, Needle]]:
        needles = self._needles
        return ((place, needles[needle]) for place, needle in hashed.found(data, first))
