"""Java exceptions: ``Exception in thread "main" a.b.CException: text`` with stack frames."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._sections import said, sections
from diagnose.unwrap._tails import finish, has_frames

if TYPE_CHECKING:
    from diagnose.text import Text

_HEAD = lazy_pattern(
    r"(?:[A-Z][a-z]{2}[ ]+\d{1,2} \d\d:\d\d:\d\d )?"
    r'Exception in thread "(?P<thread>[^"\n]*)" '
)
_BELOW = lazy_pattern(
    r"\n(?=(?:[a-zA-Z_][\w$]*\.)+(?=[A-Z])[\w$]*"
    r"(?:Exception|Error|Throwable)(?::|\n|$))"
)
_THROWN = lazy_pattern(r"(?:Caused by: )?(?:[a-zA-Z_][\w$]*\.)+[A-Z][\w$]*(?::|\n|$)")


def peel(text: Text) -> Peeled | None:
    """What was logged, then the exception without its stack frames; ``Caused by`` lines stay.

    An exception on a line of its own makes a failure of a harmless record.
    """
    head = _HEAD.match(text.value)
    if head is not None:
        inner = finish(text.slice(head.end()))
        return Peeled(sections(inner), level="ERROR", fields=said(head.groupdict()))
    below = None if _THROWN.match(text.value) else _BELOW.search(text.value)
    if below is not None:
        parts = (text.slice(0, below.start()), text.slice(below.end()))
        return Peeled(sections(*parts), level="ERROR")
    if not has_frames(text.value):
        return None
    return Peeled(sections(finish(text)), level="ERROR")
