"""Where a message and a template that it is near to differ, and what can still be captured."""

from __future__ import annotations

from difflib import SequenceMatcher

from diagnose import template
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.model import Difference
from diagnose.similar.features import NEAR_WORD
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Mapping, Sequence

    from diagnose.model import Value

_TOKEN = lazy_pattern(r"\w+|[^\w\s]")
LONGEST = 2000
MOST_DIFFERENCES = 20
SHORTEST = 4
"""In a shorter word every letter counts."""


class Aligned(NamedTuple):
    """The two, word by word."""

    difference: tuple[Difference, ...]
    captures: Mapping[str, Value]
    """Of placeholders between words that are the same, where they take what is there."""


def align(source: str, message: str) -> Aligned:
    """Align a template and a message.

    >>> found = align("job {id:int} not found in {place}", "job 7 is not found in the barn")
    >>> found.captures
    {'id': 7, 'place': 'the barn'}
    >>> found.difference
    (Difference(template='', message='is'),)
    """
    tokens = list(_TOKEN.finditer(message[:LONGEST]))
    wanted = list(_wanted(template.parse(source).elements, message))
    said = [token[0].lower() for token in tokens]
    keys = [each if isinstance(each, str) else None for each in wanted]
    matcher = SequenceMatcher(None, keys, said, autojunk=False)
    difference: list[Difference] = []
    captures: dict[str, Value] = {}
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag != "equal":
            text = _text(message, tokens[j1:j2])
            _take(wanted[i1:i2], text, difference, captures)
    return Aligned(tuple(difference[:MOST_DIFFERENCES]), captures)


def _wanted(elements: Sequence[template.Element], message: str) -> Iterator[str | template.Slot]:
    """Words in lower case, and placeholders; optional parts where their words are there."""
    for element in elements:
        if isinstance(element, template.Literal):
            yield from (token[0].lower() for token in _TOKEN.finditer(element.text))
        elif isinstance(element, template.Slot):
            yield element
        else:
            inner = list(_wanted(element.elements, message))
            words = [each for each in inner if isinstance(each, str) and each.isalnum()]
            if words and all(word in message.lower() for word in words):
                yield from inner


def _text(message: str, tokens: Sequence[re.Match[str]]) -> str:
    return message[tokens[0].start() : tokens[-1].end()] if tokens else ""


def _take(
    wanted: Sequence[str | template.Slot],
    text: str,
    difference: list[Difference],
    captures: dict[str, Value],
) -> None:
    """Note one stretch in which the two are not the same."""
    while wanted and (end := _end_of_next(wanted[0], text)):
        if isinstance(wanted[0], str):
            difference.append(Difference(wanted[0], text[:end]))
        else:
            _capture(wanted[0], text[:end], captures)
        wanted, text = wanted[1:], text[end:].lstrip()
    if len(wanted) == 1 and not isinstance(wanted[0], str) and _fits(wanted[0], text):
        _capture(wanted[0], text, captures)
    elif text or any(isinstance(each, str) for each in wanted):
        difference.append(Difference(_shown(wanted), text))


def _capture(slot: template.Slot, text: str, captures: dict[str, Value]) -> None:
    kind = template.kind_of(slot)
    if kind != "chain":
        captures.setdefault(slot.name, template.read_value(kind, text))


def _end_of_next(wanted: str | template.Slot, text: str) -> int:
    """Where the value, or the word mistyped, ends that a text starts with; else 0."""
    if not isinstance(wanted, str):
        return _end_of_value(wanted, text)
    from rapidfuzz import fuzz

    first = _TOKEN.match(text)
    near = first and len(wanted) >= SHORTEST and fuzz.ratio(wanted, first[0].lower()) >= NEAR_WORD
    return first.end() if first and near else 0


def _end_of_value(slot: template.Slot, text: str) -> int:
    """Where the value ends that a text starts with, if its kind tells; else 0."""
    kind = template.kind_of(slot)
    found = lazy_pattern(template.RIGID[kind]).match(text) if kind in template.RIGID else None
    return found.end() if found else 0


def _fits(slot: template.Slot, text: str) -> bool:
    return bool(text) and template.accepts(template.kind_of(slot), slot.choices, text)


def _shown(wanted: Sequence[str | template.Slot]) -> str:
    return " ".join(each if isinstance(each, str) else f"{{{each.name}}}" for each in wanted)
