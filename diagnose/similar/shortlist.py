"""Which templates are worth comparing: those that share the rarest words."""

from __future__ import annotations

from math import log, sqrt

from diagnose.lean import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST = 24
"""So many templates are compared."""
SHORT = 4
MOST_STRANGE = 4
"""Of so many words that no template has, the nearest ones are looked for."""
NEAR = 78
LENGTH_OFFSET = 12.0
"""So many characters are as nothing."""
COMMON = 800
"""A word of more templates does not choose among them."""


class Shape(Protocol):
    """A wording, as the catalogue files it."""

    @property
    def number(self) -> int: ...
    @property
    def which(self) -> int: ...
    @property
    def skeleton(self) -> str: ...


class Shapes(Protocol):
    """All wordings, and where each word occurs."""

    @property
    def shapes(self) -> Sequence[Shape]: ...
    @property
    def filed(self) -> Mapping[str, Sequence[int]]: ...


class Shortlist(NamedTuple):
    """Chooses, by the rarity of words."""

    shapes: Shapes

    def rarity(self, word: str) -> float:
        """What a word proves, in nats."""
        return log(1 + len(self.shapes.shapes) / (1 + len(self.shapes.filed.get(word, ()))))

    def best(self, own: Sequence[str], words: Sequence[str]) -> list[int]:
        """Indexes of the shapes that share most, the best first; ``own`` are surely no values."""
        scores: dict[int, float] = {}
        for word in dict.fromkeys([*words, *self._meant(own)]):
            places = self.shapes.filed.get(word, ())
            if len(places) <= COMMON:
                weight = self.rarity(word)
                for index in places:
                    scores[index] = scores.get(index, 0.0) + weight
        return sorted(scores, key=lambda index: (-self._share(index, scores[index]), index))[:MOST]

    def _meant(self, own: Sequence[str]) -> list[str]:
        """The words that words of no template are near to."""
        from rapidfuzz import fuzz, process

        strange = [
            each
            for each in dict.fromkeys(own)
            if len(each) > SHORT and each not in self.shapes.filed
        ]
        found = (
            process.extractOne(each, self.shapes.filed.keys(), scorer=fuzz.ratio, score_cutoff=NEAR)
            for each in strange[:MOST_STRANGE]
        )
        return [each[0] for each in found if each]

    def _share(self, index: int, score: float) -> float:
        """Shared rarity, less for a template of which much is not there."""
        length = len(self.shapes.shapes[index].skeleton)
        return score / sqrt(LENGTH_OFFSET + length)
