"""Learns the weights by which messages are classified, and writes ``diagnose/classes/weights.tsv``.

Learns from ``classes_messages.tsv``, from the examples of the class pages and of the catalogue, and
from JSONL files of labelled messages, ``{"message": ..., "class": ... or null, "library": ...}``.
Needs numpy, scipy and scikit-learn; the program itself needs none of them.

    python benchmarks/classes_train.py [LABELLED.jsonl ...]
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.isotonic import IsotonicRegression
from sklearn.linear_model import LogisticRegression

from diagnose import catalog, classes
from diagnose.classes import weights as files

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = os.path.dirname(os.path.abspath(__file__))
TARGET = os.path.join(os.path.dirname(os.path.abspath(files.__file__)), files.FILE)
OWN = os.path.join(HERE, "classes_messages.tsv")
FOLDS = 6
STRENGTH = 0.4
"""How freely the weights fit: scikit-learn's C."""
CAUTION = 1.2
"""Added to the score of ``null``: a class given to a harmless line is worse than none."""
ANSWERS = {"": 0.5, "invalid_state": 0.55}
"""From which score on a class is named; ``""`` for all others."""
FEWEST = 2
"""A feature of fewer messages is left out."""
LEAST = 6
"""Weights below this, in hundredths, are left out."""
PAGE_EXAMPLES = 3
LONGEST = 300
PAGE_WEIGHT, OWN_WEIGHT = 0.35, 0.8


class Labelled(NamedTuple):
    """A message of which the class is known."""

    message: str
    label: str
    group: str
    """The library it comes from: of one group all or none are learnt from."""
    sampling: str = ""
    weight: float = 1.0


def labelled(path: str) -> list[Labelled]:
    """The messages of a JSONL file."""
    with open(path, encoding="utf-8") as file:
        rows: list[dict[str, Any]] = [json.loads(line) for line in file]
    return [
        Labelled(row["message"], row["class"] or "null", row["library"], row.get("sampling", ""))
        for row in rows
    ]


def own_messages() -> list[Labelled]:
    """What there is to learn from without any other file."""
    with open(OWN, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line[0] != "#"]
    found = [Labelled(text, label, "", "own", OWN_WEIGHT) for label, text in rows]
    for name in classes.names():
        page = classes.page(name)
        found += [Labelled(text, name, "", "own") for text, _ in page.examples]
        found += [Labelled(text, other or "null", "", "own") for text, other, _ in page.look_alikes]
    return found + catalogue_messages()


def catalogue_messages() -> list[Labelled]:
    """First lines of the examples of the catalogue's pages."""
    found: list[Labelled] = []
    for page in catalog.built_in().pages:
        texts = [each.text.strip().split("\n")[0] for each in page.entry.examples[:PAGE_EXAMPLES]]
        name = page.entry.class_
        found += [
            Labelled(text, name, "", "page", PAGE_WEIGHT)
            for text in dict.fromkeys(texts)
            if name and len(text) < LONGEST
        ]
    return found


class Model(NamedTuple):
    """Weights before they are rounded."""

    classes: list[str]
    start: Any
    names: list[str]
    table: Any
    """One row a class, one column a feature."""

    def scores(self, features: Sequence[set[str]]) -> Any:
        """The share of each class in each message."""
        matrix = _matrix(features, {name: number for number, name in enumerate(self.names)})
        sums = np.asarray(matrix @ self.table.T) + self.start
        sums -= sums.max(axis=1, keepdims=True)
        shares = np.exp(sums)
        return shares / shares.sum(axis=1, keepdims=True)


def importance(feature: str) -> float:
    """How much a kind of feature is trusted before anything is learnt."""
    if feature.startswith("c:"):
        return 2.0
    if feature.startswith("g:"):
        return 0.5
    return 0.6 if " " in feature else 0.8


def learn(rows: Sequence[Labelled], features: Sequence[set[str]]) -> Model:
    """Weights from messages and their features."""
    counts = Counter(name for each in features for name in each)
    names = sorted(name for name, count in counts.items() if count >= FEWEST)
    scale = np.array([importance(name) for name in names])
    matrix = _matrix(features, {name: number for number, name in enumerate(names)})
    model = LogisticRegression(C=STRENGTH, max_iter=200, tol=1e-3)
    model.fit(
        matrix.multiply(scale).tocsr(),
        [row.label for row in rows],
        sample_weight=[row.weight for row in rows],
    )
    known = list(model.classes_)
    start = model.intercept_.copy()
    start[known.index("null")] += CAUTION
    return Model(known, start, names, model.coef_ * scale)


def _matrix(features: Sequence[set[str]], numbers: dict[str, int]) -> Any:
    columns = [[numbers[name] for name in sorted(each) if name in numbers] for each in features]
    ends = np.cumsum([0, *map(len, columns)])
    flat = np.array([column for each in columns for column in each], dtype=int)
    return csr_matrix((np.ones(len(flat)), flat, ends), shape=(len(features), len(numbers)))


class Guess(NamedTuple):
    """The most likely label of a message, and its score."""

    label: str
    score: float


def guesses(model: Model, features: Sequence[set[str]]) -> list[Guess]:
    """What a model says of messages."""
    shares = model.scores(features)
    return [Guess(model.classes[int(row.argmax())], float(row.max())) for row in shares]


def cross_validated(
    rows: Sequence[Labelled], always: Sequence[Labelled], extra: Sequence[Labelled] = ()
) -> tuple[list[Guess], list[int], list[list[Guess]]]:
    """For each row what a model says that learnt from other libraries, and its fold; of ``extra``
    what each of the models says."""
    groups = sorted({row.group for row in rows})
    order = np.random.default_rng(0).permutation(len(groups))
    fold_of = {group: int(place) % FOLDS for group, place in zip(groups, order, strict=True)}
    folds = [fold_of[row.group] for row in rows]
    features = [classes.features_in(row.message) for row in rows]
    common = [classes.features_in(row.message) for row in always]
    more = [classes.features_in(row.message) for row in extra]
    found: list[Guess] = [Guess("", 0.0)] * len(rows)
    said: list[list[Guess]] = []
    for fold in range(FOLDS):
        learnt = [number for number, each in enumerate(folds) if each != fold]
        tried = [number for number, each in enumerate(folds) if each == fold]
        model = learn(
            [*(rows[number] for number in learnt), *always],
            [*(features[number] for number in learnt), *common],
        )
        for number, guess in zip(
            tried, guesses(model, [features[number] for number in tried]), strict=True
        ):
            found[number] = guess
        said.append(guesses(model, more))
    return found, folds, said


def calibrated(found: Sequence[Guess], rows: Sequence[Labelled]) -> list[tuple[float, float]]:
    """Scores, and how often guesses of classes are right there."""
    named = [(g.score, g.label == r.label) for g, r in zip(found, rows, strict=True) if is_class(g)]
    curve = IsotonicRegression(y_min=0.02, y_max=0.98, out_of_bounds="clip")
    curve.fit([score for score, _ in named], [float(right) for _, right in named])
    at = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0]
    smooth = np.convolve(
        np.pad(curve.predict(np.linspace(0, 1.05, 106)), 4, "edge"), np.ones(9) / 9
    )
    return [(each, round(float(smooth[round(each * 100) + 8]), 3)) for each in at]


def is_class(guess: Guess) -> bool:
    """Whether a guess is one of the classes."""
    return guess.label not in classes.NO_CLASS


def confidence_at(score: float, knots: Sequence[tuple[float, float]]) -> float:
    """The confidence that belongs to a score."""
    return float(np.interp(score, [a for a, _ in knots], [b for _, b in knots]))


def written(model: Model, knots: Sequence[tuple[float, float]], source: str) -> str:
    """The text of the file of weights."""
    start = np.round(model.start * files.UNIT).astype(int)
    answers = {name: round(confidence_at(at, knots), 3) for name, at in ANSWERS.items()}
    lines = [
        "# Made by benchmarks/classes_train.py; see diagnose/classes/weights.py for the form.",
        f"# Learnt from {source}.",
        "classes\t" + " ".join(model.classes),
        "start\t" + " ".join(map(str, start)),
        "confidence\t" + " ".join(f"{score}:{share}" for score, share in knots),
        "answers\t" + " ".join(f"{name or '*'}:{at}" for name, at in answers.items()),
    ]
    rounded = np.round(model.table * files.UNIT).astype(int)
    for number, name in enumerate(model.names):
        pairs = [f"{at}:{each}" for at, each in enumerate(rounded[:, number]) if abs(each) >= LEAST]
        if pairs:
            lines.append(f"{name}\t{' '.join(pairs)}")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Learn from everything, calibrate on what each model had not seen, write the file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("labelled", nargs="*", metavar="LABELLED.jsonl")
    asked = parser.parse_args()
    rows = [row for path in asked.labelled for row in labelled(path)]
    always = own_messages()
    judged = rows or [row._replace(group=str(at % 60)) for at, row in enumerate(always)]
    found, _, _ = cross_validated(judged, always if rows else [])
    knots = calibrated(found, judged)
    everything = [*rows, *always]
    model = learn(everything, [classes.features_in(row.message) for row in everything])
    source = f"{len(always)} own messages and {len(rows)} labelled ones"
    with open(TARGET, "w", encoding="utf-8") as file:
        file.write(written(model, knots, source))
    print(f"{TARGET}: {os.path.getsize(TARGET) // 1024} KiB, learnt from {source}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
