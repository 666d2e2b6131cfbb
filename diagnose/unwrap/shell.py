"""What a shell says of a process that a signal ended: ``x.sh: line 14: 59477 Aborted  cmd``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._sections import said, sections

if TYPE_CHECKING:
    from diagnose.text import Text

_HEAD = lazy_pattern(
    r"(?P<script>\S+): line (?P<line>\d+):[ ]+(?P<pid>\d+)[ ]+"
    r"(?P<signal>(?:Segmentation fault|Aborted|Abort trap|Killed|Bus error|Illegal instruction"
    r"|Trace/breakpoint trap|Terminated|Hangup|Floating point exception|Alarm clock"
    r"|Bad system call)(?:: \d+)?(?:[ ]+\(core dumped\))?)(?:[ ]+(?P<command>[^\n]*))?"
)


def peel(text: Text) -> Peeled | None:
    """The signal; the command goes to the fields."""
    found = _HEAD.match(text.value)
    if found is None:
        return None
    named = found.groupdict()
    named.pop("signal")
    return Peeled(sections(text.slice(*found.span("signal"))), level="ERROR", fields=said(named))
