"""Templates that fit a text as well as another page does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diagnose import template
from diagnose.authoring.sample import sample

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from diagnose.matcher import Candidate, Matcher
    from diagnose.model import Entry, Value

FEWEST_SWALLOWED = 2
"""So many words of another message inside a page's values are no coincidence."""


def rivals(entry: Entry, text: str, matcher: Matcher) -> Iterator[str]:
    """Other pages that fit a whole text with as many literal characters as a page does.

    Only the ids would decide between them. A message of the inventory is no
    rival: pages come before it.
    """
    fitting = _fitting(text, matcher)
    own = {each.literals for each in fitting if each.entry.id == entry.id}
    for rival in fitting:
        if rival.entry.id != entry.id and rival.literals in own:
            yield f"{rival.entry.id} fits it as well, with as many literal characters: {text!r}"


def undecided(source: str, matcher: Matcher) -> Iterator[tuple[str, str]]:
    """Ids of pages between which only the ids decide for a message of the inventory, and why."""
    text = sample(source).text
    fitting = _fitting(text, matcher)
    best = [each for each in fitting if each.literals == fitting[0].literals]
    ids = sorted({each.entry.id for each in best})
    for own in ids if len(ids) > 1 else ():
        others = ", ".join(other for other in ids if other != own)
        yield own, f"{others} fits {text!r} as well, with as many literal characters"


def _fitting(text: str, matcher: Matcher) -> list[Candidate]:
    """Pages, best first, that fit a whole text."""
    return [
        candidate
        for candidate in matcher.candidates(text)
        if candidate.entry.role != "wrapper"
        and not candidate.entry.is_known
        and not candidate.wording.below
        and candidate.compiled.at(text)
    ]


def swallows(page: str, captures: Mapping[str, Value], known: str) -> bool:
    """Whether a page's values hold words that a more specific template has as its own.

    >>> swallows("cannot open: {why}", {"why": "the drawer jams"}, "cannot open: the {x} jams")
    True
    >>> swallows("cannot open {what}", {"what": "it"}, "cannot open {what} HINT: turn the key")
    False
    """
    values = " ".join(str(value) for value in captures.values())
    more = _words(known) - _words(page)
    return len(more & set(template.words(values))) >= FEWEST_SWALLOWED


def _words(source: str) -> set[str]:
    return {word for each in template.anchor_words(template.parse(source)) for word in each}
