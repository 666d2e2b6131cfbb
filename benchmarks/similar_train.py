"""Learns how much each feature of a near miss counts, and writes ``diagnose/similar/weights.tsv``.

Learns from one half of the pages and of the strangers (``similar_cases.py``); ``similar.py``
judges on the other half. Needs numpy and scikit-learn; the program itself needs neither.

    python benchmarks/similar_train.py
"""

from __future__ import annotations

import os
import sys
from binascii import crc32
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import similar_cases as cases
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression

from diagnose.catalog.shapes import words
from diagnose.engine import Engine
from diagnose.similar import Neighbours, candidate
from diagnose.similar import weights as files

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from diagnose.similar import Near, Sure

TARGET = os.path.join(os.path.dirname(os.path.abspath(files.__file__)), files.FILE)
WRONG_AT_MOST = 0.023
"""Of the strangers that are learnt from, this share may be given a page."""
STEPS = 20
COMPARED = 6


class Judged(NamedTuple):
    """A case, and the wordings that are nearest to it."""

    case: cases.Case
    found: list[Near]
    pages: dict[int, str]
    """The page of each entry, "" for a known message."""

    def sure(self) -> Sure | None:
        """The page that may be given, near enough or not."""
        return candidate(self.found, lambda near: bool(self.pages[near.number]))

    def is_right(self, sure: Sure | None) -> bool:
        """Whether that is the page it should be."""
        return sure is not None and self.pages[sure.near.number] == self.case.page


def all_cases(engine: Engine) -> Iterator[cases.Case]:
    """Every case there is."""
    yield from cases.mutations(engine)
    yield from cases.rewordings(engine)
    yield from cases.strangers(engine)


def judged(engine: Engine, drawn: Iterable[cases.Case]) -> list[Judged]:
    """Each case with its nearest wordings."""
    neighbours = Neighbours(engine.catalog.shapes(), words)
    out = []
    for case in drawn:
        found = neighbours.nearest(case.message, case.without)
        entries = {near.number: engine.catalog.entry_at(near.number) for near in found}
        pages = {at: "" if entry.is_known else entry.id for at, entry in entries.items()}
        out.append(Judged(case, found, pages))
    return out


def is_learnt_from(case: cases.Case) -> bool:
    """Half of the pages, half of the strangers."""
    return crc32((case.page or case.message).encode()) % 2 == 0


def main() -> int:
    engine = Engine(budget_ms=0)
    learnt = judged(engine, filter(is_learnt_from, all_cases(engine)))
    ranking = _ranking(learnt)
    _write(ranking)
    scored = [_scored_again(each, ranking) for each in learnt]
    learnt_weights = _calibrated(ranking, scored)
    _write(learnt_weights)
    print(f"{TARGET}: learnt from {len(learnt)} messages, least {learnt_weights.least}")
    return 0


def _write(weights: files.Weights) -> None:
    with open(TARGET, "w", encoding="utf-8") as file:
        file.write(files.written(weights))


def _ranking(learnt: list[Judged]) -> files.Weights:
    """What tells the right wording from the others of its list."""
    rows = [
        (near.features, each.pages[near.number] == each.case.page != "")
        for each in learnt
        for near in each.found[:COMPARED]
    ]
    features = np.array([row for row, _ in rows])
    right = np.array([is_right for _, is_right in rows])
    model = LogisticRegression(C=3.0, max_iter=2000).fit(features, right)
    of = [float(value) for value in model.coef_[0]]
    return files.Weights(float(model.intercept_[0]), of, (0.0, 1.0, 0.0), 0.0, [(0, 0), (1, 1)])


def _scored_again(each: Judged, weights: files.Weights) -> Judged:
    found = [near._replace(score=weights.score(near.features)) for near in each.found]
    return each._replace(found=sorted(found, key=lambda near: -near.score))


def _calibrated(ranking: files.Weights, scored: list[Judged]) -> files.Weights:
    answers = [(each, sure) for each in scored if (sure := each.sure())]
    right = np.array([each.is_right(sure) for each, sure in answers], dtype=float)
    inputs = np.array([[sure.near.score, sure.margin] for _, sure in answers])
    model = LogisticRegression(C=3.0, max_iter=2000).fit(inputs, right)
    of_score, of_margin = map(float, model.coef_[0])
    weights = ranking._replace(sure=(float(model.intercept_[0]), of_score, of_margin))
    shares = np.array([weights.share(score, margin) for score, margin in inputs])
    mapped = IsotonicRegression(y_min=0, y_max=0.99, out_of_bounds="clip").fit(shares, right)
    places = [step / STEPS for step in range(STEPS + 1)]
    steps = [
        (place, float(said)) for place, said in zip(places, mapped.predict(places), strict=True)
    ]
    weights = weights._replace(steps=steps)
    return weights._replace(least=_least(weights, scored))


def _least(weights: files.Weights, scored: list[Judged]) -> float:
    """The confidence at which few enough strangers are given a page."""
    strangers = [each for each in scored if each.case.kind in cases.STRANGERS]
    said = sorted(
        (
            weights.confidence(sure.near.score, sure.margin)
            for each in strangers
            if (sure := each.sure())
        ),
        reverse=True,
    )
    allowed = int(WRONG_AT_MOST * len(strangers))
    return round(said[allowed] + 0.001, 3) if allowed < len(said) else 0.5


if __name__ == "__main__":
    sys.exit(main())
