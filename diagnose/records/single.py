"""A record of one line, for a text that is known to hold no more."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Record

if TYPE_CHECKING:
    from diagnose.model import Line


def of_line(line: Line) -> Record:
    """The record that a whole line is, transports removed before.

    >>> from diagnose.model import Line
    >>> from diagnose.text import Text
    >>> of_line(Line(Text("no space left", ((0, 40),)), number=3)).numbers
    (3,)
    """
    return Record(
        text=line.text,
        source=line.source,
        number=line.number,
        starts=(line.text.byte_at(0),),
        numbers=(line.number,),
        stream=line.stream,
        level=line.level,
        timestamp=line.timestamp,
        fields=line.fields,
        envelopes=line.envelopes,
    )
