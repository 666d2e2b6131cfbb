"""A part of a file, read by itself: its diagnoses are those that the whole file would give."""

from __future__ import annotations

from diagnose.engine.looking_back import HISTORY
from diagnose.engine.session import Start
from diagnose.engine.skimming import Chunk
from diagnose.lean import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import BinaryIO

    from diagnose.engine.core import Engine
    from diagnose.engine.marking import Scanner
    from diagnose.model import Diagnosis

BLOCK = 1 << 20


class Part(NamedTuple):
    """What was found in a part; lines are counted from its beginning, the first one is 1."""

    found: list[tuple[int, Diagnosis]]
    """Each with the line at which its record was complete, which may stand in the next part."""
    lines: int
    versions: Mapping[str, str]
    """Those named up to its end."""


def read_part(
    engine: Engine,
    scanner: Scanner,
    path: str,
    span: tuple[int, int],
    versions: Mapping[str, str],
) -> Part:
    """Read the lines that start between two offsets of a file."""
    with open(path, "rb") as file:
        begin, end = (_line_start(file, each) for each in span)
        above = _line_start(file, begin - HISTORY) if begin > HISTORY else 0
        session = engine.session(path, Chunk(scanner, Start(above), begin, versions))
        found = [each for block in _blocks(file, above, begin) for each in session.feed(block)]
        first = session.number_at(begin) if begin > above else 1
        found += [each for block in _blocks(file, begin, end) for each in session.feed(block)]
        lines = session.number_at(end) - first if end > begin else 0
        versions = dict(session.versions)
        while session.is_waiting and (block := _whole_lines(file)):
            found += session.go_on(block)
        found += session.close()
    counted = [_counted(each, first - 1) for each in found]
    completed = [number - first + 1 for number in session.completed]
    return Part(list(zip(completed, counted, strict=True)), lines, versions)


def _line_start(file: BinaryIO, offset: int) -> int:
    """The first line start at or behind an offset."""
    if offset <= 0:
        return 0
    file.seek(offset - 1)
    while block := file.readline(BLOCK):
        if block.endswith(b"\n"):
            break
    return file.tell()


def _blocks(file: BinaryIO, begin: int, end: int) -> Iterator[bytes]:
    file.seek(begin)
    while begin < end and (block := file.read(min(BLOCK, end - begin))):
        begin += len(block)
        yield block


def _whole_lines(file: BinaryIO) -> bytes:
    return b"".join(file.readlines(BLOCK >> 4))


def _counted(found: Diagnosis, lines_above: int) -> Diagnosis:
    """Ready to be sent: its line counted from the part's beginning, its tables plain."""
    found = found.moved(-lines_above)
    if found.alike is not None:
        return found
    return found._replace(captures=dict(found.captures), context=dict(found.context))


def in_order(parts: Iterable[Part]) -> Iterator[list[Diagnosis]]:
    """The diagnoses of consecutive parts, as the whole gives them: by the ends of their records."""
    above = 0
    late: list[tuple[int, Diagnosis]] = []
    for part in parts:
        mine = [(number + above, found.moved(above)) for number, found in part.found]
        above += part.lines
        both = sorted([*late, *mine], key=_number)
        late = [each for each in both if each[0] > above]
        yield [found for number, found in both if number <= above]
    yield [found for _, found in late]


def _number(completed: tuple[int, Diagnosis]) -> int:
    return completed[0]
