"""Templates matched piece by piece, without a regular expression of their own.

Literals are compared, values are read by the expression of their kind, gaps end at the first
place where what follows them fits. Only the end, with a free value or optional parts before it,
is an expression, and that is the same for most templates. Nothing has to be compiled for a
template that is met for the first time.

It holds for texts in which white space is single blanks: there, and only there, a blank of a
template stands for exactly one character.
"""

from __future__ import annotations

import re
from functools import lru_cache

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.template.kinds import FREE, RIGID, STRING
from diagnose.template.regexes import Builder, is_rigid
from diagnose.template.syntax import Literal, Option, Slot, kind_of
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from diagnose.template.regexes import Part
    from diagnose.template.syntax import Element, Template

    Spans = dict[str, tuple[int, int]]
    Step = Callable[[str, int, int, Spans], int]
    """From a text, a place and the end of both to the place behind it, or -1; adds captures."""

FAILED = -1
_ODD = lazy_pattern(r"\s\s|[^\S ]")
_STRING = lazy_pattern(STRING, re.DOTALL)


@lru_cache(maxsize=8)
def is_plain(text: str) -> bool:
    """Whether all white space of a text is single blanks.

    >>> is_plain("no such job"), is_plain("no such\\njob"), is_plain("no  such job")
    (True, False, False)
    """
    return _ODD.search(text) is None


class Pieces(NamedTuple):
    """What must stand one behind the other, and how it must end."""

    steps: tuple[Step, ...]
    gap: _Gap | None
    """The last gap, when what follows it reaches to the end."""
    tail: re.Pattern[str]
    names: tuple[str, ...]
    """Of the groups of the tail."""

    def match(self, text: str, start: int, end: int, spans: Spans) -> int | None:
        """Where the match that begins at ``start`` ends; fills ``spans``."""
        place = start
        for step in self.steps:
            place = step(text, place, end, spans)
            if place < 0:
                return None
        if self.gap is None:
            return self._end(text, place, end, spans)
        for behind in self.gap.ends(text, place, end, spans):
            reached = self._end(text, behind, end, spans)
            if reached is not None:
                return reached
        return None

    def _end(self, text: str, place: int, end: int, spans: Spans) -> int | None:
        found = self.tail.match(text, place, end)
        if found is None:
            return None
        for name, span in zip(self.names, found.regs[1:], strict=True):
            if span[0] >= 0:
                spans[name] = span
        return found.end()


def of(template: Template, until: str) -> Pieces | None:
    """The pieces of a template; None for the few that only one expression describes.

    >>> from diagnose.template.syntax import parse
    >>> spans = {}
    >>> of(parse("no {what:word} in {place}"), "strict").match("no job in a.b", 0, 13, spans), spans
    (13, {'what': (3, 6), 'place': (10, 13)})
    >>> of(parse("a[[ b]] c"), "strict") is None
    True
    """
    builder = Builder(until, squashed=False)
    parts = builder.parts(template)
    first = _first_of_tail(parts)
    if first is None or builder.unsure or not _fits_in_one_way(template, parts):
        return None
    middle, last_gap = parts[:first], None
    if middle and len(middle[-1].elements) > 1 and not middle[-1].source.startswith("(?>"):
        last_gap = _gap(middle.pop())
    source = "".join([part.source for part in parts[first:]])
    steps = tuple([_step_of(part) for part in middle])
    return Pieces(steps, last_gap, *_tail(source))


def _fits_in_one_way(template: Template, parts: Sequence[Part]) -> bool:
    """Whether no value stands twice, and none of those that know their end has a choice of it."""
    elements = template.elements
    if any("(?P=" in part.source for part in parts):
        return False
    return all(map(_is_simple, elements)) and not any(map(_may_give_back, elements, elements[1:]))


def _is_simple(element: Element) -> bool:
    """Whether a piece fits in one way: no choice is the beginning of another."""
    if isinstance(element, Slot) and element.choices:
        plain = [_plain(choice) for choice in element.choices]
        return not any(a != b and b.startswith(a) for a in plain for b in plain)
    return True


def _may_give_back(element: Element, behind: Element) -> bool:
    """Whether a number may be shorter than it could, for the sake of what follows."""
    if not isinstance(element, Slot) or kind_of(element) != "number":
        return False
    return not isinstance(behind, Literal) or behind.text[:1] in ".eE"


def _first_of_tail(parts: Sequence[Part]) -> int | None:
    """Index of the part with which the tail begins; None where optional parts stand elsewhere."""
    first = len(parts) - 1
    while first and _is_optional(parts[first - 1]):
        first -= 1
    if first and _is_open(parts[first - 1]):
        first -= 1
    inner = (element for part in parts[:first] for element in part.elements)
    return None if any(isinstance(element, Option) for element in inner) else first


def _is_optional(part: Part) -> bool:
    return len(part.elements) == 1 and isinstance(part.elements[0], Option)


def _is_open(part: Part) -> bool:
    """Whether it is a free value of which nothing but the end says where it ends."""
    element = part.elements[0]
    return len(part.elements) == 1 and isinstance(element, Slot) and not is_rigid(element)


_NAMED = lazy_pattern(r"\(\?P<(\w+)>")


def _tail(source: str) -> tuple[re.Pattern[str], tuple[str, ...]]:
    return _compiled(_NAMED.sub("(", source)), tuple(_NAMED.findall(source))


@lru_cache(maxsize=4096)
def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source, re.DOTALL)


# -------------------------------------------------------------------- pieces


def _step_of(part: Part) -> Step:
    element = part.elements[0]
    if len(part.elements) == 1 and isinstance(element, Slot) and not is_rigid(element):
        return _nothing(element.name)  # a free neighbour takes all
    return _rigid(element) if len(part.elements) == 1 else _gap(part).closed


def _rigid(element: Element) -> Step:
    if isinstance(element, Literal):
        return _literal(_plain(element.text))
    assert isinstance(element, Slot)
    if element.choices:
        return _choice(element.name, [_plain(choice) for choice in element.choices])
    return _value(element.name, _of_kind(kind_of(element)))


@lru_cache(maxsize=64)
def _of_kind(kind: str) -> re.Pattern[str]:
    return re.compile(RIGID.get(kind, ""), re.DOTALL)


def _plain(text: str) -> str:
    """A literal with single blanks, as the expression of it reads white space."""
    written = " ".join(text.split())
    if not written:
        return " " if text else ""
    return " " * text[0].isspace() + written + " " * text[-1].isspace()


def _literal(wanted: str) -> Step:
    length = len(wanted)

    def step(text: str, place: int, end: int, spans: Spans) -> int:
        del spans
        behind = place + length
        return behind if behind <= end and text.startswith(wanted, place) else FAILED

    return step


def _choice(name: str, choices: Sequence[str]) -> Step:
    def step(text: str, place: int, end: int, spans: Spans) -> int:
        for choice in choices:
            if text.startswith(choice, place, end):
                spans[name] = (place, place + len(choice))
                return place + len(choice)
        return FAILED

    return step


def _value(name: str, pattern: re.Pattern[str]) -> Step:
    def step(text: str, place: int, end: int, spans: Spans) -> int:
        found = pattern.match(text, place, end)
        if found is None:
            return FAILED
        spans[name] = found.span()
        return found.end()

    return step


def _nothing(name: str) -> Step:
    def step(text: str, place: int, end: int, spans: Spans) -> int:
        del text, end
        spans[name] = (place, place)
        return place

    return step


# ---------------------------------------------------------------------- gaps


class _Gap(NamedTuple):
    """A free value and what follows it."""

    name: str
    kind: str
    literal: str
    """What follows begins with this; empty where it begins with a value."""
    pattern: re.Pattern[str] | None
    """The kind of that value."""
    run: tuple[Step, ...]

    def closed(self, text: str, place: int, end: int, spans: Spans) -> int:
        """The first place where all that follows fits."""
        return next(self.ends(text, place, end, spans), FAILED)

    def ends(self, text: str, place: int, end: int, spans: Spans) -> Iterator[int]:
        """Behind all that follows, at each place where it fits, from the left."""
        for stop in self._stops(text, place, end):
            spans[self.name] = (place, stop)
            behind = stop
            for step in self.run:
                behind = step(text, behind, end, spans)
                if behind < 0:
                    break
            else:
                yield behind

    def _stops(self, text: str, place: int, end: int) -> Iterator[int]:
        """Where the value may end."""
        first, last = place, end
        if FREE[self.kind] == r"\S":
            first, blank = place + 1, text.find(" ", place, end)
            last = end if blank < 0 else blank
        elif self.kind == "debug":
            string = _STRING.match(text, place, end)
            if string is not None:
                yield string.end()
        while 0 <= (first := self._next(text, first, end)) <= last:
            yield first
            first += 1

    def _next(self, text: str, place: int, end: int) -> int:
        if self.pattern is None:
            return text.find(self.literal, place, end)
        found = self.pattern.search(text, place, end)
        return FAILED if found is None else found.start()


def _gap(part: Part) -> _Gap:
    slot, first = part.elements[:2]
    assert isinstance(slot, Slot)
    literal = _plain(first.text) if isinstance(first, Literal) else ""
    value = isinstance(first, Slot) and not first.choices
    kind = _of_kind(kind_of(first)) if value and isinstance(first, Slot) else None
    run = tuple([_rigid(each) for each in part.elements[1:]])
    return _Gap(slot.name, kind_of(slot), literal, kind, run)
