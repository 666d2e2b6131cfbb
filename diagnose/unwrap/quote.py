"""Quoted lines: Markdown's ``> text``, pytest's ``E   text``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from diagnose.model import Line

_HEAD = lazy_pattern(r"(?:>(?: |$))+|E {7}(?=\S| )|E {3}(?=\S)|E\s*$")


def peel(line: Line) -> Line | None:
    """The text behind the mark."""
    found = _HEAD.match(line.text.value)
    return line._replace(text=line.text.slice(found.end())) if found else None
