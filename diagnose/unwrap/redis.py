"""Redis: ``1:M 01 Mar 2024 10:11:12.345 # text``; a sign for the level, none is for errors."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from diagnose.text import Text

_HEAD = lazy_pattern(
    r"\d{1,7}:(?P<role>[XCSM]) "
    r"(?P<time>\d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d\.\d{3}) (?P<level>[.*#-]) "
)
_LEVELS = {".": "DEBUG", "-": "INFO", "*": "NOTICE", "#": "WARN"}
_ROLES = {"X": "sentinel", "C": "child", "S": "replica", "M": "master"}


def peel(text: Text) -> Peeled | None:
    """The text behind the sign."""
    head = _HEAD.match(text.value)
    if head is None:
        return None
    return Peeled(
        sections(text.slice(head.end())),
        level=_LEVELS[head["level"]],
        timestamp=head["time"],
        component=_ROLES[head["role"]],
    )
