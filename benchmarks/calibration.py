"""Whether a confidence says how often an answer is right: near misses and failure classes.

Near misses are judged on the half of the pages and strangers that nothing was learnt from, classes
by models that learnt nothing from the message's library. Needs numpy, scipy and scikit-learn for
the classes, and labelled messages: ``{"message": ..., "class": ... or null, "library": ...}``.

    python benchmarks/calibration.py [LABELLED.jsonl]
"""

from __future__ import annotations

import argparse
import sys
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from similar_train import all_cases, is_learnt_from, judged

from diagnose.engine import Engine
from diagnose.similar import weights

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BINS = (0.0, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01)
TARGET = 0.05


class Answer(NamedTuple):
    """An answer that was given."""

    kind: str
    confidence: float
    is_right: bool


def similar_answers() -> Iterator[Answer]:
    """What near misses say of messages that their weights did not learn from."""
    engine = Engine(budget_ms=0)
    least = weights.load().least
    for each in judged(engine, (case for case in all_cases(engine) if not is_learnt_from(case))):
        sure = each.sure()
        if sure and sure.confidence >= least:
            yield Answer("similar", sure.confidence, each.is_right(sure))


def class_answers(path: str) -> Iterator[Answer]:
    """What classes say of libraries that their weights did not learn from."""
    import classes

    rows, _ = classes.learnt_anew(path, [])
    return (Answer("class", row.confidence, row.is_right) for row in rows if row.answered)


def binned(answers: Sequence[Answer]) -> list[list[Answer]]:
    """The answers by confidence."""
    return [
        [each for each in answers if low <= each.confidence < high] for low, high in pairwise(BINS)
    ]


def said(answers: Sequence[Answer]) -> float:
    """The mean confidence."""
    return sum(each.confidence for each in answers) / len(answers)


def right(answers: Sequence[Answer]) -> float:
    """The share of right answers."""
    return sum(each.is_right for each in answers) / len(answers)


def error(answers: Sequence[Answer]) -> float:
    """The expected calibration error."""
    parts = [abs(said(part) - right(part)) * len(part) for part in binned(answers) if part]
    return sum(parts) / len(answers)


def report(title: str, answers: Sequence[Answer]) -> None:
    """Print the table of one kind of answers."""
    print(f"\n{title}\nconfidence   answers   said   right")
    for low, part in zip(BINS, binned(answers), strict=False):
        if part:
            print(f">= {low:.2f}      {len(part):5}    {said(part):.3f}  {right(part):.3f}")
    print(f"expected calibration error {error(answers):.3f}  (<= {TARGET})  n={len(answers)}")


def main() -> int:
    """Print the tables; 1 when a calibration error is above the target."""
    parser = argparse.ArgumentParser(description="Whether confidences say what they mean.")
    parser.add_argument("labelled", metavar="LABELLED.jsonl", nargs="?")
    asked = parser.parse_args()
    kinds = {"similar": list(similar_answers())}
    if asked.labelled:
        kinds["class"] = list(class_answers(asked.labelled))
        kinds["both"] = [each for answers in kinds.values() for each in answers]
    for title, answers in kinds.items():
        report(title, answers)
    return int(any(error(answers) > TARGET for answers in kinds.values()))


if __name__ == "__main__":
    sys.exit(main())
