"""Java's loggers, and Python's: time, level, thread and logger before the message."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._levels import normalise
from diagnose.unwrap._sections import said, sections

if TYPE_CHECKING:
    from diagnose.text import Text

_TIME = (
    r"(?P<time>\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:[,.]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?"
    r"|\d\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d:\d\d\.\d{3}|\d\d/\d\d/\d\d \d\d:\d\d:\d\d(?:[,.]\d+)?"
    r"|\d\d:\d\d:\d\d[,.]\d{1,9})"
)
_LEVEL = r"(?P<level>TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|SEVERE|CRITICAL|CONFIG|FINE)"
_THREAD = r"\[(?P<thread>[^\]\n]*)\]"
_NAME = r"(?P<logger>[\w.$/\[\]-]+)"
_DOTTED = r"(?P<logger>[\w$]+(?:\.[\w$<>]+)+)"

_OTHER = r"\[[^\]\n]*\]"

_SPRING = (
    rf"{_TIME}[ ]+(?:{_OTHER}[ ]+)?{_LEVEL}[ ]+(?P<pid>\d+)[ ]+---[ ]+(?:{_OTHER}[ ]+)??"
    rf"{_THREAD}[ ]+{_NAME}[ ]*:[ ]"
)
_FLINK = (  # and the connector node
    rf"{_TIME}[ ]+{_LEVEL}[ ]+(?:{_THREAD}[ ]+)?{_NAME}(?::(?:\d+|\?))?(?:[ ]+{_OTHER})?[ ]+-[ ]"
)
_LOGBACK = rf"{_TIME}[ ]+{_THREAD}[ ]+{_LEVEL}[ ]+{_NAME}[ ]*(?:{_OTHER}[ ]*)?(?:-|:)[ ]"
_HADOOP = (  # and Spark
    rf"{_TIME}[ ]+{_LEVEL}[ ]+(?:{_THREAD}[ ]+)?(?:{_DOTTED}|(?P<short>[A-Z]\w+)):[ ]"
)
_TOMCAT = rf"{_TIME}[ ]+{_LEVEL}[ ]+{_THREAD}[ ]+{_DOTTED}[ ]"
_PYTHON = rf"{_TIME}[ ]+-[ ]+{_NAME}[ ]+-[ ]+{_LEVEL}[ ]+-[ ]"
_SIMPLE = rf"(?P<time>)(?:{_THREAD}[ ])?{_LEVEL}[ ]{_DOTTED}[ ]-[ ]"  # SLF4J without a time
_CARBON = (  # WSO2
    r"\[(?P<time>\d{4}-\d\d-\d\d[_ ]\d\d[-:]\d\d[-:]\d\d[_,.]\d{1,9})\][ ]+"
    rf"{_LEVEL}[ ]+\{{{_NAME}\}}[ ]-[ ]"
)
_PYTHON_BASIC = rf"(?P<time>){_LEVEL}:(?P<logger>[\w.]+):"

_LAYOUTS = tuple(
    lazy_pattern(layout)
    for layout in (
        _SPRING,
        _FLINK,
        _LOGBACK,
        _HADOOP,
        _TOMCAT,
        _PYTHON,
        _PYTHON_BASIC,
        _SIMPLE,
        _CARBON,
    )
)


def peel(text: Text) -> Peeled | None:
    """The message, with what follows on further lines."""
    for layout in _LAYOUTS:
        found = layout.match(text.value)
        if found is None:
            continue
        named = found.groupdict()
        fields = {"thread": named.get("thread"), "pid": named.get("pid")}
        return Peeled(
            sections(text.slice(found.end())),
            level=normalise(named["level"]),
            timestamp=named["time"],
            component=named.get("logger") or named.get("short") or "",
            fields=said(fields),
        )
    return None
