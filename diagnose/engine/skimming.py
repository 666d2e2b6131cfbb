"""A stream of which only the lines are read that can matter.

A scan of whole blocks says where needles stand. Around each, the lines of its
record go the ordinary way, through a session that begins where a record surely
starts; all other lines are only counted.
"""

from __future__ import annotations

from diagnose import prefilter
from diagnose.engine.looking_back import Lines
from diagnose.engine.marking import marked_lines
from diagnose.engine.session import Session
from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from diagnose.engine.marking import Scanner
    from diagnose.engine.session import OfRecord, Start
    from diagnose.model import Diagnosis
    from diagnose.prefilter import Shape

LONGEST_LINE = 1 << 20
"""A line is not held longer than this before it ends."""
WARM_UP = 1 << 16
"""Bytes that are read before the scan, which takes its time to start, is worth it."""
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_NEAR = 8
"""Lines below one that are looked at to see that nothing goes on with it."""


class SkimmedSession:
    """One stream of bytes; the same diagnoses as of a ``Session``, most lines unread."""

    def __init__(
        self,
        of_record: OfRecord,
        source: str,
        statement: str,
        scanner_for: Callable[[bytes], Scanner],
        warm_up: int = WARM_UP,
    ) -> None:
        def open_session(start: Start) -> Session:
            return Session(of_record, source, statement, start, self._versions)

        self._open_session = open_session
        self._scanner_for = scanner_for
        self._scanner: Scanner | None = None
        self._warm_up = warm_up
        self._versions: dict[str, str] = {}
        self._lines = Lines()
        self._begun: list[bytes] = []
        """A line that has not ended."""
        self._length = 0
        self._session: Session | None = None
        self._from = self._to = 0
        """Which lines the session was given."""
        self._exact: set[str] = set()
        """Streams whose records the session has from their starts."""
        self._wanted: dict[str, int] = {}
        """Of each stream, the number of the last line whose record is waited for."""
        self._endless = False
        """The session is given the rest of the input as it comes."""
        self.warnings: list[str] = []

    def feed(self, block: bytes) -> list[Diagnosis]:
        """The diagnoses of the records that this block completes."""
        if self._endless:
            assert self._session is not None
            return self._session.feed(block)
        ended, newline, begun = block.rpartition(b"\n")
        self._begun.append(ended + newline if newline else block)
        self._length += len(block)
        if not newline:
            return self._hold()
        data = b"".join(self._begun)
        self._begun, self._length = [begun], len(begun)
        return self._skim(data)

    def idle(self) -> list[Diagnosis]:
        """The input is silent: its open records are complete."""
        found = self._session.idle() if self._session else []
        if not self._endless:
            self._session = None
            self._wanted.clear()
            self._lines.close_above()
        return found

    def close(self) -> list[Diagnosis]:
        """The input has ended."""
        rest = b"".join(self._begun)
        found = self._skim(rest) if rest and not self._endless else []
        return found + (self._session.close() if self._session else [])

    def _hold(self) -> list[Diagnosis]:
        """A line that is too long to be held, or in UTF-16, is given to a session at once."""
        held = b"".join(self._begun)
        self._begun = [held]
        return self._give_all(b"") if self._length > LONGEST_LINE else []

    def _give_all(self, data: bytes) -> list[Diagnosis]:
        """From now on nothing is skipped."""
        data += b"".join(self._begun)
        self._begun = []
        place = self._add(data)
        self._enter(place)
        self._endless = True
        assert self._session is not None
        return self._session.feed(data)

    def _add(self, data: bytes) -> int:
        """Put lines behind those at hand; gives where they start."""
        lost = self._lines.add(data)
        self._from, self._to = self._from - lost, self._to - lost
        return len(self._lines.data) - len(data)

    # ------------------------------------------------------------ whole lines

    def _skim(self, data: bytes) -> list[Diagnosis]:
        """Read the records of marked lines in ``data``."""
        is_first = not self._lines.data
        if is_first and data.startswith(_UTF16):
            return self._give_all(data)
        self._warm_up -= len(data)
        if self._scanner is None and self._warm_up >= 0:
            return self._read_all(data)
        if self._scanner is None:
            self._scanner = self._scanner_for(data)
        new = self._add(data)
        marked = marked_lines(self._scanner, self._lines.data, new)
        if is_first or not data.endswith(b"\n"):  # a byte order mark, a line without end
            marked[new if is_first else self._lines.data.rfind(b"\n") + 1] = True
        return self._read(sorted(marked.items()), new)

    def _read_all(self, data: bytes) -> list[Diagnosis]:
        """The beginning of an input, of which nobody knows yet how long it is."""
        if self._session is None:
            self._session = self._open_session(self._lines.start_at(len(self._lines.data)))
            self._from = self._to = len(self._lines.data)
        self._add(data)
        self._to = len(self._lines.data)
        found = self._session.feed(data)
        self._wanted = dict.fromkeys(
            self._session.joiner.streams(), self._lines.number_at(self._to)
        )
        self._exact = set(self._wanted)
        return found

    def _read(self, marked: list[tuple[int, bool]], place: int) -> list[Diagnosis]:
        found: list[Diagnosis] = []
        end = len(self._lines.data)
        for at, sure in [*marked, (end, True)]:
            while self._wanted and place < at:
                found += self._pass(place)
                place = self._to
            if at == end or at < place or not (sure or self._wanted or self._may_fail(at)):
                continue
            found += self._take(at)
            place = self._to
        return found

    def _take(self, place: int) -> list[Diagnosis]:
        """Read a marked line."""
        self._enter(place)
        session = self._session
        assert session is not None
        line = self._lines.line_at(place)
        found = session.feed(line)
        self._to = place + len(line)
        self._wanted[session.joiner.stream] = self._lines.number_at(place)
        self._note_complete()
        return found

    def _pass(self, place: int) -> list[Diagnosis]:
        """Read a line that is not marked, while a record is waited for."""
        session = self._session
        assert session is not None
        line = self._lines.line_at(place)
        shape = prefilter.quick_shape(line)
        self._to = place + len(line)
        if shape is not None and shape.stream not in self._exact:
            found = session.skip(len(line), self._lines.number_at(place))
        else:
            found = session.feed(line)
        self._note_complete()
        return found

    def _note_complete(self) -> None:
        assert self._session is not None
        for stream, number in list(self._wanted.items()):
            first = self._session.joiner.first_open(stream)
            if not first or first > number:
                del self._wanted[stream]

    def _enter(self, place: int) -> None:
        """Have a session that was given all that the record of the line at ``place`` needs."""
        shape = self._lines.shape_at(place)
        if not self._wanted or shape.stream not in self._exact:
            self._open_at(place, shape)
        assert self._session is not None
        if self._to < place:
            self._session.remember(self._lines.data[self._to : place])
            self._to = place

    def _open_at(self, place: int, shape: Shape) -> None:
        """A new session, unless the one that is there can go on."""
        known = self._session is not None and shape.stream in self._exact
        start = self._lines.region_start(place, shape, max(0, self._to) if known else 0)
        if known and start <= self._to:
            return
        if self._wanted:
            start = max(0, min(start, self._from))
        else:
            self._exact.clear()
        self._session = self._open_session(self._lines.start_at(start))
        self._from = self._to = start
        self._exact.add(shape.stream)

    def _may_fail(self, place: int) -> bool:
        """Whether a line with a failing word may be a failing record, and not quiet by itself."""
        line = self._lines.line_at(place)
        shape = prefilter.quick_shape(line)
        if shape is None:
            return True
        text = line[shape.content : shape.content + 1024].decode("utf-8", "replace")
        return not prefilter.is_quiet(text) or not self._is_alone(place + len(line), shape.stream)

    def _is_alone(self, below: int, stream: str) -> bool:
        """Whether the next line of the stream surely starts another record."""
        for _ in range(_NEAR):
            line = self._lines.line_at(below)
            shape = prefilter.quick_shape(line)
            if shape is None:
                return False
            if shape.stream == stream:
                return True
            below += len(line)
        return False
