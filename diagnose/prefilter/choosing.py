"""Which words of a window are looked up: at each alignment the one that an input has least."""

from __future__ import annotations

import numpy as np

from diagnose.lean import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    Array = np.ndarray[Any, np.dtype[Any]]

LONG, SHORT = np.uint64, np.uint32
LONG_STEP, SHORT_STEP = 8, 2
"""A word of each is looked up at each multiple of so many bytes."""
SAMPLE = 1 << 20
"""Bytes of an input that are looked at for words of eight."""
_SAMPLE_OF_SHORT = 1 << 17
_PLACES = {LONG: 1 / 3, SHORT: 4.0}
"""Places of a megabyte that are looked up, for each place of the sample."""
_FEW = 1
_WEIGHT = 1 << 10
"""A word that the input has counts as much as one that so many windows share."""


class Chosen(NamedTuple):
    """Words as numbers, the index of the window of each, and where it stands there."""

    words: Array
    windows: Array
    ats: Array
    times: Array
    """How often the sample has each word."""

    def costs(self, count: int) -> Array:
        """For each of so many windows, how many places of a megabyte have one of its words."""
        weight = _PLACES[self.words.dtype.type]
        costs: Array = np.bincount(self.windows, self.times, count) * weight
        return costs

    def without(self, left_out: Array) -> Chosen:
        """The words of other windows."""
        kept = ~np.isin(self.windows, left_out)
        return Chosen(*(each[kept] for each in self))


class Counted:
    """How often words occur in a sample of an input."""

    def __init__(self, sample: bytes) -> None:
        self._known = {
            LONG: _counted(sample[:SAMPLE], LONG, (0, 3, 6)),
            SHORT: _counted(sample[:_SAMPLE_OF_SHORT], SHORT, (0, 1, 2, 3)),
        }

    def times(self, words: Array) -> Array:
        """How often each word occurs."""
        found, times = self._known[words.dtype.type]
        if not len(found):
            return np.zeros(words.shape, np.int64)
        at = found.searchsorted(words).clip(max=len(found) - 1)
        there: Array = np.where(found[at] == words, times[at], 0)
        return there


def _counted(sample: bytes, kind: Any, offsets: Sequence[int]) -> tuple[Array, Array]:
    size = np.dtype(kind).itemsize
    words = [
        np.frombuffer(sample, kind, max(0, len(sample) - at) // size, at)
        for at in offsets
        if at < len(sample)
    ]
    found, times = np.unique(np.concatenate([np.empty(0, kind), *words]), return_counts=True)
    return found, times


def columns(windows: Sequence[bytes], kind: Any) -> Iterator[tuple[Array, Array]]:
    """Windows of one length each: their indexes, and all words of each in a row."""
    by_length: dict[int, list[int]] = {}
    for index, window in enumerate(windows):
        by_length.setdefault(len(window), []).append(index)
    size = np.dtype(kind).itemsize
    for length, indexes in by_length.items():
        joined = b"".join([windows[index] for index in indexes])
        texts = np.frombuffer(joined, np.uint8).reshape(-1, length)
        rows = [
            np.ascontiguousarray(texts[:, at : at + size]).view(kind)
            for at in range(length - size + 1)
        ]
        yield np.array(indexes, np.int64), np.concatenate(rows, axis=1)


def chosen(windows: Sequence[bytes], kind: Any, step: int, counted: Counted) -> Chosen:
    """Words of which one stands at a multiple of ``step`` wherever a window stands."""
    found = [*columns(windows, kind)]
    every = [words.ravel() for _, words in found] or [np.empty(0, kind)]
    known, shared = np.unique(np.concatenate(every), return_counts=True)
    parts = [Chosen(np.empty(0, kind), *[np.empty(0, np.int64)] * 3)]
    for indexes, words in found:
        times = counted.times(words)
        costs = times * _WEIGHT + shared[known.searchsorted(words)]
        rows = np.arange(len(words))
        for first in range(step):
            ats = first + step * costs[:, first::step].argmin(axis=1)
            parts.append(Chosen(words[rows, ats], indexes, ats, times[rows, ats]))
    return Chosen(*map(np.concatenate, zip(*parts, strict=True)))


def by_size(windows: Sequence[bytes], counted: Counted) -> tuple[Chosen, Chosen]:
    """Words of eight bytes of long windows, and of four of those that have none that is rare."""
    long = chosen(windows, LONG, LONG_STEP, counted)
    costs = long.costs(len(windows))
    common = (costs > _FEW).nonzero()[0]
    short = chosen([windows[index] for index in common.tolist()], SHORT, SHORT_STEP, counted)
    better = (short.costs(len(common)) < costs[common]).nonzero()[0]
    short = short.without(np.setdiff1d(np.arange(len(common)), better))
    return long.without(common[better]), short._replace(windows=common[short.windows])
