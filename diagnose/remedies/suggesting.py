"""The word that was probably meant."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from diagnose.model import Explanation, Value

MEANT = "meant"
"""The name of what was probably meant, in a page."""

LEAST_LIKE = 75.0
"""Below this similarity, of 100, nothing is offered."""


def did_you_mean(word: str, offered: Iterable[str]) -> str | None:
    """The offered word that is nearest to ``word``.

    None when none is near, two are as near, or the word itself is offered.

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

    best = process.extract(
        word.casefold(),
        words,
        scorer=fuzz.ratio,
        processor=str.casefold,
        score_cutoff=LEAST_LIKE,
        limit=2,
    )
    if not best or [score for _, score, _ in best[1:]] == [best[0][1]]:
        return None
    return best[0][0]


def meant(explanation: Explanation, values: Mapping[str, Value]) -> dict[str, str] | None:
    """What an explanation's ``did_you_mean`` finds; None when it asks and nothing is near.

    >>> from diagnose.model import Explanation
    >>> asked = Explanation("", did_you_mean={"field": "known"})
    >>> meant(asked, {"field": "topics", "known": "`topic`, `properties` or `type`"})
    {'meant': 'topic'}
    """
    for name, among in explanation.did_you_mean.items():
        listed = _listed(values.get(among, "")) if isinstance(among, str) else among
        nearest = did_you_mean(_bare(str(values.get(name, ""))), listed)
        return {MEANT: nearest} if nearest else None
    return {}


def _listed(value: Value) -> list[str]:
    """The items of a list, as messages write lists."""
    items = value if isinstance(value, list) else _BETWEEN.split(str(value))
    return [bare for item in items if (bare := _bare(item))]


_BETWEEN = lazy_pattern(r",\s*+(?:or\s++|and\s++)?+|(?<!\s)\s++(?:or|and)\s++")


def _bare(item: str) -> str:
    return item.strip().strip("`'\"[](){}").strip()
