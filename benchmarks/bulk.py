"""What reading a long log takes, beside programs that search for plain text.

Each function gives rows of (name, numbers); ``run.py`` calls them all. Runs of all programs are
interleaved, and each is a process of its own, so that its start counts.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import tempfile
import threading
import time
from itertools import islice
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from generate_log import Messages, lines, troubled, write

from diagnose import catalog, template
from diagnose.engine import scanners
from diagnose.engine.marking import marked_lines
from diagnose.prefilter import collect

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from diagnose.prefilter import Needles

BLOCK = 1 << 20
MANY, SMALLER = 0.1, 10


class Spread(NamedTuple):
    """Seconds of several runs."""

    runs: tuple[float, ...]

    @property
    def middle(self) -> float:
        return median(self.runs)


def write_literals(path: Path) -> Needles:
    """The windows that the program searches for, one a line: what ripgrep is given."""
    needles = scanners.needles(catalog.load())
    windows = sorted({window for each in needles.wordings for window in each.windows})
    path.write_text("\n".join(windows) + "\n")
    return needles


def timed(command: str) -> float:
    with tempfile.TemporaryFile() as output:  # grep stops early when it writes to /dev/null
        begin = time.perf_counter()
        subprocess.run(command, shell=True, check=False, stdout=output, env=environment())
        return time.perf_counter() - begin


def environment() -> dict[str, str]:
    """In which the installed program is found, not a checkout."""
    return {name: each for name, each in os.environ.items() if name != "PYTHONPATH"}


def interleaved(commands: Mapping[str, str], rounds: int) -> dict[str, Spread]:
    """The seconds of each command, one run of each in turn."""
    runs: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            runs[name].append(timed(command))
    return {name: Spread(tuple(each)) for name, each in runs.items()}


def bulk(  # noqa: PLR0917 - called once
    program: str, folder: Path, literals: Path, errors: Sequence[float], size: int, rounds: int
) -> dict[float, tuple[int, int, dict[str, Spread]]]:
    """Of logs with these shares of lines in error: bytes, lines, and what each program takes."""
    found: dict[float, tuple[int, int, dict[str, Spread]]] = {}
    for share in errors:
        log = folder / f"log-{share}"
        smaller = SMALLER if share >= MANY else 1  # of many errors a part says as much
        size_there, count = write(str(log), size // smaller, share)
        own = f"{program} --json --no-dedup"
        commands = {
            "diagnose, one process": f"{own} --jobs 1 {log}",
            "diagnose, two processes": f"{own} --jobs 2 {log}",
            "diagnose, from a pipe": f"cat {log} | {own}",
            "cat | wc -l": f"cat {log} | wc -l",
        }
        if shutil.which("rg"):
            commands["ripgrep"] = f"rg -c -F -f {literals} {log}"
        commands["GNU grep"] = f"LC_ALL=C grep -c -F -f {literals} {log}"
        found[share] = size_there, count, interleaved(commands, rounds)
        log.unlink()
    return found


def growth(folder: Path, numbers: Sequence[int], size: int, rounds: int) -> dict[int, list[float]]:
    """Of N wordings: MB/s of our scan in one process, and of ripgrep with the same windows."""
    log, literals = folder / "log", folder / "some-literals"
    write(str(log), size, 0.01)
    data = log.read_bytes()
    found: dict[int, list[float]] = {}
    for number in numbers:
        needles = _some(number)
        windows = sorted({window for each in needles.wordings for window in each.windows})
        literals.write_text("\n".join(windows) + "\n")
        scan = [_scan_seconds(needles, data) for _ in range(rounds)]
        searched = [timed(f"rg -c -F -f {literals} {log}") for _ in range(rounds)]
        found[number] = [len(data) / median(each) / 1e6 for each in (scan, searched)]
    log.unlink()
    return found


def _some(number: int) -> Needles:
    """The needles of so many wordings; beyond the catalogue's, of some with other words."""
    sources = [
        wording.template
        for entry in catalog.load().all_entries()
        if entry.role != "wrapper"
        for wording in entry.wordings
    ]
    random.Random(3).shuffle(sources)
    more = [each.replace("e", "ee").replace("t", "st") for each in sources if "{" not in each]
    return collect(map(template.parse, [*sources, *more][:number]))


def _scan_seconds(needles: Needles, data: bytes) -> float:
    scanner = scanners.scanner(needles, data)
    begin = time.perf_counter()
    for start in range(0, len(data), BLOCK):
        marked_lines(scanner, data[start : start + BLOCK], 0)
    return time.perf_counter() - begin


def tail(program: str, seconds: float, pace: int) -> list[float]:
    """Milliseconds from the writing of a line that completes a record to its answer."""
    running = subprocess.Popen(
        [*program.split(), "--json", "--no-dedup", "--idle", "5000"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
        env=environment(),
    )
    assert running.stdin is not None
    assert running.stdout is not None
    time.sleep(2)  # its start is measured elsewhere
    written: list[float] = []
    answered: list[float] = []
    pipe = running.stdout

    def listen() -> None:
        while block := os.read(pipe.fileno(), 1 << 16):
            answered.extend([time.perf_counter()] * block.count(b"\n"))

    listener = threading.Thread(target=listen)
    listener.start()
    step = pace // 200
    source = lines(0, seed=5)
    said = "specified parallelism {} should not exceed max parallelism 64"
    failed = "2026-03-01T00:00:00.000001Z ERROR a::b: {}\n"
    behind = "2026-03-01T00:00:00.000002Z  INFO a::b: go on\n"
    begin = time.perf_counter()
    number = 0
    while (now := time.perf_counter()) - begin < seconds:
        block = "".join(next(source) + "\n" for _ in range(step))
        if number % 10 == 9 and now - begin > seconds / 4:  # noqa: PLR2004
            # an ordinary line behind it completes the record
            block += failed.format(said.format(number)) + behind
            written.append(time.perf_counter())
        os.write(running.stdin.fileno(), block.encode())
        number += 1
        time.sleep(max(0.0, begin + number / 200 - time.perf_counter()))
    running.stdin.close()
    running.wait()
    listener.join()
    return [(b - a) * 1000 for a, b in zip(written, answered, strict=False)]


def memory(program: str, folder: Path, size: int, errors: float) -> tuple[int, float]:
    """Bytes read from a pipe, and the most memory that was in use, in MB."""
    log = folder / "log"
    each, _ = write(str(log), 100_000_000, errors)
    times = max(1, size // each)
    feeder = subprocess.Popen(
        f"for i in $(seq {times}); do cat {log}; done", shell=True, stdout=subprocess.PIPE
    )
    child = subprocess.Popen(
        [*program.split(), "--json"],
        stdin=feeder.stdout,
        stdout=subprocess.DEVNULL,
        env=environment(),
    )
    _, _, used = os.wait4(child.pid, 0)
    child.returncode = 0
    feeder.kill()
    feeder.wait()
    log.unlink()
    return times * each, used.ru_maxrss / 1000


def every_line(folder: Path, size: int) -> tuple[Path, int]:
    """A log of which every line is in error, each with other values."""
    log = folder / "all-errors"
    messages = Messages(random.Random(2))
    stamp = "2026-03-01T00:00:00.000001Z ERROR risingwave_meta::rpc: failed error="
    count = written = 0
    with open(log, "w", encoding="utf-8") as file:
        while written < size:
            written += file.write(f"{stamp}{messages.next()}\n")
            count += 1
    return log, count


def again(folder: Path, count: int, kinds: int) -> tuple[Path, int]:
    """The same of a log in which some messages come again and again."""
    log = folder / "again-and-again"
    with open(log, "w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in islice(troubled(kinds, seed=4), count))
    return log, count
