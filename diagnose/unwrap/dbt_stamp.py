"""dbt's stamps: ``10:29:57  text``, ``11:35:43 | text``, ``10:29:57.12 [info ] [Thread]: text``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern
from diagnose.unwrap._levels import normalise
from diagnose.unwrap._lines import taken

if TYPE_CHECKING:
    from diagnose.model import Line

_HEAD = lazy_pattern(
    r"(\d\d:\d\d:\d\d(?:\.\d{1,6})?)"
    r"(?:[ ]\[(\w+)[ ]*\][ ]\[([^\]\n]*)\]:(?:[ ]|$)|[ ]\|(?:[ ]|$)|[ ]{2}|[ ]?$)"
)


def peel(line: Line) -> Line | None:
    """The text behind the stamp."""
    found = _HEAD.match(line.text.value) if line.text.value[2:3] == ":" else None
    if found is None:
        return None
    return taken(
        line,
        line.text.slice(found.end()),
        level=normalise(found[2] or ""),
        timestamp=found[1],
        fields={"thread": found[3]},
    )
