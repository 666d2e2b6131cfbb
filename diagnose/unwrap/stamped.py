"""Time stamp and level before a message, in no layout that has a name."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._levels import normalise
from diagnose.unwrap._lines import STAMP
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from diagnose.text import Text

_UPPER = r"(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|SEVERE|CRITICAL|FATAL)"
_LEVEL = (
    r"(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|SEVERE|CRITICAL|FATAL|Note|Warning|Error"
    r"|trace|debug|info|notice|warn|warning|error|critical|fatal)"
)
_HEAD = lazy_pattern(
    rf"[\[(]?(?P<time>{STAMP}|\d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d,\d{{3}})[\])]?:?[ ]+(?:[-|][ ]+)?"
    rf"(?:(?:\d+|\[\d+\])[ ](?=\[))?(?:\[[ ]?(?P<a>{_LEVEL})[ ]?\]:?[ ]+"
    rf"|(?P<b>{_LEVEL}):[ ]*|(?P<c>{_UPPER})[ ]+(?:-[ ])?)?"
)
_BRACKETED = lazy_pattern(rf"(?P<time>)(?:\d+[ ])?\[[ ]?(?P<a>{_LEVEL})[ ]?\]:?[ ]+(?P<b>)(?P<c>)")
_SERILOG = lazy_pattern(
    r"\[(?P<time>\d\d:\d\d:\d\d(?:[.,]\d{1,9})?)[ ](?P<a>VRB|DBG|INF|WRN|ERR|FTL)\][ ]+"
    r"(?P<b>)(?P<c>)"
)
_TIME_ONLY = lazy_pattern(
    rf"(?P<time>\d\d:\d\d:\d\d(?:[.,]\d{{1,9}})?)[ ]+(?P<c>{_UPPER})[ ]+(?P<a>)(?P<b>)"
)
_LAYOUTS = (_HEAD, _BRACKETED, _SERILOG, _TIME_ONLY)
_CODE = lazy_pattern(r"(?:\[MY-\d+\][ ])?(?:\[\w+\][ ])?")


def peel(text: Text) -> Peeled | None:
    """The text behind the stamp and the level."""
    head = next(filter(None, (layout.match(text.value) for layout in _LAYOUTS)), None)
    if head is None:
        return None
    code = _CODE.match(text.value, head.end())
    end = code.end() if code and "[MY-" in code[0] else head.end()
    return Peeled(
        sections(text.slice(end)),
        level=normalise(head["a"] or head["b"] or head["c"] or ""),
        timestamp=head["time"],
    )
