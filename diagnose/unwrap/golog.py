"""Go's log package and its relatives: ``2023/08/31 14:26:01 text``, ``[...] [error] text``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._levels import normalise
from diagnose.unwrap._sections import said, sections

if TYPE_CHECKING:
    from diagnose.text import Text

_HEAD = lazy_pattern(
    r"\[?(?P<time>\d{4}/\d\d/\d\d \d\d:\d\d:\d\d(?:\.\d+)?)\]? "
    r"(?:\[ ?(?P<level>[A-Za-z]+) ?\] )?(?:\[(?P<part>[\w.:-]+)\] |(?P<file>[\w./-]+\.go:\d+): )?"
)


def peel(text: Text) -> Peeled | None:
    """The text behind the time, the level and the place."""
    head = _HEAD.match(text.value)
    if head is None:
        return None
    return Peeled(
        sections(text.slice(head.end())),
        level=normalise(head["level"] or ""),
        timestamp=head["time"],
        component=head["part"] or "",
        fields=said({"file": head["file"]}),
    )
