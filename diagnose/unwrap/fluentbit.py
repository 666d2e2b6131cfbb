"""fluent-bit's stdout: ``[0] tag: [1640138741.1, {"_p"=>"F", "log"=>"text"}]``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern
from diagnose.unwrap._lines import taken

if TYPE_CHECKING:
    from diagnose.model import Line

_HEAD = lazy_pattern(r'\[\d+\][ ](\S+):[ ]\[+(\d+\.\d+)[^{]{0,8}[ ]?\{(?:[^\n]*?[ {])?"log"=>"')
_TAIL = lazy_pattern(r'"(?:, "[\w.@-]+"=>|\}\]$)')


def peel(line: Line) -> Line | None:
    """The value of ``log``; quotes in it are not escaped, so it ends where a key follows."""
    found = _HEAD.match(line.text.value)
    if found is None:
        return None
    tail = _TAIL.search(line.text.value, found.end())
    text = line.text.slice(found.end(), tail.start() if tail else None)
    return taken(line, text, timestamp=found[2], fields={"tag": found[1]})
