"""tokio-postgres and sqllogictest: ``db error: ERROR: text``, then ``[SQL] ...`` as an echo."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._sections import dedent, said, sections

if TYPE_CHECKING:
    from diagnose.text import Text

_HEAD = lazy_pattern(r"(?:^|(?<=\s))db error: (?:(?P<severity>ERROR|FATAL|PANIC): )?")
_ECHO = lazy_pattern(
    r"\n[ \t]*\[SQL\] (?P<statement>[^\n]*(?:\n(?![ \t]*(?:at |\[Diff\]))[^\n]*)*)"
    r"(?:\n[ \t]*at (?P<place>[^\n]*))?"
)
_FLAT = lazy_pattern(r"(?<=\S)[ ](?:DETAIL|HINT): ")
"""Where a server's further lines start that somebody put into one."""


def peel(text: Text) -> Peeled | None:
    """What was said before, then the server's error without its indentation."""
    head = _HEAD.search(text.value)
    if head is None:
        return None
    echo = _ECHO.search(text.value, head.end())
    error = text.slice(head.end(), echo.start() if echo else None)
    if (flat := _FLAT.search(error.value)) is not None:
        error = error.slice(0, flat.start())
    level = head["severity"] or "ERROR"
    return Peeled(
        sections(text.slice(0, head.start()), dedent(error)),
        level="FATAL" if level == "PANIC" else level,
        fields=said(echo.groupdict()) if echo else {},
    )
