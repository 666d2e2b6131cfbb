"""Kubernetes CRI: ``2018-10-31T19:24:48.101Z stderr F text``, ``P`` for a part."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern
from diagnose.unwrap._lines import RFC3339, taken

if TYPE_CHECKING:
    from diagnose.model import Line

_HEAD = lazy_pattern(rf"({RFC3339}) (stdout|stderr) ([FP])(?::\S*)?(?: |$)")


def peel(line: Line) -> Line | None:
    """The text behind the stream's name and the tag."""
    found = _HEAD.match(line.text.value)
    if found is None:
        return None
    return taken(
        line,
        line.text.slice(found.end()),
        stream=found[2],
        partial=found[3] == "P",
        timestamp=found[1],
    )
