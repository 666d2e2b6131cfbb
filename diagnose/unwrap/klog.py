"""klog and glog: ``W1204 11:17:02.533588  1495 file.go:446] text``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled, Section
from diagnose.text import lazy_pattern
from diagnose.unwrap._escapes import unescape
from diagnose.unwrap._levels import normalise
from diagnose.unwrap._scan import Span, content, fields, plain, string_end
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from diagnose.text import Text

_HEAD = lazy_pattern(
    r"(?P<level>[IWEF])(?:\d{6}|\d{4})[ ](?P<time>\d\d:\d\d:\d\d\.\d+)[ ]+(?P<pid>\d+)[ ]+"
    r"(?P<place>(?:\d+@)?[\w./-]+:\d+)(?:\][ ]|[ ]{1,2})(?:\u22ee[ ]+)?(?:\[[^\]\n]*\][ ]+)?"
    r"(?:\d+[ ]{2})?"
)


def peel(text: Text) -> Peeled | None:
    """The message, or its quoted headline and its ``err``."""
    head = _HEAD.match(text.value)
    if head is None:
        return None
    named = {"pid": head["pid"]}
    found: tuple[Section, ...] = sections(text.slice(head.end()))
    end = string_end(text.value, head.end())
    if end > 0:
        pairs = fields(text.value, end)
        named |= {span.name: plain(text, span) for span in pairs if span.name != "err"}
        found = _structured(text, head.end(), end, pairs)
    return Peeled(
        found,
        level=normalise(head["level"]),
        timestamp=head["time"],
        component=head["place"],
        fields=named,
    )


def _structured(text: Text, start: int, end: int, pairs: list[Span]) -> tuple[Section, ...]:
    errors = [content(text, span) for span in pairs if span.name == "err"]
    if not pairs and text.value[end:].strip():
        return sections(text.slice(start))
    return sections(unescape(text.slice(start + 1, end - 1)), *errors)
