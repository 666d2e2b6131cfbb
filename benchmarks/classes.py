"""How well failure classes are recognised in messages of libraries that nothing was learnt from.

    python benchmarks/classes.py LABELLED.jsonl [--harmless LINES.txt] [--shipped] [--misses N]

Reads JSONL rows ``{"message": ..., "class": name or "other" or null, "library": ..., "sampling":
"random" | "fresh" | ...}``. By default it learns anew, six times, each time without a sixth of the
libraries, judges those, and calibrates without them too (needs what ``classes_train.py`` needs).
With ``--shipped`` it judges the weights that come with the program: honest only for messages that
they were not learnt from. Intervals are 95 %, by drawing libraries with replacement.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from diagnose import classes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

DRAWS = 400
FAIR = frozenset({"random", "fresh"})
"""Samplings that say how often a class is met in the wild."""
BINS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01)


class Judged(NamedTuple):
    """A message, what it is, and what the program says."""

    message: str
    label: str
    library: str
    sampling: str
    guess: str
    confidence: float
    answered: bool

    @property
    def is_right(self) -> bool:
        """Whether the answer is given and right."""
        return self.answered and self.guess == self.label

    @property
    def is_error(self) -> bool:
        """Whether the message has one of the classes."""
        return self.label not in classes.NO_CLASS


def share(some: int, of: int) -> float:
    """A share; 0 of none."""
    return some / of if of else 0.0


def precision(rows: Sequence[Judged]) -> float:
    """How many of the answers are right."""
    return share(sum(row.is_right for row in rows), sum(row.answered for row in rows))


def recall(rows: Sequence[Judged]) -> float:
    """How many of the messages that have a class are answered rightly."""
    return share(sum(row.is_right for row in rows), sum(row.is_error for row in rows))


def named(rows: Sequence[Judged]) -> float:
    """How many are given a class."""
    return share(sum(row.answered for row in rows), len(rows))


def precision_of(name: str) -> Callable[[Sequence[Judged]], float]:
    """The precision of one class."""
    return lambda rows: precision([row for row in rows if row.guess == name])


def recall_of(name: str) -> Callable[[Sequence[Judged]], float]:
    """The recall of one class."""
    return lambda rows: recall([row for row in rows if row.label == name])


def macro_f1(rows: Sequence[Judged]) -> float:
    """The mean, over the classes, of the harmonic mean of precision and recall."""
    right: dict[str, int] = defaultdict(int)
    total: dict[str, int] = defaultdict(int)
    for row in rows:
        total[row.label] += row.is_error
        if row.answered:
            total[row.guess] += 1
            right[row.guess] += row.is_right
    present = {row.label for row in rows if row.is_error}
    return share(1, len(present)) * sum(share(2 * right[each], total[each]) for each in present)


def calibration_error(rows: Sequence[Judged]) -> float:
    """The mean distance between confidence and share of right answers, over the bins."""
    answered = [row for row in rows if row.answered]
    parts = [
        abs(share(sum(row.is_right for row in part), len(part)) - mean_confidence(part)) * len(part)
        for part in binned(answered)
        if part
    ]
    return share(1, len(answered)) * sum(parts)


def binned(rows: Sequence[Judged]) -> list[list[Judged]]:
    """The rows by confidence."""
    return [[row for row in rows if low <= row.confidence < high] for low, high in pairwise(BINS)]


def mean_confidence(rows: Sequence[Judged]) -> float:
    """The mean confidence."""
    return share(1, len(rows)) * sum(row.confidence for row in rows)


def interval(
    rows: Sequence[Judged], figure: Callable[[Sequence[Judged]], float]
) -> tuple[float, float]:
    """Between what a figure lies in 95 of 100 draws of libraries."""
    by_library: dict[str, list[Judged]] = defaultdict(list)
    for row in rows:
        by_library[row.library].append(row)
    libraries = list(by_library.values())
    draw = random.Random(0)
    found = sorted(
        figure([row for rows_ in draw.choices(libraries, k=len(libraries)) for row in rows_])
        for _ in range(DRAWS)
    )
    return found[DRAWS // 40], found[-DRAWS // 40]


def report(rows: Sequence[Judged], harmless: Sequence[Judged]) -> None:
    """Print all figures beside their targets."""
    fair = [row for row in rows if row.sampling in FAIR]
    of_none = [row for row in rows if row.label == "null"]
    others = [row for row in rows if row.label == "other"]
    for title, chosen, figure, target in (
        ("precision, random and fresh", fair, precision, ">= 0.85"),
        ("recall, random and fresh", fair, recall, ">= 0.60"),
        ("range_validation precision", rows, precision_of("range_validation"), ">= 0.92"),
        ("range_validation recall", rows, recall_of("range_validation"), ">= 0.90"),
        ("invalid_state precision", rows, precision_of("invalid_state"), ">= 0.88"),
        ("invalid_state recall", rows, recall_of("invalid_state"), ">= 0.80"),
        ("harmless rows given a class", of_none, named, "<= 0.05"),
        ("harmless lines given a class", harmless, named, "<= 0.05"),
        ("other given a class", others, named, "<= 0.20"),
        ("macro F1", rows, macro_f1, ">= 0.85"),
        ("precision, all", rows, precision, ""),
        ("recall, all", rows, recall, ""),
        ("expected calibration error", rows, calibration_error, "<= 0.05"),
    ):
        if chosen:
            low, high = interval(chosen, figure)
            shown = f"{figure(chosen):.3f}  [{low:.3f}, {high:.3f}]  {target}"
            print(f"{title:32} {shown}  n={len(chosen)}")
    print("\nconfidence   answers  mean   right")
    for low, part in zip(BINS, binned([row for row in rows if row.answered]), strict=False):
        if part:
            shown = f"{len(part):5}    {mean_confidence(part):.3f}  {precision(part):.3f}"
            print(f">= {low:.2f}      {shown}")
    print("\nclass                    n  precision  recall")
    for name in classes.names():
        count = sum(row.label == name for row in rows)
        found = f"{precision_of(name)(rows):.2f}       {recall_of(name)(rows):.2f}"
        print(f"{name:22} {count:4}  {found}")


def shipped(message: str, label: str, library: str, sampling: str) -> Judged:
    """What the program as it is says of a message."""
    name, confidence = classes.best(message)
    return Judged(
        message, label, library, sampling, name, confidence, classes.classify(message) is not None
    )


def learnt_anew(path: str, lines: Sequence[str]) -> tuple[list[Judged], list[Judged]]:
    """What models say of the rows and lines that they did not learn from."""
    import classes_train as train

    rows = train.labelled(path)
    extra = [train.Labelled(line, "null", str(at), "line") for at, line in enumerate(lines)]
    found, folds, said = train.cross_validated(rows, train.own_messages(), extra)

    def judged(row: train.Labelled, guess: train.Guess, fold: int) -> Judged:
        others = [at for at, each in enumerate(folds) if each != fold]
        if fold not in knots:
            knots[fold] = train.calibrated(
                [found[at] for at in others], [rows[at] for at in others]
            )
        label, score = ("null", 1.0) if classes.says_harmless(row.message) else guess
        sure = train.confidence_at(score, knots[fold])
        answered = train.is_class(guess._replace(label=label))
        answered = answered and score >= train.ANSWERS.get(label, train.ANSWERS[""])
        return Judged(row.message, row.label, row.group, row.sampling, label, sure, answered)

    knots: dict[int, list[tuple[float, float]]] = {}
    inside = [judged(*each) for each in zip(rows, found, folds, strict=True)]
    outside = [
        judged(row, said[at % len(said)][at], at % len(said)) for at, row in enumerate(extra)
    ]
    return inside, outside


def main() -> int:
    """Print the figures; 0 always."""
    asked = _arguments()
    lines: list[str] = []
    if asked.harmless:
        with open(asked.harmless, encoding="utf-8") as file:
            lines = [line.strip() for line in file if line.strip()]
    if asked.shipped:
        with open(asked.labelled, encoding="utf-8") as file:
            said = [json.loads(line) for line in file]
        rows = [
            shipped(row["message"], row["class"] or "null", row["library"], row.get("sampling", ""))
            for row in said
        ]
        harmless = [shipped(line, "null", str(at), "line") for at, line in enumerate(lines)]
    else:
        rows, harmless = learnt_anew(asked.labelled, lines)
    report(rows, harmless)
    wrong = [row for row in [*rows, *harmless] if row.guess != row.label]
    for row in wrong[: asked.misses]:
        mark = "answered" if row.answered else "silent"
        print(f"{mark:8} {row.confidence:.2f} {row.label} -> {row.guess}: {row.message[:140]!r}")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("labelled", metavar="LABELLED.jsonl")
    parser.add_argument("--harmless", metavar="LINES.txt", help="lines that report no failure")
    parser.add_argument("--shipped", action="store_true", help="judge the shipped weights")
    parser.add_argument("--misses", type=int, default=0, help="how many to list")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
