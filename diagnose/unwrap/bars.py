"""Excerpts pasted from a table, each line behind a bar: ``  | text``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from diagnose.model import Line

_HEAD = lazy_pattern(r" {1,8}\|(?: |$)(?!(?:[^|]*\|){2})")


def peel(line: Line) -> Line | None:
    """The text behind the bar, unless more bars make it a row."""
    found = _HEAD.match(line.text.value)
    return line._replace(text=line.text.slice(found.end())) if found else None
