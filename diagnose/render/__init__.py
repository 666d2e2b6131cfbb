"""Diagnosis -> str: one format a file.

A format is a module with a ``FORMAT``; it is imported when it is asked for.
"""

from __future__ import annotations

import sys

from diagnose.errors import UsageError
from diagnose.lean import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from collections.abc import Callable

    from diagnose.model import Diagnosis, Entry

DEFAULT_WIDTH = 80


class Style(NamedTuple):
    """What the place of output can show."""

    width: int = DEFAULT_WIDTH
    color: bool = False


class Format(NamedTuple):
    """How a sequence of diagnoses becomes one output."""

    diagnosis: Callable[[Diagnosis, Style], str]
    """One diagnosis; every format ends it with a line end, but for the separator's sake."""
    opening: str = ""
    separator: str = ""
    closing: str = ""
    folds: bool = True
    """Repeats are left out; else each is given, with its count so far."""


FORMATS = {
    "text": "diagnose.render.text",
    "json": "diagnose.render.json",
    "ndjson": "diagnose.render.ndjson",
    "markdown": "diagnose.render.markdown",
    "diff": "diagnose.render.diff",
    "github": "diagnose.render.github",
    "sarif": "diagnose.render.sarif",
}
STATEFUL = frozenset({"github"})
"""Formats that are made anew for each run: they count."""
JSON_FORMATS = frozenset({"json", "ndjson"})
PAGE_FORMATS = {
    "text": "diagnose.render.text_page",
    "json": "diagnose.render.json",
    "ndjson": "diagnose.render.ndjson",
    "markdown": "diagnose.render.markdown_page",
}


def get(name: str) -> Format:
    """The format of this name; raises ``UsageError`` where there is none."""
    if name in STATEFUL:
        return cast("Callable[[], Format]", _member(FORMATS, name, "make"))()
    return cast("Format", _member(FORMATS, name, "FORMAT"))


def page_renderer(name: str) -> Callable[[Entry, Style], str]:
    """The function that renders a whole page in this format; ``UsageError`` where there is none."""
    return cast("Callable[[Entry, Style], str]", _member(PAGE_FORMATS, name, "page"))


def _member(table: dict[str, str], name: str, member: str) -> object:
    if name not in table:
        raise UsageError(f"no format {name!r}; there are {', '.join(table)}")
    __import__(table[name])
    return getattr(sys.modules[table[name]], member)
