"""Near misses: the template that a failing message is nearest to, when none fits.

A shortlist by rare words, then a comparison word by word; how much each share counts was learnt
from pages' own messages, changed on purpose, and from messages that have no page.
"""

from __future__ import annotations

from functools import lru_cache

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.similar import features
from diagnose.similar.shortlist import Shortlist

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from diagnose.similar.features import Features
    from diagnose.similar.shortlist import Shapes
    from diagnose.similar.weights import Weights

LONGEST = 1000
"""Characters of a message that are compared."""
FEWEST_WORDS = 2
AS_NEAR = 0.5
"""Scores that differ by less say the same."""
LEAST_PROOF = 0.22
"""A template of which less was found proves nothing."""
FAR = 4.0
"""A page that is further behind plays no part."""


class Near(NamedTuple):
    """A wording that a message is near to."""

    number: int
    """Of its entry, in the catalogue."""
    which: int
    score: float
    """The logarithm of the odds that it is meant."""
    features: Features


class Sure(NamedTuple):
    """The nearest page."""

    near: Near
    margin: float
    """How much nearer it is than the next page."""
    confidence: float
    """How often an answer like this is right."""


class Neighbours:
    """Finds the nearest templates of a catalogue.

    ``words_of`` gives the words of a text, as the shapes are filed under.
    """

    def __init__(self, shapes: Shapes, words_of: Callable[[str], Sequence[str]]) -> None:
        self._shapes = shapes
        self._list = Shortlist(shapes)
        self._rarity = lru_cache(maxsize=65536)(self._list.rarity)
        self._words_of = words_of

    def nearest(
        self, message: str, without: frozenset[tuple[int, int]] = frozenset()
    ) -> list[Near]:
        """Wordings by nearness, the best first, one an entry; ``without`` are left out."""
        said = self._said(message)
        if len(set(said.words)) < FEWEST_WORDS:
            return []
        nearest: dict[int, Near] = {}
        for near in sorted(self._compared(said, without), key=_by_score):
            nearest.setdefault(near.number, near)
        return list(nearest.values())

    def page_among(self, found: Sequence[Near], is_page: Callable[[Near], bool]) -> Sure | None:
        """The page that may be given: the nearest one, if it is near enough.

        A known message without a page that is nearer forbids it, unless both are about as near.
        """
        chosen = candidate(found, is_page)
        return chosen if chosen and chosen.confidence >= _weights().least else None

    def _said(self, message: str) -> features.Said:
        text = message[:LONGEST].lower()
        masked = features.masked(text)
        own = self._words_of(masked)
        weights = [self._rarity(word) for word in own]
        return features.Said(text, masked, self._words_of(text), own, weights)

    def _compared(self, said: features.Said, without: frozenset[tuple[int, int]]) -> Iterator[Near]:
        weights = _weights()
        for index in self._list.best(said.own, said.words):
            shape = self._shapes.shapes[index]
            if (shape.number, shape.which) not in without:
                skeleton = shape.skeleton.lower()
                own = self._words_of(skeleton)
                compared = features.compare(said, skeleton, own, self._rarity)
                if compared.rare < LEAST_PROOF or features.is_quoted(said, own):
                    continue
                yield Near(shape.number, shape.which, weights.score(compared), compared)


def candidate(found: Sequence[Near], is_page: Callable[[Near], bool]) -> Sure | None:
    """The nearest page and how sure it is; None where a known message is nearer."""
    chosen = next(filter(is_page, found), None)
    if chosen is None or found[0].score - chosen.score > AS_NEAR:
        return None
    others = [near.score for near in found if near is not chosen and is_page(near)]
    margin = min(FAR, chosen.score - max(others, default=chosen.score - FAR))
    return Sure(chosen, margin, _weights().confidence(chosen.score, margin))


def _by_score(near: Near) -> tuple[float, int, int]:
    return -near.score, near.number, near.which


@lru_cache(maxsize=1)
def _weights() -> Weights:
    from diagnose.similar import weights

    return weights.load()
