"""An exception as a message."""

from __future__ import annotations

from diagnose import unwrap
from diagnose.lean import TYPE_CHECKING
from diagnose.model import Message, Record
from diagnose.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diagnose.model import Section


def message_of(error: BaseException) -> Message:
    """An exception and its causes, outermost first, each peeled like a record of its own."""
    sections: list[Section] = []
    fields: dict[str, str] = {}
    for each in _causes(error):
        peeled = unwrap.peel(_record(each))
        sections += peeled.sections
        fields.update(peeled.fields)
    return Message(tuple(sections), _record(error), level="ERROR", fields=fields)


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        context = None if current.__suppress_context__ else current.__context__
        current = current.__cause__ or context


def _record(error: BaseException) -> Record:
    return Record(Text.decode(str(error).encode("utf-8", "replace")))
