"""What the line envelopes share."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from diagnose.model import Line
    from diagnose.text import Text

RFC3339 = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)"
"""A time stamp as transports write it."""
STAMP = (
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?"
    r"(?:[ ]?Z|[ ]?[+-]\d\d(?::?\d\d)?|[ ](?!INFO|WARN|LOG)[A-Z]{3,4}\b)?"
)
"""A time stamp as programs write it."""
FORMAT_AHEAD = (
    r"(?=[ ]{0,5}(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ]|\{\"|[IWEF]\d{4}[ ]\d\d:|%\d\||thread[ ]'"
    r"|\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b))"
)
"""What follows starts as the line of a known logger."""


def taken(
    line: Line,
    text: Text,
    *,
    stream: str = "",
    partial: bool = False,
    level: str = "",
    timestamp: str = "",
    fields: Mapping[str, str | None] | None = None,
) -> Line:
    """``line`` once an envelope is off; what the envelope does not say stays."""
    said = {name: value for name, value in (fields or {}).items() if value}
    return line._replace(
        text=text,
        stream=f"{line.stream}/{stream}" if stream and line.stream else stream or line.stream,
        partial=partial,
        level=level or line.level,
        timestamp=timestamp or line.timestamp,
        fields={**line.fields, **said} if said else line.fields,
    )
