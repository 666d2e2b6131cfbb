"""A consequence waits a moment for its cause, so that the cause is said first; a guess does too."""

from __future__ import annotations

import time
from functools import partial

from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from diagnose.model import Diagnosis
    from diagnose.stream.events import Batch

MOST_HELD = 64
MOST_LINES = 200
"""A cause so many lines behind a follower is not its cause any more."""


def causes_first(
    batches: Iterable[Batch],
    seconds: float,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[list[Diagnosis]]:
    """The diagnoses of each batch; followers and guesses are held for at most ``seconds``."""
    held: list[tuple[float, Diagnosis]] = []
    for batch in batches:
        now = clock()
        ready = _release(held, partial(_is_old, now - seconds)) if held else []
        for found in batch.diagnoses:
            if found.role == "follower" or found.is_guess:
                if len(held) >= MOST_HELD:
                    ready.append(held.pop(0)[1])
                held.append((now, found))
            elif held:
                ready += _release(held, partial(_is_far, found))
                ready.append(found)
                ready += _release(held, _always)
            else:
                ready.append(found)
        if batch.quiet:
            ready += _release(held, _always)
        yield ready


def _release(
    held: list[tuple[float, Diagnosis]], wanted: Callable[[float, Diagnosis], bool]
) -> list[Diagnosis]:
    """Take those out of the waiting list that are wanted, in order."""
    out = [found for since, found in held if wanted(since, found)]
    held[:] = [(since, found) for since, found in held if not wanted(since, found)]
    return out


def _always(since: float, found: Diagnosis) -> bool:
    del since, found
    return True


def _is_old(limit: float, since: float, found: Diagnosis) -> bool:
    del found
    return since <= limit


def _is_far(cause: Diagnosis, since: float, follower: Diagnosis) -> bool:
    del since
    same = follower.where.file == cause.where.file
    return not same or cause.where.line - follower.where.line > MOST_LINES
