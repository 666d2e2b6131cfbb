"""Time stamps that ``--timestamps`` or a CI runner put before each line."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern
from diagnose.unwrap._lines import RFC3339, STAMP, taken

if TYPE_CHECKING:
    from diagnose.model import Line

_LOGGER = r" *\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|SEVERE|PANIC|LOG)\b(?!: )"
_DOUBLED = lazy_pattern(rf"({STAMP}) (?={STAMP}(?: |$))")
_SINGLE = lazy_pattern(rf"({RFC3339})(?: (?!{_LOGGER}|\d+ \[|\S+ !)(?=\S| +\S)|\s*$)")


def peel(line: Line) -> Line | None:
    """The text behind the first stamp; a logger's own stamp stays."""
    value = line.text.value
    found = _DOUBLED.match(value) or _SINGLE.match(value)
    if found is None:
        return None
    return taken(line, line.text.slice(found.end()), timestamp=found[1])
