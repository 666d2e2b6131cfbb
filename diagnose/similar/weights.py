"""How much each feature counts, and how sure an answer is: ``weights.tsv``."""

from __future__ import annotations

import os
from math import exp

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.similar.features import Features

if TYPE_CHECKING:
    from collections.abc import Sequence

FILE = "weights.tsv"
MOST_ODDS = 30.0
_FOLDER = os.path.dirname(os.path.abspath(__file__))


class Weights(NamedTuple):
    """A logistic model; made by ``benchmarks/similar_train.py``."""

    bias: float
    of: Sequence[float]
    """In the order of ``Features``."""
    sure: tuple[float, float, float]
    """Of 1, of the score and of the margin to the next page: the odds that an answer is right."""
    least: float
    """The confidence from which on an answer is given."""
    steps: Sequence[tuple[float, float]]
    """Raw shares and the confidences that they stand for, rising."""

    def score(self, found: Features) -> float:
        """The logarithm of the odds."""
        return self.bias + sum(weight * value for weight, value in zip(self.of, found, strict=True))

    def share(self, score: float, margin: float) -> float:
        """A number between 0 and 1 that rises with the confidence."""
        offset, of_score, of_margin = self.sure
        odds = offset + of_score * score + of_margin * margin
        return 1 / (1 + exp(-max(-MOST_ODDS, min(MOST_ODDS, odds))))

    def confidence(self, score: float, margin: float) -> float:
        """How often an answer of this score and margin is right."""
        share = self.share(score, margin)
        (x0, y0), *rest = self.steps
        for x1, y1 in rest:
            if share <= x1:
                return y0 + (y1 - y0) * max(0.0, share - x0) / (x1 - x0)
            x0, y0 = x1, y1
        return y0


def load() -> Weights:
    """The weights that come with the program."""
    with open(os.path.join(_FOLDER, FILE), encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and line[0] != "#"]
    values = {row[0]: row[1:] for row in rows if row[0] != "step"}
    return Weights(
        bias=float(values["bias"][0]),
        of=[float(values[name][0]) for name in Features._fields],
        sure=(float(values["sure"][0]), float(values["sure"][1]), float(values["sure"][2])),
        least=float(values["least"][0]),
        steps=[(float(row[1]), float(row[2])) for row in rows if row[0] == "step"],
    )


def written(weights: Weights) -> str:
    """The text of a file of weights."""
    rows: list[tuple[str, ...]] = [("bias", f"{weights.bias:.3f}")]
    rows += [
        (name, f"{value:.3f}") for name, value in zip(Features._fields, weights.of, strict=True)
    ]
    rows += [("sure", *(f"{value:.3f}" for value in weights.sure))]
    rows += [("least", f"{weights.least:.3f}")]
    lines = ["\t".join(row) for row in rows]
    lines += [f"step\t{share:.4f}\t{confidence:.4f}" for share, confidence in weights.steps]
    head = "# How much each feature of a near miss counts; made by benchmarks/similar_train.py.\n"
    return head + "\n".join(lines) + "\n"
