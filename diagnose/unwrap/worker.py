"""Managed Kafka Connect: ``[Worker-0dc0c6953e0bf5966] text``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern
from diagnose.unwrap._lines import taken

if TYPE_CHECKING:
    from diagnose.model import Line

_HEAD = lazy_pattern(r"\[(Worker-\w+)\](?: |$)")


def peel(line: Line) -> Line | None:
    """The text behind the worker's name."""
    found = _HEAD.match(line.text.value)
    if found is None:
        return None
    text = line.text.slice(found.end())
    return taken(line, text, stream=found[1], fields={"worker": found[1]})
