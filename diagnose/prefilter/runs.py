"""The parts of a template that every message shows unchanged, however it is escaped."""

from __future__ import annotations

from diagnose import template
from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

Group = tuple[str, ...]
"""Runs of which a message holds one."""

SHORTEST = 11
"""Shorter ones stand in too many harmless lines."""
_PLAIN = lazy_pattern(rf"[A-Za-z0-9 _.,:;()`?-]{{{SHORTEST},}}")
"""Characters that JSON, URLs and shells leave alone: no quotes, no ``<>&=/``, no backslash."""


def runs(parsed: template.Template) -> list[Group]:
    """Groups of runs: every unbroken message of the template holds one run of each group.

    >>> runs(template.parse("no such job {id:int} in {where:one_of(main memory|the object store)}"))
    [('no such job',), ('main memory', 'the object store')]

    Of a template of several lines they are those of one line.
    """
    lines: list[list[Group]] = [[]]
    for element in parsed.elements:
        if isinstance(element, template.Literal):
            first, *further = element.text.split("\n")
            lines[-1] += [(run,) for run in _runs(first)]
            lines += [[(run,) for run in _runs(line)] for line in further]
        elif isinstance(element, template.Slot) and element.kind == "one_of":
            longest = [max(_runs(choice), key=len, default="") for choice in element.choices]
            if all(longest):
                lines[-1].append(tuple(longest))
    return max(lines, key=_length)


def _length(groups: Sequence[Group]) -> int:
    return sum(min(map(len, group)) for group in groups)


def _runs(text: str) -> list[str]:
    """White space at the ends is left out: it may be missing at the end of a line."""
    found = (run.strip() for run in _PLAIN.findall(text))
    return [run for run in found if len(run) >= SHORTEST]


def stands_in(groups: Sequence[Group], text: str) -> bool:
    """Whether one line of a text holds a run of each group; False where there is no group.

    >>> stands_in([("no job",), ("found in",)], "job: no job 3 found in memory")
    True
    """
    if not groups or not _holds(groups, text):
        return False
    return "\n" not in text or any(_holds(groups, line) for line in text.split("\n"))


def _holds(groups: Sequence[Group], text: str) -> bool:
    return all(any(run in text for run in group) for group in groups)
