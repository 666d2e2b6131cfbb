"""Lines that surely start a record, known by their first bytes.

Only of the commonest layouts; of any other line the caller has to take the
transports off to know. What is said here of a line is what the envelopes and
the framing of records say of it.
"""

from __future__ import annotations

import re

from diagnose.lean import NamedTuple
from diagnose.text import lazy_pattern

_LEVEL = rb"(?:TRACE|DEBUG|INFO|WARN|ERROR|FATAL)"
_ISO = rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)"
_HEAD = (
    rb"(?:" + _ISO + rb" (stdout|stderr) F )?"
    rb"(?:" + _ISO + rb" +" + _LEVEL + rb" +\w[\w:]*[:{]"  # tracing
    rb"|\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[,.]\d{3}\] " + _LEVEL + rb" "  # Kafka
    rb"|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[,.]\d{1,9} +" + _LEVEL + rb" +\[?\w"  # log4j
    rb'|(\{)")'
)
_compiled: list[re.Pattern[bytes]] = []
_BRACE = 2
_BOX = (b'"log"', b'"MESSAGE"', b'"_source"', b'"line"')
"""Members of JSON objects that are transports."""
_ODD = (b":  ", b"\x1b", b"[0m", b"u001b[", b"^[[", b"] {", b"]: ", b"\0")
"""Signs of another layout, or of a detail that goes on with the line above."""


class Shape(NamedTuple):
    """What a line is, looked at alone."""

    stream: str
    is_head: bool
    """It starts a record whatever stands above it."""
    is_text: bool = False
    """It goes on with a record that awaits text, or stands for itself."""
    is_plain: bool = False
    """Text that a record of plain text does not go on with."""
    content: int = 0
    """Where the text of a line of a common layout starts."""


def quick_shape(line: bytes) -> Shape | None:
    """The shape of a line of a common layout; None when it has another one.

    >>> quick_shape(b"2024-05-20T16:28:22.4Z  INFO risingwave_meta::server: ready").stream
    ''
    >>> quick_shape(b'2024-05-20T16:28:22.4Z stderr F {"level":"ERROR"}').stream
    'stderr'
    """
    if not _compiled:
        _compiled.append(re.compile(_HEAD))
    found = _compiled[0].match(line)
    if found is None:
        return None
    stream, brace = found[1], found.lastindex == _BRACE
    if brace:
        if any(each in line for each in _BOX) or b"\x1b" in line or b"[0m" in line:
            return None
    elif any(each in line for each in _ODD):
        return None
    content = line.index(b" F ") + 3 if stream else 0
    return Shape(stream.decode() if stream else "", is_head=True, content=content)


_QUIET = lazy_pattern(
    r"(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*|\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[,.]\d{3}\]) +"
    r"(?:TRACE|DEBUG|INFO|WARN) "
    r"|\{(?s:.){0,200}?\"(?:level|severity)\" ?: ?\"(?:TRACE|DEBUG|INFO|WARN|WARNING|trace|debug"
    r"|info|warn|warning|Debug|Info|Warning)\""
)


def is_quiet(text: str) -> bool:
    """Whether a record's own logger gives it a level below ERROR.

    >>> is_quiet("2024-05-20 16:28:22,745 WARN [main] a.B - no error"), is_quiet("WARN: no error")
    (True, False)
    """
    return _QUIET.match(text) is not None
