"""Zap's console, of Kubernetes operators: time, level, logger, message and a JSON object, by tabs.

Pastes often have three to eight blanks for a tab.
"""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap import json_log
from diagnose.unwrap._levels import normalise
from diagnose.unwrap._scan import close_of
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from diagnose.text import Text

_TAB = r"(?:\t|[ ]{3,8}(?![ ]))"
_GAP = r"(?:\t|[ ]{2,8}(?![ ]))"
_HEAD = lazy_pattern(
    r"(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)|\d\.\d{1,19}e\+09)"
    rf"{_TAB}(?P<level>(?i:debug|info|warn|error|dpanic|panic|fatal)){_TAB}"
    rf"(?:(?P<logger>[\w./:-]{{1,200}}){_GAP})?(?:[\w./-]{{1,200}}\.go:\d{{1,9}}{_GAP})?"
)
_OBJECT = ('\t{"', ' {"')


def peel(text: Text) -> Peeled | None:
    """The message, then what the object behind it says went wrong."""
    head = _HEAD.match(text.value)
    if head is None:
        return None
    message, inner = _parts(text, head.end())
    return Peeled(
        (*sections(message), *(inner.sections if inner else ())),
        level=normalise(head["level"].upper()),
        timestamp=head["time"],
        component=head["logger"] or "",
        fields=inner.fields if inner else {},
    )


def _parts(text: Text, start: int) -> tuple[Text, Peeled | None]:
    """The message, and the object with an error where one follows it on the line."""
    line = text.value.find("\n", start)
    line = len(text.value) if line < 0 else line
    found = [at for at in (text.value.find(mark, start, line) for mark in _OBJECT) if at >= 0]
    if not found:
        return text.slice(start), None
    brace = text.value.index("{", min(found))
    end = close_of(text.value, brace)
    if end < 0:  # cut off: the error may stand in what is left
        return text.slice(start), None
    return text.slice(start, min(found)), json_log.peel(text.slice(brace, end))
