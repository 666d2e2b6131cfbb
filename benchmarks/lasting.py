"""A tail that does not end, at full speed: what the program holds must not grow.

    python benchmarks/lasting.py --minutes 30

A process writes a mixed log into a pipe: JSON, text and prefixes of containers, one line in a
hundred a failure, names in it new in each block, and stamps that jump by years in both
directions. The program reads it as it reads ``kubectl logs -f ... | diagnose --json --summary``.
Every ten seconds: memory, bytes read, diagnoses, and the sizes of what is remembered. It ends
with status 1 when memory at the end, or at any time after the first minute, is more than 5 %
above that after the first minute, or when anything remembered is above its bound.
"""

from __future__ import annotations

import argparse
import io
import itertools
import os
import random
import signal
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

from generate_log import lines

from diagnose.cli import engine as engines
from diagnose.cli.inputs import Input
from diagnose.cli.report import Report
from diagnose.cli.settings import Settings
from diagnose.cli.streams import Streams
from diagnose.stream import repeats, runs
from diagnose.stream.guarded import Guarded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diagnose.model import Diagnosis
    from diagnose.stream.events import Session

EVERY = 10.0
WARM = 60.0
"""Caches fill in the first minute."""
MOST_GROWTH = 1.05
BLOCK_LINES = 5000
BLOCKS = 40
YEARS = [b"%d-" % year for year in range(1990, 2060)]


class Sizes(NamedTuple):
    """What is remembered: entries, and their bounds."""

    repeats: int
    runs: int
    waiting: int

    @property
    def are_bounded(self) -> bool:
        return self.repeats <= repeats.CAPACITY and self.runs <= runs.MOST_RUNS + 1


def blocks(seed: int = 1) -> Iterator[bytes]:
    """Blocks without end; names and the year change from one to the next."""
    source = lines(0.01, seed)
    kept = [
        "".join(f"{line}\n" for line in itertools.islice(source, BLOCK_LINES)).encode()
        for _ in range(BLOCKS)
    ]
    chance = random.Random(seed)
    for number in itertools.count():
        block = kept[number % BLOCKS].replace(b"2026-", chance.choice(YEARS))
        yield block.replace(b"name", b"n" + letters(number))


def letters(number: int) -> bytes:
    """Digits would be masked where repeats are told from each other."""
    return str(number).translate(str.maketrans("0123456789", "abcdefghij")).encode()


class CountingReport(Report):
    """Counts the diagnoses that it writes."""

    total = 0

    def add(self, found: Diagnosis, *, at_once: bool = False) -> None:
        self.total += 1
        super().add(found, at_once=at_once)

    def sizes(self) -> Sizes:
        seen, incidents = self._repeats, self._incidents
        return Sizes(
            len(seen._states) if seen else 0,  # noqa: SLF001 - measured from outside
            sum(1 for _ in incidents._runs) if incidents else 0,  # noqa: SLF001
            sum(map(len, list(incidents._waiting.values()))) if incidents else 0,  # noqa: SLF001
        )


class CountingSession(Guarded):
    """Counts the bytes that are read."""

    read = 0

    def feed(self, block: bytes) -> list[Diagnosis]:
        CountingSession.read += len(block)
        return super().feed(block)


class CountingStreams(Streams):
    """Reads through counting sessions."""

    def _session(self, source: str) -> Session:
        return CountingSession(super()._session(source), self._fail)


def resident() -> int:
    """Bytes of this process that are in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


class Watch(threading.Thread):
    """Prints a row every ten seconds, and ends the run by the signal that a user would send."""

    def __init__(self, report: CountingReport, seconds: float) -> None:
        super().__init__(daemon=True)
        self._report, self._seconds = report, seconds
        self.rows: list[tuple[float, int, Sizes]] = []

    def run(self) -> None:
        begun = time.monotonic()
        print(f"{'seconds':>8} {'RSS MiB':>8} {'read MB':>9} {'found':>9}  remembered", flush=True)
        while (passed := time.monotonic() - begun) < self._seconds:
            time.sleep(min(EVERY, self._seconds - passed))
            self._row(time.monotonic() - begun)
        os.kill(os.getpid(), signal.SIGTERM)

    def _row(self, passed: float) -> None:
        try:
            sizes = self._report.sizes()
        except RuntimeError:  # changed while it was counted
            return
        memory = resident()
        self.rows.append((passed, memory, sizes))
        read = CountingSession.read / 1e6
        row = f"{passed:8.0f} {memory / 2**20:8.1f} {read:9.0f} {self._report.total:9}"
        print(f"{row}  {' '.join(f'{k}={v}' for k, v in sizes._asdict().items())}", flush=True)


def write_into(pipe: int, read: int) -> None:
    """The process that writes."""
    os.close(read)
    try:
        with io.FileIO(pipe, "w") as file:
            for block in blocks():
                view = memoryview(block)
                while view:
                    view = view[file.write(view) :]
    finally:
        os._exit(0)


def verdict(rows: list[tuple[float, int, Sizes]]) -> int:
    """Status 0 when nothing has grown."""
    warm = [memory for passed, memory, _ in rows if passed >= WARM] or [rows[0][1]]
    bounded = all(sizes.are_bounded for *_, sizes in rows)
    growth, last = max(warm) / warm[0], warm[-1] / warm[0]
    print(f"after the first minute: at most {growth:.3f}, at the end {last:.3f} of its memory")
    print(f"what is remembered is {'within' if bounded else 'ABOVE'} its bounds")
    return 0 if growth <= MOST_GROWTH and bounded else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--format", default="ndjson")
    given = parser.parse_args()
    source, sink = os.pipe()
    writer = os.fork()
    if not writer:
        write_into(sink, source)
    os.close(sink)
    os.dup2(source, 0)
    os.close(source)
    settings = Settings(format=given.format, summary=True, quiet=True)
    void = os.open(os.devnull, os.O_WRONLY)
    engine = engines.make_engine(settings, {})
    report = CountingReport(settings, void, engine.catalog.entry)
    streams = CountingStreams(engine, settings, report)
    watch = Watch(report, given.minutes * 60)
    watch.start()
    streams.run([Input()])
    os.kill(writer, signal.SIGKILL)
    os.waitpid(writer, 0)
    return verdict(watch.rows)


if __name__ == "__main__":
    sys.exit(main())
