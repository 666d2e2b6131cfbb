"""The lines of a stream that are at hand, and where the record around one starts."""

from __future__ import annotations

from diagnose import prefilter, records, unwrap
from diagnose.engine.session import REMEMBERED_LINES, REMEMBERED_RECORDS, Start
from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diagnose.prefilter import Shape

HISTORY = 1 << 19
"""Bytes that are kept to look back at: twice what a record spans."""
LONGEST_HEAD = 2048
"""Bytes of a line in which its level stands."""


class Lines:
    """Whole lines, the last ones of what has been read; places are indexes into ``data``."""

    def __init__(self, start: Start) -> None:
        self.data = b""
        self._blocks = [(0, start)]
        """Where each block starts, here and in the source."""
        self._counted = (0, start.number)
        """A place, and the number of the line there."""
        self._floor = 0
        """No record that starts above goes on below."""
        self._dropped = 0
        """Bytes that are not at hand of the last line."""

    @property
    def is_new(self) -> bool:
        """Whether the beginning of the source has not been read."""
        return not self.data and self._blocks[0][1].offset == 0

    def add(self, data: bytes, dropped: int = 0) -> int:
        """Put lines behind the others; gives how far all places move up.

        ``dropped`` is by how much their one line is longer in the source.
        """
        lost = 0
        while len(self._blocks) > 1 and len(self.data) - self._blocks[1][0] >= HISTORY:
            del self._blocks[0]
            lost = self._blocks[0][0]
        if lost:
            self._blocks = [(place - lost, start) for place, start in self._blocks]
            self._counted = self._counted[0] - lost, self._counted[1]
            self._floor = max(0, self._floor - lost)
            self.data = self.data[lost:]
        end = len(self.data)
        if end:
            offset, number = self.start_at(end)
            self._blocks.append((end, Start(offset + self._dropped, number)))
        self._dropped = dropped
        self.data += data
        return lost

    def close_above(self) -> None:
        """All records so far are complete."""
        self._floor = len(self.data)

    def start_at(self, place: int) -> Start:
        """Offset and line number in the source of the line at a place."""
        first, start = next(each for each in reversed(self._blocks) if each[0] <= place)
        return Start(start.offset + place - first, self.number_at(place))

    def number_at_offset(self, offset: int) -> int:
        """The number of the line that starts at an offset of the source."""
        place, start = next(each for each in reversed(self._blocks) if each[1].offset <= offset)
        return self.number_at(place + offset - start.offset)

    def number_at(self, place: int) -> int:
        """The number of the line at a place."""
        known, number = self._counted
        if known <= place:
            number += self.data.count(b"\n", known, place)
        else:
            number -= self.data.count(b"\n", place, known)
        self._counted = place, number
        return number

    def end_at(self, place: int) -> int:
        """Where the line that starts at a place ends, its end included."""
        return self.data.find(b"\n", place) + 1 or len(self.data)

    def line_at(self, place: int) -> bytes:
        """The line that starts at a place, with its end."""
        return self.data[place : self.end_at(place)]

    def quick_shape_at(self, place: int) -> Shape | None:
        """What the line is; None where that is not seen at once."""
        return prefilter.quick_shape(self.data, place, self.end_at(place))

    def shape_at(self, place: int) -> Shape:
        """What the line is, looked at alone."""
        return self.quick_shape_at(place) or _shape(self.line_at(place))

    def below(self, place: int, stream: str, limit: int) -> int:
        """The first line from ``place`` on that may be one of a stream; ``limit`` when none is."""
        name = _mark(stream)
        if name:
            found = self.data.find(name, place, limit)
            return max(place, self.data.rfind(b"\n", 0, found) + 1) if found >= 0 else limit
        while place < limit:
            end = self.end_at(place)
            shape = prefilter.quick_shape(self.data, place, end)
            if shape is None or shape.stream == stream:
                break
            place = end
        return place

    def own(self, place: int, limit: int, stream: str) -> Iterator[int]:
        """Where the lines of a stream start between two places."""
        while (place := self.below(place, stream, limit)) < limit:
            if self.shape_at(place).stream == stream:
                yield place
            place = self.end_at(place)

    def may_fail(self, place: int) -> bool:
        """Whether a line with a failing word may be a failing record, and not quiet by itself."""
        shape = self.quick_shape_at(place)
        if shape is None:
            return True
        line = self.data[place : min(place + LONGEST_HEAD, self.end_at(place))]
        text = prefilter.content(line, shape).decode("utf-8", "replace")
        return not prefilter.is_quiet(text) or not self._is_alone(place, shape)

    def _is_alone(self, place: int, shape: Shape) -> bool:
        """Whether the next line of the stream surely starts another record."""
        end = len(self.data)
        below = self.below(self.end_at(place), shape.stream, end)
        return below < end and self.quick_shape_at(below) == shape

    def _above(self, place: int, stream: str, limit: int = 0) -> Iterator[tuple[int, Shape, int]]:
        """Lines of a stream above a place, the nearest first, and how many others were between."""
        limit, name = max(self._floor, limit), _mark(stream)
        others = 0
        while place > limit:
            here = place
            if name:
                found = self.data.rfind(name, limit, place)
                if found < 0:
                    return
                here = self.data.find(b"\n", found) + 1
            place = self.data.rfind(b"\n", 0, here - 1) + 1
            others += self.data.count(b"\n", here, place) if name else 0
            shape = self.shape_at(place)
            if shape.stream == stream:
                yield place, shape, others
                others = 0
            else:
                others += 1

    def _remembered(self, place: int, stream: str) -> Iterator[tuple[int, Shape]]:
        """Lines of a stream above a place, as far as a statement is looked for in them."""
        between = own = 0
        for above, found, others in self._above(place, stream):
            between += others + 1
            if between > REMEMBERED_LINES or own >= REMEMBERED_RECORDS:
                return
            own += found.is_head
            yield above, found

    def is_below_heads(self, place: int, stream: str) -> bool:
        """Whether nobody typed a statement above, as far as one is looked for there."""
        return all(found.is_head for _, found in self._remembered(place, stream))

    def record_start(self, place: int, shape: Shape, limit: int = 0) -> int:
        """Where the record that the line at ``place`` belongs to surely starts, or one above.

        ``limit`` where that is not known below it.
        """
        if shape.is_head:
            return place
        start = place
        texts = _Texts(place, shape)
        for above, found, others in self._above(place, shape.stream, limit):
            if others > records.SILENT_LINES:
                return start
            start = above
            if found.is_head:
                return start
            alone = texts.add(above, found)
            if alone is not None:
                return alone
        return max(self._floor, limit)

    def region_start(self, place: int, shape: Shape, limit: int = 0) -> int:
        """The same, and far enough above for the statement that somebody typed there."""
        start = self.record_start(place, shape, limit)
        if start <= limit:
            return start
        above = [*self._remembered(start, shape.stream)]
        if all(found.is_head for _, found in above):
            return start
        farthest, found = above[-1]
        return self.record_start(farthest, found, limit)


def _mark(stream: str) -> bytes:
    """What all lines of a stream hold; empty where that is not known."""
    return stream.encode() if stream.isascii() and stream.isalnum() else b""


class _Texts:
    """Lines without a head, from the lowest upwards: at last each plain one is a record."""

    def __init__(self, place: int, shape: Shape) -> None:
        self._plain = place if shape.is_plain else -1
        self._lines = 0

    def add(self, above: int, shape: Shape) -> int | None:
        """Where a plain line starts a record of its own, once there are enough above it."""
        if not shape.is_text:
            self._plain = -1
            return None
        if self._plain < 0:
            self._plain, self._lines = (above if shape.is_plain else -1), 0
            return None
        self._lines += 1
        enough = self._lines > records.MAX_LINES or self._plain - above > records.MAX_SPAN
        return self._plain if enough else None


def _shape(raw: bytes) -> Shape:
    (line,) = [*(splitter := records.Splitter("-", 1)).feed(raw), *splitter.flush()][:1]
    peeled = unwrap.peel_line(line)
    return prefilter.Shape(
        peeled.stream,
        records.surely_starts(peeled),
        records.is_text(peeled),
        records.is_plain(peeled),
    )
