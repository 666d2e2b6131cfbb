"""GitHub's annotations: ``##[error]text``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern
from diagnose.unwrap._levels import normalise
from diagnose.unwrap._lines import taken

if TYPE_CHECKING:
    from diagnose.model import Line

_HEAD = lazy_pattern(r"##\[(error|warning|notice|debug)\]")


def peel(line: Line) -> Line | None:
    """The text behind the mark."""
    found = _HEAD.match(line.text.value)
    if found is None:
        return None
    return taken(line, line.text.slice(found.end()), level=normalise(found[1]))
