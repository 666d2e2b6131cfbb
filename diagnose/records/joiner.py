"""Line -> Record: which lines belong together, each stream by itself."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.records import framing
from diagnose.records.opened import MAX_LENGTH, OpenRecord
from diagnose.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from diagnose.model import Line, Record

    Key = tuple[str, str]

SILENT_LINES = 200
"""A record is complete when so many lines of other streams have come since its last one."""


class Joiner:
    r"""Puts the lines that belong together into records.

    ``peel_line`` takes the transports off a line and says which stream it
    belongs to; lines of interleaved streams are joined stream by stream.

    >>> from diagnose.model import Line
    >>> joiner = Joiner(lambda line: line)
    >>> joiner.feed(Line(Text("ERROR:  no"), 1))
    []
    >>> joiner.feed(Line(Text("HINT:  try", ((0, 11),)), 2))
    []
    >>> [record.text.value for record in joiner.flush()]
    ['ERROR:  no\nHINT:  try']
    """

    def __init__(self, peel_line: Callable[[Line], Line]) -> None:
        self._peel_line = peel_line
        self._open: dict[Key, OpenRecord] = {}
        self._partial: dict[Key, _Parts] = {}

    def feed(self, line: Line) -> list[Record]:
        """The records that ``line`` completes."""
        done = self.expire(line.number)
        return [*done, *self._feed(line)] if done else self._feed(line)

    def _feed(self, line: Line) -> list[Record]:
        start = line.text.anchors[0][1]
        peeled = self._peel_line(line)
        key = (peeled.source, peeled.stream)
        if peeled.partial or key in self._partial:
            parts = self._partial.pop(key, None) or _Parts(peeled, start)
            self._partial[key] = parts
            parts.add(peeled)
            if peeled.partial:
                return []
            del self._partial[key]
            peeled, start = self._peel_line(parts.whole()), parts.start
        return self._place(key, peeled, start)

    def expire(self, number: int) -> list[Record]:
        """The records whose streams have been silent too long when line ``number`` comes."""
        before = number - SILENT_LINES
        done = self._end_parts(_older(self._partial, before)) if self._partial else []
        for key in _older(self._open, before):
            done += self._open.pop(key).record()
        return done

    def first_open(self, stream: str) -> int:
        """Number of the first line of what is still open in a stream; 0 when nothing is."""
        numbers = [each.first_number for key, each in self._open.items() if key[1] == stream]
        numbers += [each.first_number for key, each in self._partial.items() if key[1] == stream]
        return min(numbers, default=0)

    def streams(self) -> set[str]:
        """Streams in which something is open."""
        return {stream for _, stream in (*self._open, *self._partial)}

    def last_number(self, stream: str) -> int:
        """Number of the last line of what is open in a stream; 0 when nothing is."""
        numbers = [each.last_number for key, each in self._open.items() if key[1] == stream]
        numbers += [each.last_number for key, each in self._partial.items() if key[1] == stream]
        return max(numbers, default=0)

    def has_part(self, stream: str) -> bool:
        """Whether a line of a stream is there in parts."""
        return any(key[1] == stream for key in self._partial)

    def end_part(self, stream: str) -> list[Record]:
        """The same for a line that is there in parts and will not go on."""
        return self._end_parts([key for key in self._partial if key[1] == stream])

    def _end_parts(self, keys: Iterable[Key]) -> list[Record]:
        done: list[Record] = []
        for key in keys:
            parts = self._partial.pop(key)
            done += self._place(key, self._peel_line(parts.whole()), parts.start)
        return done

    def flush(self, stream: str | None = None) -> list[Record]:
        """The records that are still open: all, or those of one stream."""
        done = self._end_parts([key for key in self._partial if stream in (None, key[1])])
        for key in [key for key in self._open if stream in (None, key[1])]:
            done += self._open.pop(key).record()
        return done

    def _place(self, key: Key, line: Line, start: int) -> list[Record]:
        """Add a whole line to its stream's open record, or start the next one."""
        opened = self._open.pop(key, None)
        if opened is not None and opened.add(line, start):
            self._open[key] = opened
            return []
        kind = framing.classify(line.text.value)
        if kind != framing.BLANK:
            self._open[key] = OpenRecord(line, kind, start)
        return opened.record() if opened is not None else []


def _older(opened: Mapping[Key, OpenRecord] | Mapping[Key, _Parts], before: int) -> list[Key]:
    """Those whose last line has a number below ``before``: they stand in front."""
    older: list[Key] = []
    for key, each in opened.items():
        if each.last_number >= before:
            break
        older.append(key)
    return older


class _Parts:
    """A line that arrives in parts."""

    __slots__ = ("_first", "_length", "_texts", "last_number", "start")

    def __init__(self, first: Line, start: int) -> None:
        self.start = start
        self._first = first
        self._texts: list[Text] = []
        self._length = 0

    @property
    def first_number(self) -> int:
        return self._first.number

    def add(self, line: Line) -> None:
        """Put the text of ``line`` behind, as far as a record's bound allows."""
        self.last_number = line.number
        if self._length < MAX_LENGTH:
            self._texts.append(line.text)
            self._length += len(line.text.value)

    def whole(self) -> Line:
        """The line, as far as it has come."""
        return self._first._replace(text=Text.join(self._texts), partial=False)
