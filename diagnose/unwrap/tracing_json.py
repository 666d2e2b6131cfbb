"""tracing's JSON format, on one line or pretty-printed."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled, Section
from diagnose.unwrap._levels import normalise
from diagnose.unwrap._scan import Span, content, is_string, members, objects, plain
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from diagnose.text import Text

ERRORS = ("error", "err", "e")
_FAILING = frozenset({"WARN", "ERROR"})


def peel(text: Text) -> Peeled | None:
    """``fields.message``, then ``fields.error``; what the spans say goes to the fields."""
    value = text.value
    top = {span.name: span for span in members(value) or ()}
    if not {"level", "fields"} <= top.keys():
        return None
    event = {span.name: span for span in members(value, top["fields"].start) or ()}
    if not event:
        return None
    around = _spans(value, top)
    said = {x.name: plain(text, x) for x in (*around, *event.values())}
    level = normalise(plain(text, top["level"]))
    return Peeled(
        _sections(text, event, around if level in _FAILING else []),
        level=level,
        timestamp=_plain(text, top.get("timestamp")),
        component=_plain(text, top.get("target")),
        fields={
            **{name: x for name, x in said.items() if name not in {"message", *ERRORS}},
            **({"thread": plain(text, top["threadName"])} if "threadName" in top else {}),
        },
    )


def _plain(text: Text, span: Span | None) -> str:
    return plain(text, span) if span else ""


def _spans(value: str, top: dict[str, Span]) -> list[Span]:
    """The fields of all spans, outer ones first."""
    starts = objects(value, top["spans"].start, top["spans"].end) if "spans" in top else []
    if "span" in top:
        starts.append(top["span"].start)
    return [span for start in starts for span in members(value, start) or ()]


def _sections(text: Text, event: dict[str, Span], around: list[Span]) -> tuple[Section, ...]:
    own = [event[name] for name in ERRORS if name in event]
    errors = own[:1] or [span for span in around if span.name in ERRORS][-1:]
    parts = [event["message"], *errors] if "message" in event else errors
    return sections(*(content(text, span) for span in parts if _says(text.value, span)))


def _says(value: str, span: Span) -> bool:
    return is_string(value, span) or value[span.start] in "{["
