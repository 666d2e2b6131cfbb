"""Rows copied from a log viewer's table: ``  |   | 2024-05-20 16:28:22.487 | text |``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern
from diagnose.unwrap._lines import taken

if TYPE_CHECKING:
    from diagnose.model import Line

_HEAD = lazy_pattern(
    r" {1,8}\| {1,8}\| (\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?) \|(?: |$)"
)


def peel(line: Line) -> Line | None:
    """The text of the last column."""
    found = _HEAD.match(line.text.value)
    if found is None:
        return None
    end = len(line.text.value.rstrip(" |"))
    return taken(line, line.text.slice(found.end(), max(end, found.end())), timestamp=found[1])
