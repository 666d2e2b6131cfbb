"""Records that are not complete yet, each stream by itself, and the lines that go on with them."""

from __future__ import annotations

from diagnose import records
from diagnose.engine.looking_back import Lines
from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from diagnose.engine.session import Session, Start
    from diagnose.model import Diagnosis, Line
    from diagnose.prefilter import Shape


class _Reading:
    """A stream that is being read: ``to`` is where, ``wanted`` the last line that is waited for.

    ``marked`` is the first marked line of the record that is open; ``counts`` says whether
    that line is ours.
    """

    __slots__ = ("counts", "last", "marked", "session", "to", "wanted")

    def __init__(self, session: Session, to: int) -> None:
        self.session = session
        self.to = to
        self.last = self.wanted = self.marked = 0
        self.counts = True


class Waiting:
    """The streams of which a record is waited for, and the lines around."""

    def __init__(
        self, open_session: Callable[[Start], Session], source: str, start: Start, begin: int
    ) -> None:
        self._open_session = open_session
        self._source = source
        self._begin = begin
        """Lines that start before this offset are marked for others."""
        self.lines = Lines(start)
        self.streams: dict[str, _Reading] = {}
        """Those that are waited for, the one that was silent for longest first."""
        self.completed: list[int] = []
        """Of each diagnosis, the number of the line at which its record was complete."""
        self._known: dict[str, _Reading] = {}
        """Those that could go on where they were left."""

    def add(self, data: bytes, dropped: int) -> int:
        """Put lines behind those at hand; gives where they start."""
        lost = self.lines.add(data, dropped)
        for reading in (*self.streams.values(), *self._known.values()):
            reading.to -= lost
        self._known = {name: each for name, each in self._known.items() if each.to >= 0}
        return len(self.lines.data) - len(data)

    def take_over(self, session: Session) -> None:
        """Go on where a session was that has read all lines so far."""
        number = self.lines.number_at(len(self.lines.data))
        for stream in session.joiner.streams():
            reading = self.streams[stream] = _Reading(session, len(self.lines.data))
            reading.wanted = number
            reading.last = session.joiner.last_number(stream)
        self.streams = dict(sorted(self.streams.items(), key=lambda item: item[1].last))

    def pass_by(self, start: Start, stream: str) -> list[Diagnosis] | None:
        """What is complete when a line that surely starts a record is not read.

        None where it has to be read: it is marked for others, or some line is there in parts.
        """
        reading = self.streams.get(stream)
        if start.offset < self._begin:
            return None
        if reading and not (reading.counts and not reading.session.joiner.has_part(stream)):
            return None
        found = self._expire(start.number)
        reading = self.streams.pop(stream, None)
        if reading is not None:
            found += self._complete(reading.session.end(stream), start.number)
            self._known[stream] = reading
        found += self._expire(start.number + 1)  # the next line is there, and completes this one
        self.completed.append(start.number + 1)
        return found

    def take(self, place: int) -> list[Diagnosis]:
        """Read a marked line: its record is waited for."""
        shape = self.lines.shape_at(place)
        line = self._line_at(place)
        found = self._expire(line.number)
        reading = self.streams.get(shape.stream) or self._open(place, shape)
        reading.wanted = line.number
        return found + self._give(shape.stream, reading, line, place, is_marked=True)

    def go_on(self, place: int, limit: int, found: list[Diagnosis]) -> int:
        """Skip lines that are waited for by none, or read one; gives where the next one is."""
        lines = self.lines
        own = min(lines.below(place, stream, limit) for stream in self.streams)
        if own > place:
            found += self._expire(lines.number_at(own) - 1)
            return own
        stream = lines.shape_at(place).stream
        line = self._line_at(place)
        found += self._expire(line.number)
        reading = self.streams.get(stream)
        if reading is not None:
            found += self._give(stream, reading, line, place)
        return lines.end_at(place)

    def idle(self) -> list[Diagnosis]:
        """All records are complete."""
        found: list[Diagnosis] = []
        readings = {name: each for name, each in self.streams.items() if each.counts}
        parts = [name for name, each in readings.items() if each.session.joiner.has_part(name)]
        for name in parts:
            found += readings[name].session.end_part(name)
        for name in sorted(readings, key=parts.__contains__):
            found += readings[name].session.end(name)
        self._complete(found, self.lines.number_at(len(self.lines.data)) + 1)
        self.streams.clear()
        self._known.clear()
        self.lines.close_above()
        return found

    def _give(
        self, stream: str, reading: _Reading, line: Line, place: int, *, is_marked: bool = False
    ) -> list[Diagnosis]:
        self.streams.pop(stream, None)
        found = reading.session.take(line)
        counted = reading.counts
        reading.to, reading.last = self.lines.end_at(place), line.number
        first = reading.session.joiner.first_open(stream)
        if first > reading.marked and is_marked:
            reading.marked = line.number
            reading.counts = self.lines.start_at(place).offset >= self._begin
        if first and first <= reading.wanted:
            self.streams[stream] = reading
        else:
            self._known[stream] = reading
        return self._complete(found, line.number) if counted else []

    def _complete(self, found: list[Diagnosis], number: int) -> list[Diagnosis]:
        self.completed += [number] * len(found)
        return found

    def _expire(self, number: int) -> list[Diagnosis]:
        """Streams that were silent too long are not waited for when this line comes."""
        found: list[Diagnosis] = []
        for name, reading in list(self.streams.items()):
            if number - reading.last <= records.SILENT_LINES:
                break
            complete = reading.session.expire(number)
            at = reading.last + records.SILENT_LINES + 1
            found += self._complete(complete, at) if reading.counts else []
            self._known[name] = self.streams.pop(name)
        return found

    def _open(self, place: int, shape: Shape) -> _Reading:
        """A session that was given all that the record of the line at ``place`` needs."""
        known = self._known.pop(shape.stream, None)
        start = self.lines.region_start(place, shape, known.to if known else 0)
        if known is None or start > known.to:
            known = _Reading(self._open_session(self.lines.start_at(start)), start)
        for own in self.lines.own(known.to, place, shape.stream):
            known.session.remember(self._line_at(own))
        return known

    def _line_at(self, place: int) -> Line:
        splitter = records.Splitter(self._source, *self.lines.start_at(place))
        return [*splitter.feed(self.lines.line_at(place)), *splitter.flush()][0]
