"""Any other JSON object that says what happened under a usual name."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.unwrap._levels import normalise
from diagnose.unwrap._scan import Span, close_of, content, is_string, members, objects, plain
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from diagnose.text import Text

MESSAGES = ("message", "msg", "@message", "log", "line", "short_message", "text", "body", "event")
ERRORS = (
    "error",
    "err",
    "exception",
    "error.message",
    "errorMessage",
    "error_message",
    "errorMsg",
    "error_msg",
    "failInfo",
    "fail_info",
    "panicInfo",
    "panic_info",
    "exc_info",
    "stack_trace",
    "stacktrace",
    "error.stack_trace",
    "trace",
)
_NESTED = (*MESSAGES, "reason", "stack", "stack_trace")
_LEVELS = ("level", "severity", "lvl", "log.level", "levelname", "log_level", "error_severity", "s")
_TIMES = ("timestamp", "time", "ts", "@timestamp", "asctime", "date")
_COMPONENTS = ("logger", "logger_name", "target", "component", "caller", "log.logger")
_RENAMED = {"state_code": "sqlstate", "query": "statement"}
_NUMBERS = {
    "10": "TRACE",
    "20": "DEBUG",
    "30": "INFO",
    "40": "WARN",
    "50": "ERROR",
    "60": "FATAL",
}
_MAX_NESTING = 3


def peel(text: Text) -> Peeled | None:
    """Its message, then its error; other plain members go to the fields."""
    if close_of(text.value, 0) != len(text.value.rstrip()):
        return None
    return _peel_at(text, 0, _MAX_NESTING)


def _peel_at(text: Text, start: int, nesting: int) -> Peeled | None:
    found = members(text.value, start)
    if not found:
        return None
    named = {span.name: span for span in found}
    parts = [_text(text, named, MESSAGES), _text(text, named, ERRORS)]
    said = sections(*(part for part in parts if part is not None))
    if not said:
        return _peel_inside(text, found, nesting)
    level = _first(text, named, _LEVELS)
    return Peeled(
        said,
        level=_NUMBERS.get(level) or normalise(level),
        timestamp=_first(text, named, _TIMES),
        component=_first(text, named, _COMPONENTS),
        fields=_fields(text, found),
    )


def _peel_inside(text: Text, found: list[Span], nesting: int) -> Peeled | None:
    """The first object inside that says something."""
    inner = [start for span in found for start in _objects(text.value, span)] if nesting else []
    peeled = next(filter(None, (_peel_at(text, start, nesting - 1) for start in inner)), None)
    return peeled and peeled._replace(fields={**_fields(text, found), **peeled.fields})


def _objects(value: str, span: Span) -> list[int]:
    """Where the objects of a member start: itself, or those of an array."""
    if value[span.start] == "[":
        return objects(value, span.start, span.end)
    return [span.start] if value[span.start] == "{" else []


def _text(
    text: Text, named: dict[str, Span], names: tuple[str, ...], nesting: int = _MAX_NESTING
) -> Text | None:
    """The first of ``names`` that holds a text, or an object with a message."""
    for span in (named[name] for name in names if name in named):
        if is_string(text.value, span):
            if span.end - span.start > len('""'):
                return content(text, span)
        elif text.value[span.start] == "{" and nesting:
            inner = {x.name: x for x in members(text.value, span.start) or ()}
            return _text(text, inner, _NESTED, nesting - 1)
    return None


def _first(text: Text, named: dict[str, Span], names: tuple[str, ...]) -> str:
    return next((plain(text, named[name]) for name in names if name in named), "")


_SAID = frozenset((*MESSAGES, *ERRORS, *_LEVELS, *_TIMES, *_COMPONENTS))


def _fields(text: Text, found: list[Span]) -> dict[str, str]:
    return {
        _RENAMED.get(span.name, span.name): plain(text, span)
        for span in found
        if span.name not in _SAID and text.value[span.start] not in "{["
    }
