"""Docker's json-file driver: ``{"log":"...\\n","stream":"stderr","time":"..."}``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.unwrap._lines import taken
from diagnose.unwrap._scan import content, is_string, members, plain

if TYPE_CHECKING:
    from diagnose.model import Line

_COMPANIONS = frozenset({"stream", "time", "kubernetes", "container_id", "attrs"})


def peel(line: Line) -> Line | None:
    """The content of ``log``; partial when it does not end in a line feed."""
    found = {span.name: span for span in members(line.text.value) or ()}
    log = found.get("log")
    if log is None or not _COMPANIONS.intersection(found) or not is_string(line.text.value, log):
        return None
    text = content(line.text, log)
    whole = text.value.endswith("\n")
    stream = plain(line.text, found["stream"]) if "stream" in found else ""
    return taken(
        line,
        text.slice(0, len(text.value.rstrip("\r\n"))) if whole else text,
        stream=stream,
        partial=not whole and "stream" in found,
        timestamp=plain(line.text, found["time"]) if "time" in found else "",
    )
