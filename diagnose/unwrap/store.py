"""Records exported from a log store: Elasticsearch's ``_source``, Loki's ``line``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.unwrap._lines import taken
from diagnose.unwrap._scan import Span, content, is_string, members, plain

if TYPE_CHECKING:
    from diagnose.model import Line

_TEXTS = ("log", "message", "msg", "line")
_STREAMS = ("pod", "container", "pod_name", "container_name", "instance")


def peel(line: Line) -> Line | None:
    """The line that the store was given."""
    value = line.text.value
    found = {span.name: span for span in members(value) or ()}
    source = found.get("_source")
    if source is not None:
        inner = {span.name: span for span in members(value, source.start) or ()}
        return _taken(line, inner, next((inner[x] for x in _TEXTS if x in inner), None))
    if "line" in found and {"labels", "timestamp", "ts", "stream"}.intersection(found):
        return _taken(line, found, found["line"])
    return None


def _taken(line: Line, found: dict[str, Span], text: Span | None) -> Line | None:
    if text is None or not is_string(line.text.value, text):
        return None
    stamp = next((found[x] for x in ("@timestamp", "timestamp", "ts") if x in found), None)
    said = _stream(line, found)
    return taken(
        line,
        content(line.text, text),
        stream="/".join(said.values()),
        timestamp=plain(line.text, stamp) if stamp else "",
        fields=said,
    )


def _stream(line: Line, found: dict[str, Span]) -> dict[str, str]:
    holder = next((found[x] for x in ("labels", "kubernetes") if x in found), None)
    inner = (members(line.text.value, holder.start) if holder else None) or []
    return {span.name: plain(line.text, span) for span in inner if span.name in _STREAMS}
