"""How near a message is to a template: a few shares between 0 and 1."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Sequence

GAP = "*"
_VALUE = lazy_pattern(
    r"\"[^\"\n]{0,300}\"|'[^'\n]{0,300}'|`[^`\n]{0,300}`|(?<!\w)[+-]?\d[\w.:/+\-]*+"
)
"""What is surely a value: quoted, or a number."""
_PIECE = lazy_pattern(r"\S++")
_SIGNS = frozenset("/_@")
"""A piece with one of them is a path, an address or a name."""
NEAR_WORD = 75
"""Two words of which so much per cent is the same may be one of them mistyped."""


class Features(NamedTuple):
    """What speaks for a template; ``weights.tsv`` says how much."""

    covered: float
    """Of the template's words, by rarity, those that the message has."""
    explained: float
    """Of the message's words, by rarity, those that the template has."""
    ordered: float
    """Of the template's words, those that come in its order."""
    alike: float
    """Of the characters, values left out."""
    alike_start: float
    """The same of the message and a start of the template as long as it is."""
    sorted_alike: float
    """The same with the words in alphabetical order."""
    rare: float
    """How much the words found prove: 1 for many rare ones."""
    gaps: float
    """How much of the template is placeholders."""
    missing: float
    """How much the template's words prove that are not there."""
    extra: float
    """How much the message's words prove that the template does not have."""
    exact: float
    """Of the template's words, by rarity, those that are there letter by letter."""


def is_quoted(said: Said, words: Sequence[str]) -> bool:
    """Whether a message has a template's words in values only: it mentions, it does not say."""
    return set(said.own).isdisjoint(words) and not set(said.words).isdisjoint(words)


class Said(NamedTuple):
    """A message, prepared."""

    text: str
    masked: str
    words: Sequence[str]
    """Those of the whole text."""
    own: Sequence[str]
    """Those that are surely no values, and what each proves."""
    weights: Sequence[float]


def masked(text: str) -> str:
    """A message with gaps for its values.

    >>> masked('table "t" has 7 rows')
    'table * has * rows'
    """
    return _PIECE.sub(_named, _VALUE.sub(GAP, text))


def _named(piece: re.Match[str]) -> str:
    return piece[0] if _SIGNS.isdisjoint(piece[0]) else GAP


ENOUGH = 30.0
"""So much rarity proves itself."""


def compare(
    said: Said, skeleton: str, words: Sequence[str], rarity: Callable[[str], float]
) -> Features:
    """The features of a message and a template, both in lower case."""
    from rapidfuzz import fuzz
    from rapidfuzz.distance import LCSseq

    there = dict.fromkeys(said.words)
    found = {
        word: word if word in there else _mistyped(word, there.keys())
        for word in dict.fromkeys(words)
    }
    weights = {word: rarity(word) for word in found}
    total = sum(weights.values()) or 1.0
    got = sum(weight for word, weight in weights.items() if found[word])
    used = {other for other in found.values() if other}
    explained = sum(w for word, w in zip(said.own, said.weights, strict=True) if word in used)
    texts = (said.masked, said.text)
    own = [found[word] or word for word in words]
    return Features(
        covered=got / total,
        explained=explained / (sum(said.weights) or 1.0),
        ordered=LCSseq.similarity(own, list(said.words)) / (len(own) or 1),
        alike=max(fuzz.ratio(skeleton, text) for text in texts) / 100,
        alike_start=max(fuzz.ratio(skeleton[: len(text) + 2], text) for text in texts) / 100,
        sorted_alike=max(fuzz.token_sort_ratio(skeleton, text) for text in texts) / 100,
        rare=min(1.0, got / ENOUGH),
        gaps=skeleton.count(GAP) / (len(words) + skeleton.count(GAP)),
        missing=min(1.0, (total - got) / ENOUGH),
        extra=min(1.0, (sum(said.weights) - explained) / ENOUGH),
        exact=sum(weight for word, weight in weights.items() if word in there) / total,
    )


def _mistyped(word: str, there: Iterable[str]) -> str:
    """The word that was meant, of those that are there; "" for none."""
    from rapidfuzz import fuzz, process

    if len(word) < 4:  # noqa: PLR2004 - in a shorter one every letter counts
        return ""
    found = process.extractOne(word, there, scorer=fuzz.ratio, score_cutoff=NEAR_WORD)
    return found[0] if found else ""
