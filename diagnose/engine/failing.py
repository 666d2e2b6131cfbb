"""A message that failed, and what is known around it."""

from __future__ import annotations

from bisect import bisect_right

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.model import NO_FIELDS, Where

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diagnose import chain
    from diagnose.engine.options import Options
    from diagnose.model import Message, Record
    from diagnose.text import Text


class Surroundings(NamedTuple):
    """What is known around a record; it does not change when the stream goes on."""

    earlier: Sequence[Record] = ()
    """The last records of its stream; the statement may be there."""
    statement: str = ""
    """The statement that the caller says has failed."""
    versions: Mapping[str, str] = NO_FIELDS
    """Versions that the stream names: product, in lower case, -> version."""
    alone: bool = False
    """It is all that was handed over: somebody asks about this text."""


class Failing(NamedTuple):
    """A message, its chain, and what is known around it."""

    message: Message
    links: Sequence[chain.Link]
    surroundings: Surroundings
    options: Options
    catalog_version: str


def where(text: Text, record: Record) -> Where:
    """The bytes of a text in the source of its record."""
    offset = text.byte_at(0)
    length = text.byte_at(len(text.value)) - offset
    if len(record.numbers) == 1:
        return Where(record.source, record.numbers[0], offset, length)
    line = bisect_right(record.starts, offset) or 1
    number = record.numbers[min(line, len(record.numbers)) - 1]
    return Where(record.source, number, offset, length)
