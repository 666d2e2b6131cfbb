"""Runs the benchmarks of long logs and writes what came out to docs/performance.md, with a plot.

    python benchmarks/run.py [--python PATH] [--megabytes 300] [--rounds 3] [--only-print]

``--python`` names a Python that has the program installed from a wheel, with numpy.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from math import log10
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import bulk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

DOCS = Path(__file__).parents[1] / "docs"
NUMBERS = (10, 100, 1000, 5000, 10_000)
SHARES = (0.001, 0.01, 0.1)
PACE = 20_000
KINDS = 100
"""Messages of a log in which the same are said again and again."""


def versions(python: str) -> str:
    def said(command: str) -> str:
        done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
        return done.stdout.partition("\n")[0].strip()

    numpy = said(f"{python} -c 'import numpy; print(numpy.__version__)'")
    cpu = next(
        (line.partition(":")[2].strip() for line in _cpu_lines() if "model name" in line), "?"
    )
    return (
        f"{os.cpu_count()} processors ({cpu}), {platform.system()}, Python"
        f" {platform.python_version()}, numpy {numpy}, {said('rg --version')},"
        f" {said('grep --version')}"
    )


def _cpu_lines() -> list[str]:
    try:
        return Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return []


def bulk_table(found: Mapping[float, tuple[int, int, dict[str, bulk.Spread]]]) -> Iterator[str]:
    yield "| lines in error | program | MB/s | times ripgrep | times `cat \\| wc -l` | runs, s |"
    yield "|---|---|--:|--:|--:|---|"
    for share, (size, _, spreads) in found.items():
        searched = spreads.get("ripgrep")
        for name, spread in spreads.items():
            ratio = f"{searched.middle / spread.middle:.2f}" if searched else "-"
            counted = spreads["cat | wc -l"].middle / spread.middle
            runs = " ".join(f"{each:.2f}" for each in spread.runs)
            speed = size / spread.middle / 1e6
            escaped = name.replace("|", "\\|")
            yield f"| {share:.1%} | {escaped} | {speed:.0f} | {ratio} | {counted:.3f} | {runs} |"


def growth_table(found: Mapping[int, Sequence[float]]) -> Iterator[str]:
    yield "| wordings | scan, MB/s | ripgrep, MB/s | times |"
    yield "|--:|--:|--:|--:|"
    for number, (own, searched) in found.items():
        yield f"| {number} | {own:.0f} | {searched:.0f} | {own / searched:.2f} |"


def plot(found: Mapping[int, Sequence[float]]) -> str:
    """Speed against the number of wordings, both axes logarithmic."""
    width, height = 560, 320

    def place(number: float, speed: float) -> str:
        x = 60 + (log10(number) - 1) / 3 * (width - 90)
        y = height - 40 - (log10(max(speed, 10)) - 1) / 3 * (height - 70)
        return f"{x:.0f},{y:.0f}"

    out = [(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
           ' font-family="sans-serif" font-size="12">')]  # fmt: skip
    for speed in (10, 100, 1000, 10_000):
        x, y = place(10, speed).split(",")
        out.append(f'<text x="8" y="{int(y) + 4}">{speed} MB/s</text>')
        out.append(f'<path d="M{int(x) + 10},{y}H{width - 30}" stroke="#ddd"/>')
    for number in found:
        x, _ = place(number, 10).split(",")
        out.append(f'<text x="{x}" y="{height - 18}" text-anchor="middle">{number}</text>')
    for at, (name, colour) in enumerate((("scan of diagnose", "#06c"), ("ripgrep", "#c60"))):
        points = " ".join(place(number, speeds[at]) for number, speeds in found.items())
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}"/>')
        out.append(f'<text x="{width - 150}" y="{24 + 16 * at}" fill="{colour}">{name}</text>')
    return "\n".join([*out, "</svg>", ""])


def report(given: argparse.Namespace, folder: Path) -> tuple[str, str]:
    program = f"{given.python} -m diagnose"
    literals = folder / "literals"
    needles = bulk.write_literals(literals)
    size = given.megabytes * 1_000_000
    found = bulk.bulk(program, folder, literals, SHARES, size, given.rounds)
    grown = bulk.growth(folder, NUMBERS, 50_000_000, given.rounds)
    late = sorted(bulk.tail(program, 8, PACE))
    read, used = bulk.memory(program, folder, given.stream * 1_000_000, 0.001)
    log, count = bulk.every_line(folder, 3_000_000)
    again, count_again = bulk.again(folder, 200_000, KINDS)
    own = f"{program} --json --no-dedup --jobs 1"
    both = bulk.interleaved({"all": f"{own} {log}", "again": f"{own} {again}"}, given.rounds)
    parts = [
        (
            f"Machine: {versions(given.python)}. Logs of {given.megabytes} MB by"
            f" `benchmarks/generate_log.py`; {len(needles.wordings)} wordings searched for;"
            f" medians of {given.rounds} interleaved runs of whole processes, output to a file."
        ),
        "\n".join(bulk_table(found)),
        "\n".join(growth_table(grown)) + "\n\n![speed against wordings](performance.svg)",
        (
            f"Every line in error, other values on each, in one process, start included:"
            f" {count / both['all'].middle:.0f} diagnoses a second when all wordings come equally"
            f" often ({count} lines), {count_again / both['again'].middle:.0f} when {KINDS} of them"
            f" come again and again ({count_again} lines)."
        ),
        (
            f"Tail at {PACE} lines a second: {median(late):.1f} ms at the median,"
            f" {late[int(len(late) * 0.99)]:.1f} ms at p99 ({len(late)} answers)."
        ),
        f"Memory: at most {used:.0f} MB for {read / 1e9:.1f} GB from a pipe.",
    ]
    return "\n\n".join(parts) + "\n", plot(grown)


BEGIN, END = "<!-- measured: begin -->\n", "<!-- measured: end -->\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--megabytes", type=int, default=300)
    parser.add_argument("--stream", type=int, default=2000, help="megabytes of the memory test")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only-print", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        text, picture = report(given, Path(folder))
    print(text)
    if not given.only_print:
        page = DOCS / "performance.md"
        before, _, rest = page.read_text().partition(BEGIN)
        page.write_text(before + BEGIN + "\n" + text + "\n" + END + rest.partition(END)[2])
        (DOCS / "performance.svg").write_text(picture)


if __name__ == "__main__":
    main()
