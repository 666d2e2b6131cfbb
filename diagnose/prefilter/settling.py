"""Other windows for wordings whose windows an input is full of."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.prefilter.choosing import LONG, LONG_STEP, SHORT, SHORT_STEP, columns
from diagnose.prefilter.windows import LONG_WINDOW, SHORT_WINDOW, around

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from diagnose.prefilter.choosing import Counted
    from diagnose.prefilter.needles import Needles, Wording

_RARE = 2
"""Times that the words of a window may occur in a sample."""


def settled(needles: Needles, counted: Counted) -> Needles:
    """The same needles, with windows that an input has seldom."""
    wordings = list(needles.wordings)
    for number in {*_common(wordings, counted)}:
        wordings[number] = _rarer(wordings[number], counted)
    return needles._replace(wordings=tuple(wordings))


def _common(wordings: Sequence[Wording], counted: Counted) -> Iterator[int]:
    """Numbers of the wordings of which a window is common: even the rarest words of it are."""
    for kind, step, is_short in ((LONG, LONG_STEP, False), (SHORT, SHORT_STEP, True)):
        windows = [
            (number, window.encode())
            for number, wording in enumerate(wordings)
            for window in wording.windows
            if (len(window) < LONG_WINDOW) is is_short
        ]
        for indexes, words in columns([window for _, window in windows], kind):
            times = counted.times(words)
            least = sum(times[:, first::step].min(axis=1) for first in range(step))
            yield from (windows[index][0] for index in indexes[least > _RARE].tolist())


def _rarer(wording: Wording, counted: Counted) -> Wording:
    ranked = [[_rarest(run, counted) for run in group] for group in wording.groups]
    best = min(ranked, key=lambda windows: (max(windows)[0], sum(each[1] for each in windows)))
    return wording._replace(windows=tuple(window for *_, window in best))


def _rarest(run: str, counted: Counted) -> tuple[bool, int, str]:
    """Whether a run is short, how often the words of its rarest part occur, and the window."""
    is_short = len(run) < LONG_WINDOW
    length, kind, size = (SHORT_WINDOW, SHORT, 4) if is_short else (LONG_WINDOW, LONG, 8)
    counts = _times(run, kind, counted)
    inside = length - size + 1
    least, at = min((sum(counts[at : at + inside]), at) for at in range(len(run) - length + 1))
    return is_short, least, around(run, at, length)


def _times(run: str, kind: Any, counted: Counted) -> list[int]:
    """How often the word at each place of a run occurs."""
    ((_, words),) = columns([run.encode()], kind)
    found: list[int] = counted.times(words)[0].tolist()
    return found
