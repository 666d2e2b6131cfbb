"""librdkafka: ``%3|time|FAIL|client| [thrd:x]: broker: text``, and through RisingWave's log."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._sections import said, sections

if TYPE_CHECKING:
    from diagnose.text import Text

_HEAD = lazy_pattern(
    r"(?:%(?P<priority>[0-7])\|(?P<time>[\d.]+)\|(?P<facility>\w+)\|(?P<client>[^|\n]*)\|[ ]?"
    r"|librdkafka:[ ](?P<facility2>[A-Z_]+)[ ])"
    r"(?:\[thrd:(?P<thread>\S*?)\]:?[ ])?"
)
_BROKER = lazy_pattern(r"(\S+/(?:\d+|bootstrap|internal)):[ ]")
_LEVELS = ("ERROR", "ERROR", "ERROR", "ERROR", "WARN", "NOTICE", "INFO", "DEBUG")


def peel(text: Text) -> Peeled | None:
    """The text behind the broker's name."""
    head = _HEAD.match(text.value)
    if head is None:
        return None
    broker = _BROKER.match(text.value, head.end())
    return Peeled(
        sections(text.slice((broker or head).end())),
        level=_LEVELS[int(head["priority"])] if head["priority"] else "",
        timestamp=head["time"] or "",
        fields=said(
            {
                "facility": head["facility"] or head["facility2"],
                "client": head["client"],
                "thread": head["thread"],
                "broker": broker[1] if broker else "",
            }
        ),
    )
