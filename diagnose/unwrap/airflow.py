"""Airflow task logs: ``[2023-09-08, 10:14:54 +07] {subprocess.py:94} INFO - text``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern
from diagnose.unwrap._levels import normalise
from diagnose.unwrap._lines import taken

if TYPE_CHECKING:
    from diagnose.model import Line

_HEAD = lazy_pattern(
    r"\[(\d{4}-\d\d-\d\d[T, ][ ]?\d\d:\d\d:\d\d[^\]]{0,16})\][ ]\{([^}]+)\}[ ]([A-Z]+)[ ]-(?:[ ]|$)"
    r"(?:Job[ ]\d+:[ ]Subtask[ ]\S+[ ])?"
)


def peel(line: Line) -> Line | None:
    """The text behind the level."""
    found = _HEAD.match(line.text.value)
    if found is None:
        return None
    return taken(
        line,
        line.text.slice(found.end()),
        level=normalise(found[3]),
        timestamp=found[1],
        fields={"logger": found[2]},
    )
