"""Pages by words, ids by likeness."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from diagnose.model import Entry

MOST_FOUND = 50
MOST_NEAR = 3
LIKE_ENOUGH = 70
WEIGHTS = (8, 6, 4, 1)
"""Of title, id, wordings and the rest."""


def nearest(word: str, ids: Sequence[str]) -> list[str]:
    """The ids that are most like a word, the best first.

    >>> nearest("a/no-such-tabel", ["a/no-such-table", "b/other"])
    ['a/no-such-table']
    """
    from rapidfuzz import fuzz, process

    slugs = {each: each.rpartition("/")[2] for each in ids}
    whole = process.extract(word, ids, scorer=fuzz.ratio, score_cutoff=LIKE_ENOUGH)
    part = process.extract(
        word.rpartition("/")[2], slugs, scorer=fuzz.ratio, score_cutoff=LIKE_ENOUGH
    )
    scores = {each: score for each, score, _ in whole}
    for _, score, each in part:
        scores[each] = max(scores.get(each, 0), score - 1)
    return sorted(scores, key=lambda each: (-scores[each], each))[:MOST_NEAR]


def ranked(query: str, entries: Iterable[Entry]) -> list[Entry]:
    """Entries that hold all words, the best first; if there is none, those that hold most."""
    words = query.casefold().split()
    scored = [(*_score(words, entry), entry) for entry in entries]
    most = max((held for held, _, _ in scored), default=0)
    best = [(score, entry) for held, score, entry in scored if held == most and held]
    best.sort(key=lambda pair: (-pair[0], pair[1].id))
    return [entry for _, entry in best[:MOST_FOUND]]


def _score(words: Sequence[str], entry: Entry) -> tuple[int, int]:
    """How many words it holds, and how well."""
    fields = [field.casefold() for field in _fields(entry)]
    weights = [
        max((weight for weight, field in zip(WEIGHTS, fields, strict=True) if word in field),
            default=0)
        for word in words
    ]  # fmt: skip
    explained = 1 if entry.explanations else 0
    return sum(map(bool, weights)), 2 * sum(weights) + explained


def _fields(entry: Entry) -> tuple[str, str, str, str]:
    wordings = " ".join(wording.template for wording in entry.wordings)
    causes = " ".join(explanation.cause for explanation in entry.explanations)
    rest = f"{causes} {entry.document.meaning} {entry.document.trigger} {entry.class_}"
    return entry.title, entry.id, wordings, rest
