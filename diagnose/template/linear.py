"""Which templates can be matched in linear time, and which are refused."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.template.gaps import STRICT
from diagnose.template.regexes import Builder
from diagnose.template.syntax import Option, Slot, Template

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LONGEST = 8192
"""Characters of a template."""
MOST_WAYS = 64
"""Combinations of optional parts and choices that may have to be tried on one text."""


def starved(template: Template) -> tuple[str, ...]:
    """Names of free placeholders that capture nothing of use where they stand.

    One does when a free placeholder, or only optional parts, follow it before the end.

    >>> from diagnose.template import parse
    >>> starved(parse("from {a} to {b}")), starved(parse("from {a}{b}"))
    ((), ('a',))
    >>> starved(parse("from {a}[[ to {b}]]")), starved(parse("from {a}[[ to {b}]] failed"))
    ((), ('a', 'b'))
    """
    return tuple(_built(template).starved)


def refusals(template: Template) -> Iterator[str]:
    """Why a template cannot be matched in a time that grows as the text does, and no faster.

    >>> from diagnose.template import parse
    >>> list(refusals(parse("from {a}[[ to {b} now[[ by {c:word} or so]]]]")))
    ['{c} is searched for wherever {b} may end, and that wherever {a} may: write two wordings']
    """
    if len(template.source) > LONGEST:
        yield f"{len(template.source)} characters; no more than {LONGEST} are allowed"
        return
    found = ways(template.elements)
    if found > MOST_WAYS:
        yield (
            f"its optional parts and choices combine in {found} ways, of which no more than "
            f"{MOST_WAYS} are tried: write several wordings"
        )
    for outer, middle, inner in _built(template).entangled:
        yield (
            f"{{{inner}}} is searched for wherever {{{middle}}} may end, and that wherever "
            f"{{{outer}}} may: write two wordings"
        )


def ways(elements: Iterable[Option | Slot | object]) -> int:
    """In how many ways optional parts and choices can be combined on one text.

    >>> from diagnose.template import parse
    >>> ways(parse("[[a ]]{b:one_of(|x|y|xz)}[[ c[[ d]]]]").elements)
    18
    """
    number = 1
    for each in elements:
        if isinstance(each, Option):
            number *= 1 + ways(each.elements)
        elif isinstance(each, Slot) and each.choices:
            number *= max(sum(map(one.startswith, each.choices)) for one in each.choices)
    return number


def _built(template: Template) -> Builder:
    builder = Builder(STRICT, squashed=False)
    builder.build(template)
    return builder
