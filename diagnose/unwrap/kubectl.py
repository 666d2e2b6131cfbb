"""``kubectl logs --prefix``: ``[pod/name/container] text``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern
from diagnose.unwrap._lines import taken

if TYPE_CHECKING:
    from diagnose.model import Line

_HEAD = lazy_pattern(r"\[pod/([\w.-]+)/([\w.-]+)\](?: |$)")


def peel(line: Line) -> Line | None:
    """The text behind the names of pod and container."""
    found = _HEAD.match(line.text.value)
    if found is None:
        return None
    fields = {"pod": found[1], "container": found[2]}
    return taken(line, line.text.slice(found.end()), stream=f"{found[1]}/{found[2]}", fields=fields)
