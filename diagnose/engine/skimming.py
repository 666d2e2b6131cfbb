"""A stream of which only the lines are read that can matter.

A scan of whole blocks says where needles stand. Around each, the lines of its
record go the ordinary way, through a session that begins where a record surely
starts; all other lines are only counted.
"""

from __future__ import annotations

from diagnose import records
from diagnose.engine.marking import marked_lines
from diagnose.engine.session import Cut, Session, Start
from diagnose.engine.waiting import Waiting
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.prefilter import Shape

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from diagnose.engine.marking import Scanner
    from diagnose.engine.recalling import Recall
    from diagnose.engine.session import OfRecord
    from diagnose.model import Diagnosis

LONGEST_RECALLED = 1 << 12
"""Bytes of a line that is worth remembering."""
LONGEST_LINE = 1 << 20
"""So much is kept of a line; what is longer is cut."""
WARM_UP = 1 << 16
"""Bytes that are read before the scan, which takes its time to start, is worth it."""


class Chunk(NamedTuple):
    """A part of a source, when others read the parts before it."""

    scanner: Scanner
    start: Start
    """Where it is read from: some lines above, which are marked for others."""
    begin: int
    """Where it begins."""
    versions: Mapping[str, str]
    """What the parts before have named."""


class _Recalled(NamedTuple):
    """The last line that was recalled."""

    stop: int
    """Where it ends."""
    below: Shape
    """What the next one is, and it was itself."""


_NONE = _Recalled(-1, Shape("", is_head=False))


class SkimmedSession:
    """One stream of bytes; the same diagnoses as of a ``Session``, most lines unread."""

    def __init__(  # noqa: PLR0917 - the engine alone calls it
        self,
        of_record: OfRecord,
        source: str,
        statement: str,
        scanner_for: Callable[[bytes], Scanner],
        warm_up: int = WARM_UP,
        chunk: Chunk | None = None,
        recall_for: Callable[[Mapping[str, str]], Recall] | None = None,
    ) -> None:
        self.versions = versions = dict(chunk.versions) if chunk else {}

        def open_session(start: Start) -> Session:
            return Session(of_record, source, statement, start, versions)

        self._open_session = open_session
        self._scanner_for = scanner_for
        self._scanner = chunk.scanner if chunk else None
        self._warm_up = warm_up
        self._waiting = Waiting(open_session, source, *(chunk[1:3] if chunk else (Start(), 0)))
        self._begun: list[bytes] = []
        """A line that has not ended."""
        self._length = self._dropped = 0
        self._full: Session | None = None
        """Reads all that comes, as long as it is there."""
        self._is_utf16 = False
        self._recall = recall_for(versions) if recall_for else None
        self._recalled_last = _NONE
        self.warnings: list[str] = []
        self._cut = Cut(source, self.warnings)

    def feed(self, block: bytes) -> list[Diagnosis]:
        """The diagnoses of the records that this block completes."""
        if self._is_utf16:
            return self._read_all(block)
        found: list[Diagnosis] = []
        end = block.find(b"\n")
        if end >= 0 and self._length + end > LONGEST_LINE:
            self._hold(block[:end])
            found = self._skim(b"".join(self._begun) + b"\n", self._dropped)
            self._forget()
            block = block[end + 1 :]
        ended, newline, begun = block.rpartition(b"\n")
        if newline:
            data = b"".join((*self._begun, ended, newline))
            self._forget()
            found += self._skim(data)
        if self._is_utf16:
            return found + self._read_all(begun)
        self._hold(begun)
        return found

    def _hold(self, part: bytes) -> None:
        """Keep the beginning of a line that has not ended, as far as lines are kept."""
        kept = part[: max(0, LONGEST_LINE - self._length)]
        self._begun.append(kept)
        self._length += len(part)
        self._dropped += len(part) - len(kept)

    def _forget(self) -> None:
        self._begun, self._length, self._dropped = [], 0, 0

    def idle(self) -> list[Diagnosis]:
        """The input is silent: its open records are complete."""
        return self._full.idle() if self._full else self._waiting.idle()

    def close(self) -> list[Diagnosis]:
        """The input has ended."""
        rest = b"".join(self._begun)
        found = self._skim(rest, self._dropped) if rest else []
        self._cut.end()
        return found + (self._full.close() if self._full else self._waiting.idle())

    @property
    def completed(self) -> list[int]:
        """Of each diagnosis so far, the number of the line that completed its record."""
        return self._waiting.completed

    def number_at(self, offset: int) -> int:
        """Number of the line at an offset that is still at hand."""
        return self._waiting.lines.number_at_offset(offset)

    @property
    def is_waiting(self) -> bool:
        """Whether a record is not complete."""
        return bool(self._waiting.streams)

    def go_on(self, data: bytes) -> list[Diagnosis]:
        """Whole lines that are marked for others, as far as they complete our records."""
        return self._read([], self._waiting.add(data, 0))

    # ------------------------------------------------------------ whole lines

    def _skim(self, data: bytes, dropped: int = 0) -> list[Diagnosis]:
        """Read the records of marked lines in ``data``; its line is longer by ``dropped``."""
        self._cut.add(int(dropped > 0), dropped)
        is_first = self._waiting.lines.is_new and not self._is_utf16
        self._is_utf16 = self._is_utf16 or (is_first and records.is_utf16(data[:4]))
        self._warm_up -= len(data) + dropped
        if self._is_utf16 or (self._scanner is None and self._warm_up >= 0):
            return self._read_all(data)
        if self._full is not None:
            self._waiting.take_over(self._full)
            self._full = None
        if self._scanner is None:
            self._scanner = self._scanner_for(data)
        lines = self._waiting.lines
        new = self._waiting.add(data, dropped)
        marked = marked_lines(self._scanner, lines.data, new)
        if is_first:  # there may be a byte order mark
            marked[new] = True
        if not data.endswith(b"\n"):
            marked[lines.data.rfind(b"\n") + 1] = True
        return self._read(sorted(marked.items()), new)

    def _read_all(self, data: bytes) -> list[Diagnosis]:
        """Of a short input, or in UTF-16."""
        if self._full is None:
            self._full = self._open_session(Start())
        if not self._is_utf16:
            self._waiting.add(data, 0)
        return self._full.feed(data)

    def _read(self, marked: list[tuple[int, bool]], place: int) -> list[Diagnosis]:
        waiting = self._waiting
        self._recalled_last = _NONE  # places have moved
        found: list[Diagnosis] = []
        end = len(waiting.lines.data)
        for at, sure in [*marked, (end, True)]:
            while waiting.streams and place < at:
                place = waiting.go_on(place, at, found)
            if at == end or not (sure or waiting.lines.may_fail(at)):
                continue
            known = self._recalled(at)
            found += waiting.take(at) if known is None else known
            place = waiting.lines.end_at(at)
        return found

    def _recalled(self, at: int) -> list[Diagnosis] | None:
        """What a line completes and says that came before with other numbers in it."""
        lines = self._waiting.lines
        stop = lines.end_at(at)
        if self._recall is None or stop - at > LONGEST_RECALLED or stop >= len(lines.data):
            return None
        line = lines.data[at : stop - 1].decode("latin-1")
        known = self._recall.known(line)
        if known is None or not self._is_alone(at, stop):
            return None
        form, numbers = known
        start = lines.start_at(at)
        complete = self._waiting.pass_by(start, self._recalled_last.below.stream)
        if complete is None:
            self._recalled_last = _NONE
            return None
        complete.append(form.diagnosis(line, numbers, start))
        return complete

    def _is_alone(self, at: int, stop: int) -> bool:
        """Whether a line is a record by itself, and no statement stands above."""
        lines, last = self._waiting.lines, self._recalled_last
        is_next = last.stop == at
        shape = last.below if is_next else lines.quick_shape_at(at)
        if shape is None or lines.quick_shape_at(stop) is not shape:
            return False
        if not (is_next or lines.is_below_heads(at, shape.stream)):
            return False
        self._recalled_last = _Recalled(stop, shape)
        return True
