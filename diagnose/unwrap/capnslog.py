"""etcd before 3.4, and flannel: ``2016-12-13 11:41:01.486486 E | etcdhttp: text``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from diagnose.text import Text

_HEAD = lazy_pattern(
    r"(?P<time>\d{4}[-/]\d\d[-/]\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})?) (?P<level>[CEWNIDT]) \| "
    r"(?P<package>[\w./-]+): "
)
_MERGED = lazy_pattern(r" \[merged \d+ repeated lines in [\w.]+\]\s*$")
_LEVELS = {
    "C": "FATAL",
    "E": "ERROR",
    "W": "WARN",
    "N": "NOTICE",
    "I": "INFO",
    "D": "DEBUG",
    "T": "TRACE",
}


def peel(text: Text) -> Peeled | None:
    """The text behind the package, without the count of repeats."""
    head = _HEAD.match(text.value)
    if head is None:
        return None
    merged = _MERGED.search(text.value) if "[merged " in text.value else None
    return Peeled(
        sections(text.slice(head.end(), merged.start() if merged else None)),
        level=_LEVELS[head["level"]],
        timestamp=head["time"],
        component=head["package"],
    )
