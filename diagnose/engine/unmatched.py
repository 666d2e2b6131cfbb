"""A failing message that no template fits: what can still be said of it.

Asked only for records at a failing level, and for a text that somebody hands over on its own.
The nearest page is offered where one is near enough, else the failure class.
"""

from __future__ import annotations

from functools import cached_property

from diagnose import chain, prefilter, template
from diagnose.engine.answer import answer
from diagnose.engine.failing import where
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.model import Diagnosis, Match
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diagnose.catalog import Catalog
    from diagnose.engine.failing import Failing
    from diagnose.model import Command, Entry, Message, Record
    from diagnose.similar import Near, Neighbours
    from diagnose.text import Text

FAILING_LEVELS = frozenset({"ERROR", "FATAL"})
_BOUNDARY = lazy_pattern(r":\s+|\n\s*|=>\s+|;\s+")
MOST_STARTS = 4
"""At so many places of a layer the message may start."""


def may_fail(record: Record) -> bool:
    """Whether a record of a stream may be at a failing level; cheap, before it is peeled.

    A line to which its own logger gives a level below is not, whatever it quotes.
    """
    if record.level in FAILING_LEVELS:
        return True
    value = record.text.value
    return prefilter.fails(value) and ("\n" in value or not prefilter.is_quiet(value))


def is_failure(message: Message, *, alone: bool) -> bool:
    """Whether a message reports a failure, as far as its level says.

    A text on its own may have no level; a record that has a time but no level is an ordinary line.
    """
    if message.level in FAILING_LEVELS:
        return True
    return alone and not message.level and not message.timestamp


class Unexplained(NamedTuple):
    """The deepest layer of a record that has no page."""

    text: Text
    is_failing: bool
    """Its level says so; else nothing does."""
    known: Entry | None = None
    """The known message that it is."""


class _Nearest(NamedTuple):
    """The nearest page, and the part of a layer that is near to it."""

    link: int
    start: int
    near: Near
    entry: Entry
    confidence: float


class Guesser:
    """Says what it can of failures that nothing recognises."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    @cached_property
    def _neighbours(self) -> Neighbours:
        """Made at the first question: it holds the words of the whole catalogue."""
        from diagnose.catalog.shapes import words
        from diagnose.similar import Neighbours

        return Neighbours(self._catalog.shapes(), words)

    def guess(self, failing: Failing) -> Diagnosis | None:
        """The nearest page, else the class, of the deepest layer that has one; None without."""
        for index in _unknown(failing):
            found = self._nearest(failing, index)
            if found is not None:
                return _of_near(failing, found)
        for index in _unknown(failing):
            classified = _of_class(failing, failing.links[index].text)
            if classified is not None:
                return classified
        return None

    def _nearest(self, failing: Failing, index: int) -> _Nearest | None:
        value = failing.links[index].text.value
        found = [each for start in _starts(value) if (each := self._near_at(index, value, start))]
        return max(found, key=lambda each: each.confidence, default=None)

    def _near_at(self, index: int, value: str, start: int) -> _Nearest | None:
        near = self._neighbours.nearest(value[start:])
        chosen = self._neighbours.page_among(near, self._is_page)
        if chosen is None:
            return None
        entry = self._catalog.entry_at(chosen.near.number)
        return _Nearest(index, start, chosen.near, entry, chosen.confidence)

    def nearest_page(self, text: str) -> tuple[Entry, float] | None:
        """The page that a text is near enough to, and how sure that is."""
        found = max(
            (each for start in _starts(text) if (each := self._near_at(0, text, start))),
            key=lambda each: each.confidence,
            default=None,
        )
        return (found.entry, found.confidence) if found else None

    def _is_page(self, near: Near) -> bool:
        return not self._catalog.entry_at(near.number).is_known


def unexplained(
    message: Message, links: Sequence[chain.Link], wrapped: Sequence[chain.Link]
) -> Unexplained | None:
    """The deepest layer that has no page; None where it has one, or the record tells no failure.

    ``links`` are the layers as all templates see them, ``wrapped`` as wrappers alone do.
    """
    failing = is_failure(message, alone=False)
    if not failing and not is_failure(message, alone=True):
        return None
    root = chain.root(links)
    match = links[root].match if root is not None else None
    if root is not None and match:
        known = match.entry.is_known
        return Unexplained(links[root].text, failing, match.entry) if known else None
    unknown = [link.text for link in wrapped if link.match is None and link.text.value.strip()]
    return Unexplained(unknown[-1], failing) if unknown else None


def _unknown(failing: Failing) -> Iterator[int]:
    """The layers that nothing recognises, the deepest first."""
    for index in range(len(failing.links) - 1, -1, -1):
        if failing.links[index].match is None:
            yield index


def _starts(value: str) -> list[int]:
    """Where the message may start: what stands before may be somebody's wrapper."""
    behind = (boundary.end() for boundary in _BOUNDARY.finditer(value))
    return [0, *behind][:MOST_STARTS]


# ------------------------------------------------------------- the nearest page


def _of_near(failing: Failing, found: _Nearest) -> Diagnosis:
    """What the page says, with nothing in it that is called safe."""
    from diagnose.similar.aligning import align

    link = failing.links[found.link]
    wording = found.entry.wordings[found.near.which]
    start = link.start + found.start
    aligned = align(wording.template, link.within.value[start : link.end])
    parsed = template.parse(wording.template)
    kinds = {slot.name: template.kind_of(slot) for slot in template.slots(parsed)}
    match = Match(found.entry, wording, aligned.captures, kinds, start, link.end, 0)
    links = list(failing.links)
    links[found.link] = chain.Link(link.within, start, link.end, match, weak=True)
    said = answer(failing._replace(links=links), found.link)
    return said._replace(
        match="similar",
        confidence=round(found.confidence, 2),
        fixes=tuple(map(_unsure, said.fixes)),
        difference=aligned.difference,
    )


def _unsure(fix: Command) -> Command:
    return fix._replace(applicability="display-only") if fix.applicability == "safe" else fix


# -------------------------------------------------------------------- the class


def _of_class(failing: Failing, text: Text) -> Diagnosis | None:
    """The class; that nothing more than a failure is told is not worth saying of a bare text."""
    from diagnose import classes

    message, found = failing.message, classes.classify(text.value)
    if found is None or (found.name == "opaque_failure" and not message.level):
        return None
    return Diagnosis(
        id=f"class/{found.name}",
        title=classes.page(found.name).title,
        match="class",
        message=text.value,
        where=where(text, message.record),
        cause=classes.cause(found.name),
        fixes=classes.advice(found.name),
        captures=dict(found.roles),
        context=dict(message.fields),
        chain=tuple(chain.texts(failing.links)),
        confidence=found.confidence,
        class_=found.name,
        timestamp=message.timestamp,
        level=message.level,
        component=message.component,
        catalog=failing.catalog_version,
    )
