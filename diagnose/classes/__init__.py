"""The failure class of a message that no page knows.

Weights learnt from labelled messages weigh the words of a message, and the cues of the classes'
pages. Only a class that is sure enough is named: else there is no answer. Everything is loaded at
the first question.
"""

from __future__ import annotations

import os
from functools import lru_cache

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping

    from diagnose.classes.cues import Cues
    from diagnose.classes.pages import ClassPage
    from diagnose.classes.roles import Rule
    from diagnose.classes.weights import Weights
    from diagnose.model import Command

NO_CLASS = frozenset({"null", "other"})
"""What the weights know besides the classes: no failure, and a failure of no class."""

_FOLDER = os.path.dirname(os.path.abspath(__file__))
_TOLD = lazy_pattern(
    r"(?s:.{0,90}?)"
    r"(?:\b(?:INFO|DEBUG|TRACE|NOTICE)\b|\bLOG:|\b(?:level|lvl)=(?:info|debug|trace)\b)"
)
"""A record of a log that says itself that it is no failure."""
_CODE = lazy_pattern(
    r"\s*(?:(?i:select\s[^\n]*?\sfrom\s|select\s[^\n]*;$|insert\s+into\s|with\s+\w+\s+as\s*\("
    r"|create\s++[a-z]++(?:\s[^\n]*\)|[a-z ]*+\s[^\n]*\))|statement (?:error|ok)\b)"
    r"|[\w.\-]+ ?= ?\S*$|\w+\{[^}]*+\} [\d.]+$|(?:#|--|//|/\*)\s)"
)
"""A statement, a setting, a measured value or a comment."""


class Class_(NamedTuple):  # noqa: N801 - ``class`` is a keyword
    """The class of a message."""

    name: str
    confidence: float
    """How often such an answer is right."""
    roles: Mapping[str, str]
    """What the message says: ``parameter``, ``value``, ``lower``, ``current`` ..."""


class _Room(NamedTuple):
    """What is loaded at the first question."""

    concepts: Mapping[str, str]
    cues: Cues


def classify(message: str) -> Class_ | None:
    """The class of a message; None where it reports no failure, or nothing is sure enough.

    >>> found = classify("max_rows must be between 1 and 500, got 900")
    >>> found.name, found.roles["upper"], found.roles["value"]
    ('range_validation', '500', '900')
    >>> classify("worker 3 started") is None
    True
    """
    name, confidence = best(message)
    if name in NO_CLASS or not _weights().answers_at(name, confidence):
        return None
    from diagnose.classes.roles import roles_of

    roles = roles_of(message, rules(name), page(name).extract)
    return Class_(name, round(confidence, 2), roles)


def best(message: str) -> tuple[str, float]:
    """The most likely class, or ``null`` or ``other``, and the confidence; sure or not."""
    if says_harmless(message):
        return "null", 1.0
    weights = _weights()
    shares = weights.scores(features_in(message))
    top = max(range(len(shares)), key=shares.__getitem__)
    return weights.classes[top], weights.confidence(shares[top])


def says_harmless(message: str) -> bool:
    """Whether it says itself that it is no failure: a record at INFO, a setting, a statement."""
    return bool(_TOLD.match(message) or _CODE.match(message))


def features_in(message: str) -> set[str]:
    """The features by which a message is weighed."""
    from diagnose.classes.features import features_of
    from diagnose.classes.words import words_of

    room = _room()
    return features_of(words_of(message), room.concepts, room.cues)


def page(name: str) -> ClassPage:
    """The page of a class. Raises ``KeyError`` for a name that is none.

    >>> page("timeout").retry
    'yes'
    """
    from diagnose.classes import pages

    return pages.all_pages()[name]


def advice(name: str) -> tuple[Command, ...]:
    """What the page of a class says to check and to do; empty for a name that is no class."""
    from diagnose.classes import advising

    return advising.advice(name)


def cause(name: str) -> str:
    """What a failure of a class means and what is usually behind it."""
    from diagnose.classes import advising

    return advising.cause(page(name))


def names() -> tuple[str, ...]:
    """The names of all classes."""
    from diagnose.classes import pages

    return tuple(pages.all_pages())


@lru_cache(maxsize=64)
def rules(name: str) -> tuple[Rule, ...]:
    """The patterns of a class for what its messages say."""
    from diagnose.classes.roles import Rule

    return tuple(Rule(pattern, implied) for pattern, implied in page(name).roles)


@lru_cache(maxsize=1)
def _weights() -> Weights:
    from diagnose.classes import weights

    return weights.load()


@lru_cache(maxsize=1)
def _room() -> _Room:
    from diagnose.classes import pages
    from diagnose.classes.cues import Cues
    from diagnose.classes.features import HARMLESS

    loaded = pages.all_pages()
    concepts = _concepts()
    cued = {name: each.cues for name, each in loaded.items()}
    return _Room(concepts, Cues({**cued, HARMLESS: _lines("harmless.txt")}, concepts))


def _concepts() -> dict[str, str]:
    concepts: dict[str, str] = {}
    for line in _lines("concepts.txt"):
        name, _, said = line.partition("\t")
        for word in said.split():
            concepts.setdefault(word, name)
    return concepts


def _lines(name: str) -> list[str]:
    with open(os.path.join(_FOLDER, name), encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip() and line[0] != "#"]
