"""The same diagnosis is not said again for a while."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_REMEMBERED = 1024


class Cooldown:
    """Lets each name pass once in so many seconds; 0 lets all pass.

    >>> cooldown = Cooldown(60, clock=lambda: 0.0)
    >>> cooldown.passes("a"), cooldown.passes("a"), cooldown.passes("b")
    (True, False, True)
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._clock = clock
        self._last: dict[str, float] = {}

    def passes(self, name: str) -> bool:
        """Whether a name has not passed for so long."""
        now = self._clock()
        last = self._last.pop(name, None)
        passes = last is None or now - last >= self._seconds
        self._last[name] = now if passes or last is None else last
        if len(self._last) > MOST_REMEMBERED:
            del self._last[next(iter(self._last))]
        return passes
