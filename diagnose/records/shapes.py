"""What a line is to the records around it, looked at alone."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.records import framing
from diagnose.records.opened import starts_record

if TYPE_CHECKING:
    from diagnose.model import Line

_HEADS = frozenset({framing.LOG, framing.JSON, framing.PANIC})
_TEXTS = frozenset({framing.PLAIN, framing.CONTINUATION, framing.BLANK})


def surely_starts(line: Line) -> bool:
    """Whether a line, transports removed, starts a record whatever stands above it."""
    return not line.partial and (starts_record(line) or framing.classify(line.text.value) in _HEADS)


def is_text(line: Line) -> bool:
    """Whether it goes on with a record that awaits text, and else stands for itself.

    Where as many lines as a record can hold are texts, every plain one is a record.
    """
    value = line.text.value
    return framing.classify(value) in _TEXTS and not value.startswith("Caused by")


def is_plain(line: Line) -> bool:
    """Whether it is text that a record of plain text does not go on with."""
    return framing.classify(line.text.value) == framing.PLAIN
