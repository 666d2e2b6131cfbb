"""The word that was probably meant."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LEAST_LIKE = 75.0
"""Below this similarity, of 100, nothing is offered."""


def did_you_mean(word: str, offered: Iterable[str]) -> str | None:
    """The offered word that is nearest to ``word``; None when none is near, or it is offered.

    >>> did_you_mean("paralelism", ["parallelism", "barrier_interval_ms"])
    'parallelism'
    """
    words = list(dict.fromkeys(offered))
    if word in words:
        return None
    same = [each for each in words if each.casefold() == word.casefold()]
    if same:
        return same[0]
    # Too slow to load before it is needed.
    from rapidfuzz import fuzz, process

    best = process.extractOne(
        word.casefold(),
        words,
        scorer=fuzz.ratio,
        processor=str.casefold,
        score_cutoff=LEAST_LIKE,
    )
    return best[0] if best else None
