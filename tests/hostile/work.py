"""How long something takes, compared with what is harmless, measured side by side.

No figure of any one run is asserted: a quadratic form takes thousands of times as long as a
harmless line on lines of this length, a linear one a few times. What seems too long is measured
again, and the quickest run counts, so that a busy machine fails nothing.
"""

from __future__ import annotations

from functools import cache, partial
from time import process_time
from typing import TYPE_CHECKING

from diagnose import template

if TYPE_CHECKING:
    from collections.abc import Callable

MOST = 150
"""Times as long as a harmless line of the same length."""
TRIES = 4


def times_as_long(run: Callable[[], object], size: int) -> float:
    """How many times as long something takes as a match on a harmless line of ``size``."""
    least = taken(run) / _plainly(size)
    for _ in range(TRIES):
        if least <= MOST:
            break
        least = min(least, taken(run) / taken(partial(_match_plain, size)))
    return least


def taken(run: Callable[[], object]) -> float:
    """Seconds of this process."""
    start = process_time()
    run()
    return max(process_time() - start, 1e-5)


_SAID = "it is the quick brown fox that jumps over a lazy dog, "
_PLAIN = template.Compiled(template.parse("it {said} what it does not say"))


def _match_plain(size: int) -> object:
    """A match of a template with one free placeholder, by its regular expression."""
    return _PLAIN.by_regex((_SAID * (size // len(_SAID) + 1))[:size])


@cache
def _plainly(size: int) -> float:
    return min(taken(partial(_match_plain, size)) for _ in range(TRIES))
