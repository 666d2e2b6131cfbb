"""tracing's text format: ``time LEVEL [thread] span{fields}:span: target: message key=value``."""

from __future__ import annotations

from diagnose.lean import NamedTuple
from diagnose.model import Peeled, Section
from diagnose.text import Text, lazy_pattern
from diagnose.unwrap._lines import RFC3339
from diagnose.unwrap._scan import Span, close_of, content, fields, is_string, plain
from diagnose.unwrap._sections import sections

_HEAD = lazy_pattern(
    rf"[ ]{{0,2}}(?:({RFC3339.replace('{4}', '{2,4}', 1)})[ ]+|(?=[ ]?[A-Z]+[ ]+\w+::))"
    r"[ ]?(TRACE|DEBUG|INFO|WARN|ERROR)[ ]+"
)
_THREAD = lazy_pattern(r"(ThreadId\(\d+\)|[\w<>.#-]+)[ ]+(?=[\w<])")
_NAME = lazy_pattern(r"[\w.<>$#-]+(?:::[\w.<>$#-]+)*+")
_TARGET = lazy_pattern(r"([\w.<>$#-]+(?:::[\w.<>$#-]+)*+):(?: |$)")

ERRORS = ("error", "err", "e")
_FAILING = frozenset({"WARN", "ERROR"})
_STARTS_RECOVERY = "recovery start"
"""At INFO, the one message of a recovery that tells of the error in its span; the others go on."""
_MAX_THREADS = 2
_MAX_SPANS = 64


class _Context(NamedTuple):
    spans: tuple[tuple[int, int], ...]
    """Where the fields of the spans start and end."""
    target: str
    message: int
    """Where the message starts."""


def peel(text: Text) -> Peeled | None:
    """The message and, deeper, its ``error`` field; other fields by name."""
    value = text.value
    head = _HEAD.match(value)
    if head is None:
        return None
    context, threads = _after_level(value, head.end())
    if context is None:
        return None
    event = _event_fields(value, context.message)
    around = [span for start, end in context.spans for span in _span_fields(value, start, end)]
    found = {x.name: plain(text, x) for x in (*around, *event) if x.name not in ERRORS}
    level = head[2]
    if value.startswith(_STARTS_RECOVERY, context.message) and any(
        x.name in ERRORS for x in around
    ):
        level = "WARN"
    return Peeled(
        _sections(text, context.message, event, around if level in _FAILING else []),
        level=level,
        timestamp=head[1] or "",
        component=context.target,
        fields={"thread": threads[0], **found} if threads else found,
    )


def _after_level(value: str, at: int) -> tuple[_Context | None, list[str]]:
    """Names of threads, then spans and target."""
    threads: list[str] = []
    while (context := _context(value, at)) is None and len(threads) < _MAX_THREADS:
        thread = _THREAD.match(value, at)
        if thread is None:
            break
        threads.append(thread[1])
        at = thread.end()
    return context, threads


def _context(value: str, at: int) -> _Context | None:
    spans: list[tuple[int, int]] = []
    below = False  # whether a span was named already
    while len(spans) < _MAX_SPANS and (name := _NAME.match(value, at)) is not None:
        at = name.end()
        if value.startswith("{", at):
            end = _span_end(value, at)
            if end < 0:
                return None
            spans.append((at + 1, end - 1))
            at = end
            if value.startswith(": ", at):
                return _at_target(value, at + 2, spans)
        elif value.startswith(": ", at) or (value.endswith(":") and at == len(value) - 1):
            return _at_name(value, name[0], at + 2, spans, below=below)
        if not value.startswith(":", at):
            return None
        below = True
        at += 1
    return None


def _at_target(value: str, at: int, spans: list[tuple[int, int]]) -> _Context | None:
    target = _TARGET.match(value, at)
    return _Context(tuple(spans), target[1], target.end()) if target else None


def _at_name(
    value: str, name: str, at: int, spans: list[tuple[int, int]], *, below: bool
) -> _Context:
    """``name: `` is the target, or the last span when a target follows."""
    target = _TARGET.match(value, at)
    if target and (below or ("::" not in name and "::" in target[1])):
        return _Context(tuple(spans), target[1], target.end())
    return _Context(tuple(spans), name, min(at, len(value)))


def _span_end(value: str, start: int) -> int:
    end = close_of(value, start)
    if end > 0 and value.startswith(":", end):
        return end
    return value.find("}:", start) + 1 or -1


def _span_fields(value: str, start: int, end: int) -> list[Span]:
    return fields(value[:end], start)


def _event_fields(value: str, start: int) -> list[Span]:
    """The fields of the message's first line."""
    line_end = value.find("\n", start)
    return fields(value if line_end < 0 else value[:line_end], start)


def _sections(text: Text, start: int, event: list[Span], around: list[Span]) -> tuple[Section, ...]:
    own = next((span for span in event if span.name in ERRORS), None)
    if own is None:
        headline = sections(text.slice(start), open_end=bool(event))
        outer = [span for span in around if span.name in ERRORS]
        return (*headline, *(_error(text, outer[-1]) if outer else ()))
    headline = sections(text.slice(start, own.at), open_end=event[0] != own)
    if is_string(text.value, own):
        return (*headline, *sections(content(text, own)))
    return (*headline, *sections(text.slice(own.start), open_end=True))


def _error(text: Text, span: Span) -> tuple[Section, ...]:
    return sections(content(text, span), open_end=not is_string(text.value, span))
