"""Java exceptions: ``Exception in thread "main" a.b.CException: text`` with stack frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._sections import said, sections
from diagnose.unwrap._tails import finish, has_frames

if TYPE_CHECKING:
    from diagnose.text import Text

_HEAD = lazy_pattern(r'Exception in thread "(?P<thread>[^"\n]*)" ')
_BELOW = lazy_pattern(
    r"\n(?:Caused by: )?(?:[a-zA-Z_][\w$]*\.)+[A-Z][\w$]*(?:Exception|Error|Throwable)(?::|\n|$)"
)


def peel(text: Text) -> Peeled | None:
    """The text without stack frames; the ``Caused by`` lines stay.

    An exception on a line of its own makes a failure of a harmless record.
    """
    head = _HEAD.match(text.value)
    if head is None and not has_frames(text.value) and not _BELOW.search(text.value):
        return None
    inner = finish(text.slice(head.end()) if head else text)
    if inner.value == text.value.strip() and head is None and "\n" not in inner.value:
        return None
    return Peeled(sections(inner), level="ERROR", fields=said(head.groupdict()) if head else {})
