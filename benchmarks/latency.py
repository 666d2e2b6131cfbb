"""How long one message takes, as multiples of what cannot be avoided.

One call in a warm process is given as a multiple of one match of the same message against the
regular expression of its own template, everything known beforehand; what a process does from its
start on, as a multiple of ``python -c pass``. All kinds of runs are interleaved. Of calls and of
matches alike the second of two runs counts; without the first one, both take two to three times as
long, and the multiples are smaller.

    python benchmarks/latency.py [--rounds N] [--python PATH] [--skip-start]

The messages are the first examples of all pages, as they are and inside the lines in which logs
and clients show them. ``--python`` names a Python that has the program installed; without it a
wheel is built and installed into a new environment (needs ``build`` and ``hatchling``).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import re
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
import venv
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from diagnose import catalog, template
from diagnose.catalog.compiled import CompiledCatalog
from diagnose.engine import Engine
from diagnose.render import Style, get

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from diagnose.model import Entry

ROOT = Path(__file__).parents[1]
MESSAGE = "specified backfill parallelism 32 should not exceed max parallelism 12"
STAMP = "2024-06-12T15:54:00.713464343Z"
WAYS: dict[str, Callable[[str], str]] = {
    "bare": lambda said: said,
    "psql": lambda said: f"ERROR:  {said}",
    "tracing": lambda said: (
        f'{STAMP} ERROR handle_query{{mode="simple query"}}: risingwave_frontend::session: {said}'
    ),
    "JSON": lambda said: json.dumps(
        {
            "timestamp": STAMP,
            "level": "ERROR",
            "fields": {"message": "statement failed", "error": said},
            "target": "risingwave_frontend",
        }
    ),
}
BOUNDARY = re.compile(r":\s+|\n\s*|\(|\"")
SIZES = (10, 100, 1_000, 5_000, 10_000)
SYNTHETIC = 10
"""Messages of a synthetic catalogue that are asked about."""


class Row(NamedTuple):
    """A line of the table."""

    what: str
    ratio: float
    goal: str
    lowest: float
    highest: float
    took: str


# ------------------------------------------------------------ one call, warm


class Hit(NamedTuple):
    """A message, and the match that nobody can do without."""

    text: str
    unit: Callable[[], object]


def hits(pages: catalog.Catalog, engine: Engine) -> Iterator[Hit]:
    """The first example of each page, and its own template at the place where it stands."""
    for entry in pages.entries():
        text = entry.examples[0].text if entry.examples else ""
        if entry.role == "wrapper" or entry.id not in {each.id for each in engine.diagnose(text)}:
            continue
        unit = own_match(entry, text)
        if unit is not None:
            yield Hit(text, unit)


def own_match(entry: Entry, text: str) -> Callable[[], object] | None:
    starts = [0, *(found.end() for found in BOUNDARY.finditer(text))]
    for wording in entry.wordings:
        match = template.Compiled(template.parse(wording.template)).pattern().match
        for start in starts:
            if match(text, start):
                return partial(match, text, start)
    return None


def took(work: Callable[[], object]) -> int:
    start = time.perf_counter_ns()
    work()
    return time.perf_counter_ns() - start


def took_again(work: Callable[[], object]) -> int:
    """Of a second run: the first one has found the processor's caches full of others' work."""
    work()
    return took(work)


def clock_cost() -> float:
    return statistics.median(took(lambda: None) for _ in range(1000))


class Calls(NamedTuple):
    """Nanoseconds of each call, by message, and of the unit of the same message."""

    name: str
    units: list[float]
    calls: list[float]

    def quantile(self, share: float) -> float:
        ratios = sorted(call / unit for call, unit in zip(self.calls, self.units, strict=True))
        return ratios[min(len(ratios) - 1, int(len(ratios) * share))]


def measure(
    named: dict[str, list[Callable[[], object]]], units: list[Callable[[], object]], rounds: int
) -> list[Calls]:
    """All kinds of calls and the units, one message after the other, round by round; each twice,
    and the second run counts, of units and calls alike.
    """
    idle = clock_cost()
    samples: dict[str, list[list[int]]] = {name: [[] for _ in units] for name in named}
    of_units: list[list[int]] = [[] for _ in units]
    for _ in range(rounds):
        for at, unit in enumerate(units):
            of_units[at].append(took_again(unit))
            for name, calls in named.items():
                samples[name][at].append(took_again(calls[at]))
    base = [max(statistics.median(each) - idle, 1) for each in of_units]
    return [
        Calls(name, base, [statistics.median(each) - idle for each in by_message])
        for name, by_message in samples.items()
    ]


def warm_rows(engine: Engine, found: Sequence[Hit], rounds: int) -> Iterator[Row]:
    ndjson, style = get("ndjson").diagnosis, Style()

    def read(text: str) -> Callable[[], object]:
        return lambda: [ndjson(each, style) for each in engine.diagnose(text)]

    named: dict[str, list[Callable[[], object]]] = {
        name: [partial(engine.diagnose, way(each.text)) for each in found]
        for name, way in WAYS.items()
    }
    named["bare, all of it written as NDJSON"] = [read(each.text) for each in found]
    units = [each.unit for each in found]
    batches = [measure(named, units, rounds) for _ in range(3)]
    for batch in zip(*batches, strict=True):
        for share, goal in ((0.5, "40"), (0.99, "120")):
            ratios = [each.quantile(share) for each in batch]
            call_time = sorted(batch[1].calls)[int(len(batch[1].calls) * share)] / 1000
            what = f"a hit, {batch[0].name}, p{share * 100:.0f}"
            yield row(what, ratios, goal if batch[0].name == "bare" else "", f"{call_time:.1f} us")
    unit = statistics.median(batches[1][0].units)
    yield from quiet_rows(engine, unit, rounds)


def quiet_rows(engine: Engine, unit: float, rounds: int) -> Iterator[Row]:
    lines = (ROOT / "tests" / "cases" / "harmless.txt").read_text(encoding="utf-8").splitlines()
    ordinary = [line for line in lines if re.match(r"\S+Z +INFO risingwave_\S+: \w", line)]
    medians = []
    for _ in range(3):
        calls = [
            statistics.median(took_again(partial(engine.diagnose, line)) for _ in range(rounds))
            for line in ordinary
        ]
        medians.append((statistics.median(calls) - clock_cost()) / unit)
    yield row("an ordinary INFO line, p50", medians, "12", f"{medians[1] * unit / 1000:.1f} us")


def row(what: str, ratios: Sequence[float], goal: str, said: str) -> Row:
    return Row(what, statistics.median(ratios), goal, min(ratios), max(ratios), said)


# -------------------------------------------------------------------- growth


def synthetic(folder: Path, size: int) -> tuple[Engine, list[str]]:
    """An engine that knows ``size`` made-up messages, and texts of some of them."""
    chance = random.Random(size)
    syllables = [a + b for a in "bcdfgklmnprstvz" for b in ("a", "e", "i", "o", "u", "ar", "en")]
    words = ["".join(chance.choices(syllables, k=chance.randint(2, 4))) for _ in range(4000)]
    common = words[:40]
    lines, texts = ["versions\t1.0", "src/made_up.rs"], []
    for number in range(size):
        said = [*chance.choices(common, k=3), *chance.choices(words, k=4)]
        chance.shuffle(said)
        lines.append(f"\t{number + 1}\tbail\t1.0..\t-\t-\t{' '.join(said)} {{count:int}} left")
        if number < SYNTHETIC:
            texts.append(f"{' '.join(said)} {chance.randint(2, 999)} left")
    (folder / "made-up").mkdir(parents=True)
    (folder / "made-up" / "inventory.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "renamed.toml").write_text("", encoding="utf-8")
    compiled = CompiledCatalog(catalog.compile_directory(str(folder)), "synthetic")
    engine = Engine(catalog.Catalog(compiled))
    for text in texts:
        if not engine.diagnose(text):
            raise SystemExit(f"not recognised: {text}")
    return engine, texts


def growth_rows(rounds: int) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        made = {size: synthetic(Path(folder) / str(size), size) for size in SIZES}
    samples: dict[int, list[float]] = {size: [] for size in SIZES}
    for _ in range(3):
        single: dict[int, list[int]] = {size: [] for size in SIZES}
        for _ in range(rounds * 5):
            for size, (engine, texts) in made.items():
                single[size] += [took_again(partial(engine.diagnose, text)) for text in texts]
        for size in SIZES:
            samples[size].append(statistics.median(single[size]))
    smallest = statistics.median(samples[SIZES[0]])
    for size in SIZES[1:]:
        ratios = [each / smallest for each in samples[size]]
        said = f"{statistics.median(samples[size]) / 1000:.1f} us"
        goal = "2.5" if size == SIZES[-1] else ""
        yield row(f"a hit among {size:,} templates, over one among {SIZES[0]}", ratios, goal, said)


# --------------------------------------------------------------------- start


def installed(folder: Path) -> Path:
    """A Python that has the program from a wheel of this checkout."""
    build = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "-o", str(folder), "."]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / "bin" / "python"
    (site,) = (folder / "venv").glob("lib/python*/site-packages")
    (site / "zz_dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    pip = [str(python), "-m", "pip", "install", "-q", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(pip, check=True, capture_output=True)
    return python


def start_rows(python: Path, rounds: int) -> Iterator[Row]:
    program = str(python.parent / "diagnose")
    first = f"import diagnose; diagnose.diagnose({MESSAGE!r})"
    commands = {
        "": [str(python), "-c", "pass"],
        "a cold first call, above the start": [str(python), "-c", first],
        "one shot: diagnose 'MESSAGE'": [program, MESSAGE],
        "diagnose --help": [program, "--help"],
    }
    goals = {"a cold first call, above the start": "2"}
    samples: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            samples[name].append(started(command))
    bare = statistics.median(samples[""])
    for name, times in list(samples.items())[1:]:
        above = 1 if "above" in name else 0
        ratios = [each / bare - above for each in quartiles(times)]
        yield Row(
            name, ratios[1], goals.get(name, "3"), ratios[0], ratios[2],
            f"{statistics.median(times) * 1000:.1f} ms",
        )  # fmt: skip


def started(command: list[str]) -> float:
    skipped = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
    environment = {key: value for key, value in os.environ.items() if key not in skipped}
    start = time.perf_counter()
    subprocess.run(
        command, env=environment, cwd="/", check=False,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    return time.perf_counter() - start


def quartiles(times: Sequence[float]) -> list[float]:
    return statistics.quantiles(times, n=4)


# --------------------------------------------------------------------- table


def table(rows: Sequence[Row]) -> str:
    lines = ["| what | times | goal: at most | spread | takes |", "|---|--:|--:|--:|--:|"]
    lines += [
        f"| {each.what} | {each.ratio:.2f} | {each.goal}"
        f" | {each.lowest:.2f} to {each.highest:.2f} | {each.took} |"
        for each in rows
    ]
    return "\n".join(lines)


def machine() -> str:
    info = Path("/proc/cpuinfo")
    names = re.findall(r"model name\s*: (.*)", info.read_text()) if info.exists() else []
    cpu = names[0] if names else platform.processor()
    return f"{cpu}, {os.cpu_count()} CPUs, {platform.system()}, Python {platform.python_version()}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--python", type=Path, help="a Python that has the program installed")
    parser.add_argument("--skip-start", action="store_true", help="only what runs in one process")
    given = parser.parse_args()
    compiled = CompiledCatalog(catalog.compile_directory(str(ROOT / "patterns")), "patterns")
    pages = catalog.Catalog(compiled)
    engine = Engine(pages, budget_ms=0)
    found = list(hits(pages, engine))
    rows = [*warm_rows(engine, found, given.rounds), *growth_rows(given.rounds)]
    if not given.skip_start:
        with tempfile.TemporaryDirectory() as folder:
            python = given.python or installed(Path(folder))
            rows += start_rows(python, given.rounds * 2)
    print(table(rows))
    units = sorted(statistics.median(took_again(each.unit) for _ in range(9)) for each in found)
    print(
        f"\n{machine()}. {len(compiled):,} entries, {len(found)} messages, {given.rounds} rounds."
        " Warm calls are multiples of one match of the own template, which takes"
        f" {(units[len(units) // 2] - clock_cost()) / 1000:.2f} us at the median; what a process"
        " does, of python -c pass; growth, of 10 templates. Spread: lowest and highest of three"
        " batches, or the quartiles of all starts."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
