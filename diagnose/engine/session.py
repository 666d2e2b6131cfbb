"""One stream of bytes, and what is remembered of it."""

from __future__ import annotations

from collections import deque

from diagnose import records, unwrap
from diagnose.engine.failing import Surroundings
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from diagnose.model import Diagnosis, Line, Record

    OfRecord = Callable[[Record, "Surroundings"], list[Diagnosis]]

REMEMBERED_RECORDS = 4
"""How many records of a stream are kept to look for the failing statement."""
REMEMBERED_LINES = 200
"""How many lines above a record they may stand."""
REMEMBERED_STREAMS = 4096
REMEMBERED_VERSIONS = 256
"""Of so many products: who writes the log chooses their names."""


class Start(NamedTuple):
    """Where in a source a session begins."""

    offset: int = 0
    number: int = 1


class Cut:
    """Lines of which only the beginning is read: the first is told, all are counted.

    >>> warnings = []
    >>> cut = Cut("app.log", warnings)
    >>> cut.add(1, 10), cut.add(1, 5), cut.end(), warnings[1]
    (None, None, None, 'app.log: 2 lines were cut, and 15 bytes of them not read')
    """

    def __init__(self, source: str, warnings: list[str]) -> None:
        self._source = source
        self._warnings = warnings
        self.lines = self.bytes = 0

    def add(self, lines: int, bytes_: int) -> None:
        """Count lines, and bytes that are not read of them."""
        if lines and not self.lines:
            told = "a line is longer than 1 MiB: only its beginning is read"
            self._warnings.append(f"{self._source}: {told}")
        self.lines += lines
        self.bytes += bytes_

    def end(self) -> None:
        """The input has ended."""
        if self.lines > 1:
            told = f"{self.lines} lines were cut, and {self.bytes} bytes of them not read"
            self._warnings.append(f"{self._source}: {told}")


class Session:
    """One stream of bytes and the records that are still open in it.

    ``warnings`` holds what was cut or could not be read; whoever prints empties it.
    """

    def __init__(
        self,
        of_record: OfRecord,
        source: str,
        statement: str,
        start: Start = Start(),  # noqa: B008 - immutable
        versions: dict[str, str] | None = None,
    ) -> None:
        self._of_record = of_record
        self._statement = statement
        self._splitter = records.Splitter(source, *start)
        self.joiner = records.Joiner(unwrap.peel_line)
        self._earlier: dict[str, deque[Record]] = {}
        self._versions = {} if versions is None else versions
        self.warnings: list[str] = []
        self._cut = Cut(source, self.warnings)

    def feed(self, block: bytes) -> list[Diagnosis]:
        """The diagnoses of the records that this block completes."""
        found: list[Diagnosis] = []
        for line in self._splitter.feed(block):
            found += self._diagnose(self.joiner.feed(line))
        self._count_cut()
        return found

    def _count_cut(self) -> None:
        cut, splitter = self._cut, self._splitter
        cut.add(splitter.cut_lines - cut.lines, splitter.cut_bytes - cut.bytes)

    def take(self, line: Line) -> list[Diagnosis]:
        """The same of one line that was read elsewhere."""
        return self._diagnose(self.joiner.feed(line))

    def expire(self, number: int) -> list[Diagnosis]:
        """Records that are complete because their streams have been silent up to this line."""
        return self._diagnose(self.joiner.expire(number))

    def remember(self, line: Line) -> None:
        """Take a line whose record holds nothing, or was looked at before."""
        for record in self.joiner.feed(line):
            self._of_stream(record.stream).append(record)

    def end_part(self, stream: str) -> list[Diagnosis]:
        """The line of a stream that is there in parts is whole."""
        return self._diagnose(self.joiner.end_part(stream))

    def end(self, stream: str) -> list[Diagnosis]:
        """The record of a stream is complete."""
        return self._diagnose(self.joiner.flush(stream))

    def idle(self) -> list[Diagnosis]:
        """The input is silent: its open records are complete."""
        return self._diagnose(self.joiner.flush())

    def close(self) -> list[Diagnosis]:
        """The input has ended."""
        found: list[Diagnosis] = []
        for line in self._splitter.flush():
            found += self._diagnose(self.joiner.feed(line))
        self._count_cut()
        self._cut.end()
        return found + self._diagnose(self.joiner.flush())

    def _diagnose(self, complete: Iterable[Record]) -> list[Diagnosis]:
        found: list[Diagnosis] = []
        for record in complete:
            learn_versions(self._versions, record.text.value)
            kept = self._of_stream(record.stream)
            earlier = [each for each in kept if record.number - each.number <= REMEMBERED_LINES]
            found += self._of_record(record, Surroundings(earlier, self._statement, self._versions))
            kept.append(record)
        return found

    def _of_stream(self, stream: str) -> deque[Record]:
        """The last records of a stream; the stream that is silent for longest is forgotten."""
        kept = self._earlier.pop(stream, None)
        if kept is None:
            kept = deque(maxlen=REMEMBERED_RECORDS)
            if len(self._earlier) >= REMEMBERED_STREAMS:
                del self._earlier[next(iter(self._earlier))]
        self._earlier[stream] = kept
        return kept


_VERSION = lazy_pattern(
    r"\b([A-Za-z][A-Za-z0-9_]{2,30})(?:[ ]version[ ]|:v?|-v?|[ ]v|/v?)(\d{1,4}\.\d{1,4}\.\d{1,4})\b"
)
_VERSION_MARKS = ("version", ":v", "-v", " v", "SHOW", "image")


def learn_versions(known: dict[str, str], value: str) -> None:
    """Take over the versions that a text names; the product named longest ago is forgotten."""
    for product, version in versions_in(value).items():
        known.pop(product, None)
        known[product] = version
    while len(known) > REMEMBERED_VERSIONS:
        del known[next(iter(known))]


def versions_in(value: str) -> dict[str, str]:
    """Products, in lower case, and the versions that a text names.

    >>> versions_in("PostgreSQL 13.14.0-RisingWave-2.3.0 (c1)"), versions_in("shop:v1.2.3")
    ({'risingwave': '2.3.0'}, {'shop': '1.2.3'})
    """
    if "RisingWave-" not in value and not any(mark in value for mark in _VERSION_MARKS):
        return {}
    return {found[1].lower(): found[2] for found in _VERSION.finditer(value)}
