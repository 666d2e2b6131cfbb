"""Lines that surely start a record, known by their first bytes.

Only of the commonest layouts; of any other line the caller has to take the
transports off to know. What is said here of a line is what the envelopes and
the framing of records say of it.
"""

from __future__ import annotations

import re
from functools import cache

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable

_LEVEL = rb"(?:TRACE|DEBUG|INFO|WARN|ERROR|FATAL)"
_ISO = rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)"
_HEAD = (
    rb"(?:" + _ISO + rb" (stdout|stderr) F )?"
    rb"(?:" + _ISO + rb" +" + _LEVEL + rb" +\w[\w:]*[:{]"  # tracing
    rb"|\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[,.]\d{3}\] " + _LEVEL + rb" "  # Kafka
    rb"|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[,.]\d{1,9} +" + _LEVEL + rb" +\[?\w"  # log4j
    rb'|(\{)")'
)
_BRACE = 2
_BOX = (b'"log"', b'"MESSAGE"', b'"_source"', b'"line"')
"""Members of JSON objects that are transports."""
_DETAIL = b":  "
"""Such a line may go on with the one above: a server's detail or hint."""


class Shape(NamedTuple):
    """What a line is, looked at alone."""

    stream: str
    is_head: bool
    """It starts a record whatever stands above it."""
    is_text: bool = False
    """It goes on with a record that awaits text, or stands for itself."""
    is_plain: bool = False
    """Text that a record of plain text does not go on with."""


_SHAPES = {
    each: Shape((each or b"").decode(), is_head=True) for each in (None, b"stdout", b"stderr")
}


@cache
def _head() -> Callable[[bytes, int], re.Match[bytes] | None]:
    return re.compile(_HEAD).match


def quick_shape(data: bytes, start: int, end: int) -> Shape | None:
    """The shape of the line between two places; None when it is of no common layout.

    >>> line = b"2024-05-20T16:28:22.4Z stderr F 2024-05-20T16:28:22Z  INFO a::b: ready"
    >>> quick_shape(line, 0, len(line)).stream
    'stderr'
    """
    found = _head()(data, start)
    if found is None or found.end() > end:
        return None
    if found.lastindex == _BRACE:
        if _is_box(data, start, end):
            return None
    elif data.find(_DETAIL, start, end) >= 0:
        return None
    return _SHAPES[found[1]]


def _is_box(data: bytes, start: int, end: int) -> bool:
    for member in _BOX:  # noqa: SIM110 - twice as fast as any()
        if data.find(member, start, end) >= 0:
            return True
    return False


_CRI = b" F "


def content(line: bytes, shape: Shape) -> bytes:
    """The text of a line of a common layout: what is written behind the transport."""
    return line[line.index(_CRI) + len(_CRI) :] if shape.stream else line


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
