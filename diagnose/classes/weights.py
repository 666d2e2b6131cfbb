"""The weights that were learnt: read as text, looked up one feature at a time.

``weights.tsv`` holds, one a line: the classes; their starting points; how sure the program
may be at a certain score; from which confidence on it answers; then each feature with
``class:weight`` pairs, in hundredths.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from functools import lru_cache
from math import exp

from diagnose.lean import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

FILE = "weights.tsv"
UNIT = 100


class Weights(NamedTuple):
    """What was learnt."""

    classes: tuple[str, ...]
    start: tuple[int, ...]
    knots: tuple[tuple[float, float], ...]
    """Scores, and how often the program was right there; ascending."""
    answers: Mapping[str, float]
    """From which confidence on a class is named; ``""`` for those that are not listed."""
    features: Mapping[str, str]
    """The weights of a feature, as written in the file."""

    def scores(self, features: Iterable[str]) -> list[float]:
        """The share of each class, in the order of ``classes``."""
        sums = list(self.start)
        for feature in features:
            for index, weight in _read(self.features.get(feature, "")):
                sums[index] += weight
        top = max(sums)
        shares = [exp((each - top) / UNIT) for each in sums]
        total = sum(shares)
        return [each / total for each in shares]

    def confidence(self, score: float) -> float:
        """How often an answer of this score is right."""
        at = bisect_right(self.knots, (score, 2.0))
        if at == 0 or at == len(self.knots):
            return self.knots[min(at, len(self.knots) - 1)][1]
        (left, low), (right, high) = self.knots[at - 1 : at + 1]
        return low + (high - low) * (score - left) / (right - left)

    def answers_at(self, name: str, confidence: float) -> bool:
        """Whether a class is named at this confidence."""
        return confidence >= self.answers.get(name, self.answers[""])


@lru_cache(maxsize=8192)
def _read(pairs: str) -> tuple[tuple[int, int], ...]:
    return tuple((int(at), int(each)) for at, _, each in map(_split, pairs.split()))


def load() -> Weights:
    """The weights that come with the program."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), FILE)
    with open(path, encoding="utf-8") as file:
        return parse(file.read())


def parse(text: str) -> Weights:
    """Read the text of a file of weights."""
    rows = [line.partition("\t") for line in text.splitlines() if line[:1] != "#"]
    head = {name: value.split() for name, _, value in rows[:4]}
    return Weights(
        tuple(head["classes"]),
        tuple(int(each) for each in head["start"]),
        tuple((a, b) for a, b in _pairs(head["confidence"])),
        {name.strip("*"): float(value) for name, _, value in map(_split, head["answers"])},
        {name: value for name, _, value in rows[4:]},
    )


def _split(pair: str) -> tuple[str, str, str]:
    return pair.partition(":")


def _pairs(texts: Sequence[str]) -> list[tuple[float, float]]:
    return [(float(left), float(right)) for left, _, right in map(_split, texts)]
