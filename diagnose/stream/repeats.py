"""The same failure again and again: said once, then counted."""

from __future__ import annotations

import time

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from diagnose.model import Diagnosis, Where

_DIGITS = lazy_pattern(r"[0-9]+")
CAPACITY = 4096
Key = tuple[str, int]


class Seen(NamedTuple):
    """Whether to show a diagnosis, and how often it has come so far."""

    shown: bool
    times: int


class Last(NamedTuple):
    """What is kept of a diagnosis: its texts may be long, and come from the input."""

    id: str
    where: Where
    timestamp: str


class _State(NamedTuple):
    last: Last
    shown_at: float
    times: int
    hidden: int
    """Repeats since then."""


def key(found: Diagnosis) -> Key:
    """Two diagnoses are repeats when page and message are the same but for digits."""
    return (found.id, hash(_DIGITS.sub("#", found.message)))


def fold(found: Sequence[Diagnosis]) -> list[Diagnosis]:
    """Each diagnosis once, in order, with its count."""
    first: dict[Key, Diagnosis] = {}
    for each in found:
        same = first.setdefault(key(each), each._replace(count=0))
        first[key(each)] = same._replace(count=same.count + each.count)
    return list(first.values())


class Repeats:
    """Remembers what was shown; the least recently seen is forgotten first."""

    def __init__(
        self,
        window: float,
        clock: Callable[[], float] = time.monotonic,
        capacity: int = CAPACITY,
    ) -> None:
        self._window = window
        self._clock = clock
        self._capacity = capacity
        self._states: dict[Key, _State] = {}

    def see(self, found: Diagnosis, *, at_once: bool = False) -> Seen:
        """Count it; it is shown when it is new, or when the window has passed since it was."""
        now = self._clock()
        same, last = key(found), Last(found.id, found.where, found.timestamp)
        state = self._states.pop(same, None)
        if state is None:
            self._forget()
            state = _State(last, now, found.count, 0)
            shown = True
        else:
            shown = not at_once and now - state.shown_at >= self._window
            times = state.times + found.count
            if shown:
                state = _State(last, now, times, 0)
            else:
                state = state._replace(last=last, times=times, hidden=state.hidden + found.count)
        self._states[same] = state
        return Seen(shown, state.times)

    def _forget(self) -> None:
        if len(self._states) >= self._capacity:
            del self._states[next(iter(self._states))]

    def hidden(self) -> list[tuple[Last, int]]:
        """The last of each diagnosis whose repeats were not shown, and how many were not."""
        return [(state.last, state.hidden) for state in self._states.values() if state.hidden]
