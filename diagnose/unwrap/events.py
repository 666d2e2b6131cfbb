"""kubectl's tables of events: type, reason, age, sender and message in columns."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._levels import normalise
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from diagnose.text import Text

_DESCRIBE = lazy_pattern(
    r"\s*(?P<type>Warning|Normal)[ ]{2,}(?P<reason>\w+)[ ]{2,}"
    r"(?P<age>\S+(?:[ ]\([^)\n]*\))?)[ ]{2,}(?P<sender>\S+(?:,[ ]\S+)?)[ ]{2,}(?=\S)"
)
_GET = lazy_pattern(
    r"(?:[\w-]+[ ]{2,})?(?P<age>\d\S*)[ ]{2,}(?P<type>Warning|Normal)[ ]{2,}(?P<reason>\w+)[ ]{2,}"
    r"(?P<sender>\w+/\S+)[ ]{2,}(?=\S)"
)
_WIDE = lazy_pattern(  # kubectl get events -o wide: two columns more, and three behind the message
    r"(?:spec\.\S+[ ]{2,})?[\w.-]+(?:,[ ][\w.-]+)?[ ]{2,}"
    r"(?P<message>\S(?:[^ \n]|[ ](?![ ]))*)[ ]{2,}\d\S*[ ]{2,}\d+[ ]{2,}\S+\s*$"
)


def peel(text: Text) -> Peeled | None:
    """The message column."""
    found = _DESCRIBE.match(text.value) or _GET.match(text.value)
    if found is None:
        return None
    wide = _WIDE.match(text.value, found.end())
    return Peeled(
        sections(text.slice(*wide.span("message")) if wide else text.slice(found.end())),
        level=normalise(found["type"]),
        component=found["sender"],
        fields={"reason": found["reason"], "age": found["age"]},
    )
