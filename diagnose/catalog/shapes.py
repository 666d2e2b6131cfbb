"""The words of all templates, by which near misses are looked for.

Plain lists and tables, so that the compiled catalogue can hold them.
"""

from __future__ import annotations

from diagnose import template
from diagnose.lean import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from diagnose.catalog.known import Known
    from diagnose.model import Entry

GAP = "*"
"""What stands for a placeholder in a skeleton."""
SHORT = 2
"""Words of so many letters or fewer are in every text."""
FEWEST_WORDS = 2
"""A template of fewer words proves too little when one of them is not there."""


class Shape(NamedTuple):
    """One wording: which one it is, and its text without values."""

    number: int
    which: int
    skeleton: str


class Shapes(NamedTuple):
    """All wordings that a message may be near to, and where each word occurs."""

    shapes: Sequence[Shape]
    filed: dict[str, list[int]]
    """Words in lower case -> indexes of shapes."""


def build(entries: Sequence[Entry], messages: Sequence[Known] = ()) -> Shapes:
    """The shapes of all pages and known messages; wrappers are none of them."""
    rows: list[Shape] = []
    for number, entry in enumerate(entries):
        if entry.role != "wrapper":
            for which, wording in enumerate(entry.wordings):
                forms = skeletons(wording.template)
                rows += [Shape(number, which, form) for form in forms]
    for number, each in enumerate(messages, len(entries)):
        rows += [Shape(number, 0, form) for form in skeletons(each.template)[:1]]
    return of_rows(rows)


def of_rows(rows: Iterable[Sequence[Any]]) -> Shapes:
    """Shapes of their rows; those that have too few words are left out."""
    shapes: list[Shape] = []
    filed: dict[str, list[int]] = {}
    for row in rows:
        shape = Shape(*row)
        found = dict.fromkeys(words(shape.skeleton))
        if len(found) >= FEWEST_WORDS:
            for word in found:
                filed.setdefault(word, []).append(len(shapes))
            shapes.append(shape)
    return Shapes(shapes, filed)


def words(text: str) -> list[str]:
    """The words by which texts are compared.

    >>> words("No JOB {id}: retry")
    ['job', 'retry']
    """
    return [word.lower() for word in template.words(text) if len(word) > SHORT]


def skeletons(source: str) -> list[str]:
    """A template with gaps for its placeholders: without its optional parts, and with them; a
    placeholder of few choices is each of them.

    >>> skeletons("{what:one_of(job|sink)} {id:int} failed[[: {why:chain}]]")
    ['job * failed', 'sink * failed']
    >>> skeletons("no VIEW[[ Hint: use EXPLAIN on the query]]")
    ['no VIEW', 'no VIEW Hint: use EXPLAIN on the query']
    """
    elements = template.parse(source).elements
    required = [each for each in elements if not isinstance(each, template.Option)]
    choices = _choices(required)
    found = [_written(required, choice) for choice in choices]
    optional = [each for each in elements if isinstance(each, template.Option)]
    if any(len(words(_written(each.elements))) >= FEWEST_WORDS for each in optional):
        found.append(_written(elements, choices[0]))
    return found


MOST_CHOICES = 8


def _choices(elements: Sequence[template.Element]) -> list[str]:
    """What the first placeholder of few choices may be; a gap where there is none."""
    for each in elements:
        if isinstance(each, template.Slot) and 0 < len(each.choices) <= MOST_CHOICES:
            return list(each.choices)
    return [GAP]


def _written(elements: Iterable[template.Element], choice: str = GAP) -> str:
    left = [choice]

    def write(slot: template.Slot) -> str:
        return left.pop() if left and choice in slot.choices else GAP

    return template.fill(template.Template("", tuple(elements)), write).text
