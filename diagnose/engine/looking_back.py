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


class Lines:
    """Whole lines, the last ones of what has been read; places are indexes into ``data``."""

    def __init__(self) -> None:
        self.data = b""
        self._blocks = [(0, Start())]
        """Where each block starts, here and in the source."""
        self._counted = (0, 1)
        """A place, and the number of the line there."""
        self._floor = 0
        """No record that starts above goes on below."""

    def add(self, data: bytes) -> int:
        """Put lines behind the others; gives how far all places move up."""
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
            self._blocks.append((end, self.start_at(end)))
        self.data += data
        return lost

    def close_above(self) -> None:
        """All records so far are complete."""
        self._floor = len(self.data)

    def start_at(self, place: int) -> Start:
        """Offset and line number in the source of the line at a place."""
        first, start = self._blocks[0]
        return Start(start.offset + place - first, self.number_at(place))

    def number_at(self, place: int) -> int:
        """The number of the line at a place."""
        known, number = self._counted
        if known <= place:
            number += self.data.count(b"\n", known, place)
        else:
            number -= self.data.count(b"\n", place, known)
        self._counted = place, number
        return number

    def line_at(self, place: int) -> bytes:
        """The line that starts at a place, with its end."""
        end = self.data.find(b"\n", place) + 1
        return self.data[place : end or None]

    def shape_at(self, place: int) -> Shape:
        """What the line is, looked at alone."""
        line = self.line_at(place)
        return prefilter.quick_shape(line) or _shape(line)

    def _above(self, place: int, limit: int = 0) -> Iterator[tuple[int, Shape]]:
        """The lines above a place, the nearest first."""
        while place > max(self._floor, limit):
            place = self.data.rfind(b"\n", 0, place - 1) + 1
            yield place, self.shape_at(place)

    def record_start(self, place: int, shape: Shape, limit: int = 0) -> int:
        """Where the record that the line at ``place`` belongs to surely starts, or one above.

        ``limit`` where that is not known below it.
        """
        if shape.is_head:
            return place
        start, others = place, 0
        texts = _Texts(place, shape)
        for above, found in self._above(place, limit):
            if found.stream != shape.stream:
                others += 1
                if others > records.SILENT_LINES:
                    return start
                continue
            start, others = above, 0
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
        own = 0
        farthest, all_heads = start, True
        for lines, (above, found) in enumerate(self._above(start)):
            if lines >= REMEMBERED_LINES or own >= REMEMBERED_RECORDS:
                break
            if found.stream != shape.stream:
                continue
            farthest = above
            if found.is_head:
                own += 1
            else:
                all_heads = False
        if all_heads:
            return start
        return self.record_start(farthest, self.shape_at(farthest), limit)


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
