"""Other windows for wordings whose windows an input is full of."""

from __future__ import annotations

import numpy as np

from diagnose.lean import TYPE_CHECKING
from diagnose.prefilter.vector import word_columns
from diagnose.prefilter.verify import LONG
from diagnose.prefilter.windows import LONG_WINDOW, SHORT_WINDOW

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diagnose.prefilter.needles import Needles, Wording

SAMPLE = 1 << 20
"""Bytes of an input that are looked at."""
_FEWEST = 1 << 12
_OFFSETS = (0, 3, 6)
_RARE = 2
"""Times that the words of a window may occur in a sample."""


def settled(needles: Needles, data: bytes) -> Needles:
    """The same needles, with windows that the beginning of ``data`` has seldom."""
    if len(data) < _FEWEST:
        return needles
    counted = _Counted(data[:SAMPLE])
    wordings = list(needles.wordings)
    for number in counted.common(wordings):
        wordings[number] = _rarer(wordings[number], counted)
    return needles._replace(wordings=tuple(wordings))


class _Counted:
    """How often words of eight bytes occur in a sample."""

    def __init__(self, sample: bytes) -> None:
        words = [
            np.frombuffer(sample, np.uint64, (len(sample) - at) // LONG, at) for at in _OFFSETS
        ]
        self._found, self._times = np.unique(np.concatenate(words), return_counts=True)
        self._counts = dict(zip(self._found.tolist(), self._times.tolist(), strict=True))

    def common(self, wordings: Sequence[Wording]) -> set[int]:
        """Numbers of the wordings of which a window is common."""
        common: set[int] = set()
        for length in (LONG_WINDOW, SHORT_WINDOW):
            windows = [
                (number, window.encode())
                for number, wording in enumerate(wordings)
                for window in wording.windows
                if len(window) == length
            ]
            words = word_columns([window for _, window in windows])
            at = self._found.searchsorted(words).clip(max=len(self._found) - 1)
            times = np.where(self._found[at] == words, self._times[at], 0).sum(axis=1)
            common.update(windows[row][0] for row in (times > _RARE).nonzero()[0].tolist())
        return common

    def each(self, text: str) -> list[int]:
        """How often the word at each place of ``text`` occurs."""
        raw, get = text.encode(), self._counts.get
        return [
            get(int.from_bytes(raw[at : at + LONG], "little"), 0)
            for at in range(len(raw) - LONG + 1)
        ]


def _rarer(wording: Wording, counted: _Counted) -> Wording:
    ranked = [[_rarest(run, counted) for run in group] for group in wording.groups]
    best = min(ranked, key=lambda windows: sum(count for count, _ in windows))
    return wording._replace(windows=tuple(window for _, window in best))


def _rarest(run: str, counted: _Counted) -> tuple[int, str]:
    length = LONG_WINDOW if len(run) >= LONG_WINDOW else SHORT_WINDOW
    inside = length - LONG + 1
    counts = counted.each(run)
    sums = [(sum(counts[at : at + inside]), at) for at in range(len(run) - length + 1)]
    least, at = min(sums)
    return least, run[at : at + length]
