"""A large file, read by several processes; what they find comes in the order of the file."""

from __future__ import annotations

import os
import signal
from collections import deque

from diagnose import records
from diagnose.engine.chunks import in_order, read_part
from diagnose.lean import TYPE_CHECKING
from diagnose.stream.binary import LOOK, is_binary
from diagnose.stream.compressed import compression
from diagnose.stream.events import Batch

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from multiprocessing.pool import AsyncResult, Pool
    from typing import Self

    from diagnose.cli.settings import Settings
    from diagnose.engine import Engine
    from diagnose.engine.chunks import Part
    from diagnose.engine.marking import Scanner
    from diagnose.stream.events import Gate

PART = 8 << 20
"""Bytes that one process reads at a time."""
SMALLEST = 32 * PART
"""Of a smaller file, the start of processes takes longer than they save."""


def processes(settings: Settings, path: str) -> int:
    """By how many processes a file is read: 1 where it cannot be cut, or is too small."""
    if settings.jobs == 1 or settings.passthrough or not hasattr(os, "fork"):
        return 1
    if not os.path.isfile(path) or os.path.getsize(path) < (2 if settings.jobs else SMALLEST):
        return 1
    with open(path, "rb") as file:
        head = file.read(LOOK)
    if compression(head) or records.is_utf16(head[:4]) or is_binary(head):
        return 1
    return settings.jobs or len(os.sched_getaffinity(0))


class Jobs:
    """Processes that read parts of one file; they end with the block."""

    def __init__(self, engine: Engine, path: str, count: int) -> None:
        from multiprocessing import get_context

        needles = engine.needles()
        _shared[:] = [(engine, engine.scanner(_head(path), needles), path)]
        self._pool: Pool = get_context("fork").Pool(count, _begin)
        self._size = os.path.getsize(path)
        self._ahead = count + 1
        self._versioned = frozenset(needles.versioned)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._pool.terminate()
        self._pool.join()

    def batches(self, gate: Gate) -> Iterator[Batch]:
        """What each part holds."""
        for found in in_order(self._parts(gate)):
            yield Batch(found)
        yield Batch((), quiet=True)

    def _parts(self, gate: Gate) -> Iterator[Part]:
        """The parts in order; one that was read without knowing of a version is read again."""
        versions: Mapping[str, str] = {}
        asked: deque[tuple[int, Mapping[str, str], AsyncResult[Part]]] = deque()
        starts = iter(range(0, self._size, PART))
        while True:
            for start in starts:
                asked.append((start, versions, self._ask(start, versions)))
                if len(asked) > self._ahead:
                    break
            if not asked:
                return
            start, known, result = asked.popleft()
            if known != versions:
                result = self._ask(start, versions)
            with gate:
                part = result.get()
            versions = {
                name: each for name, each in part.versions.items() if name in self._versioned
            }
            yield part

    def _ask(self, start: int, versions: Mapping[str, str]) -> AsyncResult[Part]:
        end = min(start + PART, self._size)
        return self._pool.apply_async(_read, (start, end, versions))


_shared: list[tuple[Engine, Scanner, str]] = []
"""What the processes have from their parent."""


def _head(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read(1 << 20)


def _begin() -> None:
    """Signals are for the parent, which ends its processes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _read(begin: int, end: int, versions: Mapping[str, str]) -> Part:
    ((engine, scanner, path),) = _shared
    return read_part(engine, scanner, path, (begin, end), versions)
