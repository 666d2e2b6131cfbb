"""Texts that hold one record: known to be one line, or broken into lines by a terminal."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Record
from diagnose.records import framing

if TYPE_CHECKING:
    from diagnose.model import Line
    from diagnose.text import Text


def of_line(line: Line) -> Record:
    """The record that a whole line is, transports removed before.

    >>> from diagnose.model import Line
    >>> from diagnose.text import Text
    >>> of_line(Line(Text("no space left", ((0, 40),)), number=3)).numbers
    (3,)
    """
    text, number, source, stream, _, level, timestamp, fields, envelopes = line
    return Record(
        text,
        source,
        number,
        (text.byte_at(0),),
        (number,),
        stream,
        level,
        timestamp,
        fields,
        envelopes,
    )


_HEADS = frozenset({framing.LOG, framing.JSON})


def may_be_one(text: Text) -> bool:
    r"""Whether lines that say nothing one by one may be one message: none below starts a record.

    >>> from diagnose.text import Text
    >>> may_be_one(Text("ERROR:  rela\ntion is gone"))
    True
    >>> may_be_one(Text("2024-05-20 16:28 INFO a\n2024-05-20 16:28 INFO b"))
    False
    """
    return not any(framing.classify(line) in _HEADS for line in text.value.split("\n")[1:])


def is_log_line(record: Record) -> bool:
    """Whether a record is one line of a logger: nobody has typed it."""
    return len(record.numbers) == 1 and framing.classify(record.text.value) in _HEADS


MOST_LINES = 16


def groups(value: str) -> list[str] | None:
    r"""The records that lines without transports make, where that is seen at once; else None.

    >>> groups("ERROR:  no\nHINT:  yes"), groups("one\ntwo\n  more")
    (['ERROR:  no\nHINT:  yes'], ['one', 'two\n  more'])
    """
    first, *others = value.split("\n")
    opened = framing.classify(first)
    if opened not in _OPENING or len(others) >= MOST_LINES:
        return None
    found, before = [[first]], opened
    for line in others:
        kind = framing.classify(line)
        if kind == framing.PLAIN and (opened == framing.PLAIN or before == framing.BLANK):
            opened = framing.PLAIN
            found.append([])
        elif kind not in _GOING_ON:
            return None
        found[-1].append(line)
        before = kind
    return ["\n".join(lines) for lines in found]


_OPENING = frozenset({framing.PLAIN, framing.CLIENT})
_GOING_ON = frozenset({framing.PLAIN, framing.CONTINUATION, framing.BLANK})
