"""Line -> Record: which lines belong together, each stream by itself."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.records import framing
from diagnose.records.opened import MAX_LENGTH, OpenRecord
from diagnose.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from diagnose.model import Line, Record

    Key = tuple[str, str]

MAX_STREAMS = 4096


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
        start = line.text.anchors[0][1]
        peeled = self._peel_line(line)
        key = (peeled.source, peeled.stream)
        if peeled.partial or key in self._partial:
            parts = self._partial.setdefault(key, _Parts(peeled, start))
            parts.add(peeled.text)
            if peeled.partial:
                return self._evict()
            del self._partial[key]
            peeled, start = self._peel_line(parts.whole()), parts.start
        return [*self._place(key, peeled, start), *self._evict()]

    def flush(self, stream: str | None = None) -> list[Record]:
        """The records that are still open: all, or those of one stream."""
        done: list[Record] = []
        for key in [key for key in self._partial if stream in (None, key[1])]:
            parts = self._partial.pop(key)
            done += self._place(key, self._peel_line(parts.whole()), parts.start)
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

    def _evict(self) -> list[Record]:
        """Close the streams that were silent for longest, when there are too many."""
        done: list[Record] = []
        while len(self._open) > MAX_STREAMS:
            done += self._open.pop(next(iter(self._open))).record()
        while len(self._partial) > MAX_STREAMS:
            self._partial.pop(next(iter(self._partial)))
        return done


class _Parts:
    """A line that arrives in parts."""

    __slots__ = ("_first", "_length", "_texts", "start")

    def __init__(self, first: Line, start: int) -> None:
        self.start = start
        self._first = first
        self._texts: list[Text] = []
        self._length = 0

    def add(self, text: Text) -> None:
        """Put ``text`` behind, as far as a record's bound allows."""
        if self._length < MAX_LENGTH:
            self._texts.append(text)
            self._length += len(text.value)

    def whole(self) -> Line:
        """The line, as far as it has come."""
        return self._first._replace(text=Text.join(self._texts), partial=False)
