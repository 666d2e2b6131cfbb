"""journald's export as JSON: ``{"MESSAGE": "...", "PRIORITY": "3", ...}``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.text import Text
from diagnose.unwrap._levels import of_syslog
from diagnose.unwrap._lines import taken
from diagnose.unwrap._scan import Span, content, is_string, members, plain

if TYPE_CHECKING:
    from diagnose.model import Line


def peel(line: Line) -> Line | None:
    """The content of ``MESSAGE``, a string or a list of bytes."""
    found = {span.name: span for span in members(line.text.value) or ()}
    message = found.get("MESSAGE")
    if message is None:
        return None
    text = _message(line.text, message)
    if text is None:
        return None
    said = {name: plain(line.text, found[name]) for name in _NAMES if name in found}
    pid, host = said.get("_PID"), said.get("_HOSTNAME")
    process = said.get("SYSLOG_IDENTIFIER") or said.get("_COMM")
    return taken(
        line,
        text,
        stream=" ".join(filter(None, (host, process, pid))),
        level=of_syslog(said.get("PRIORITY", "")),
        timestamp=said.get("__REALTIME_TIMESTAMP", ""),
        fields={
            "log_host": host,
            "process": process,
            "pid": pid,
            "unit": said.get("_SYSTEMD_UNIT"),
        },
    )


_NAMES = (
    "PRIORITY",
    "SYSLOG_IDENTIFIER",
    "_COMM",
    "_HOSTNAME",
    "_PID",
    "_SYSTEMD_UNIT",
    "__REALTIME_TIMESTAMP",
)


def _message(text: Text, span: Span) -> Text | None:
    if is_string(text.value, span):
        return content(text, span)
    numbers = text.value[span.start : span.end].strip("[] \t").split(",")
    try:
        value = bytes(int(number) for number in numbers).decode("utf-8", "replace")
    except ValueError:
        return None
    return Text(value, ((0, text.byte_at(span.start)), (len(value), text.byte_at(span.end))))
