"""DataGrip's console: ``[2024-05-20 16:28:22] [XX000] ERROR: text`` before every line."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern
from diagnose.unwrap._lines import taken

if TYPE_CHECKING:
    from diagnose.model import Line

_HEAD = lazy_pattern(
    r"\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\]"
    r"(?: \[([0-9A-Z]{5})\] ?(?:ERROR: ?(?=$|Caused by| {1,3}\d+: ))?"
    r"|$| (?=$|Caused by| {0,3}\d+: |HINT:|DETAIL:|LINE \d|in `))"
)


def peel(line: Line) -> Line | None:
    """The text behind the SQLSTATE."""
    found = _HEAD.match(line.text.value)
    if found is None:
        return None
    text = line.text.slice(found.end())
    return taken(line, text, timestamp=found[1], fields={"sqlstate": found[2]})
