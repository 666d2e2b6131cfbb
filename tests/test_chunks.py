"""Parts of a file, read one by one or by several processes, give what the whole file gives."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from diagnose.cli import jobs
from diagnose.cli.settings import Settings
from diagnose.engine import Engine
from diagnose.engine.chunks import in_order, read_part
from diagnose.stream.events import Gate

if TYPE_CHECKING:
    from diagnose.engine.chunks import Part
    from diagnose.engine.marking import Scanner
    from diagnose.model import Diagnosis

HARMLESS = (Path(__file__).parent / "cases" / "harmless.txt").read_text().splitlines()
FAILED = (
    "2024-05-20T16:28:22.4Z ERROR a::b: no space left on device",
    "2024-05-20T16:28:22.4Z stderr F 2024-05-20T16:28:22.4Z ERROR a::b: no space left on device",
    "ERROR:  Failed to run the query\n\nCaused by:\n  table not found: t7",
    "2024-05-20T16:28:22.4Z  INFO a::b: image risingwave:v2.3.0 is up",
    "dev=> flush;\nERROR:  specified parallelism 99 should not exceed max parallelism 64",
    "thread 'main' panicked at src/a.rs:1:2:\ninternal error: entered unreachable code: x",
)
FILLER = "2024-05-20T16:28:22.4Z  INFO a::b: all is well {}"


@cache
def engine() -> Engine:
    return Engine(budget_ms=0)


@cache
def scanner() -> Scanner:
    return engine().scanner(b"")


def log(rng: Random) -> bytes:
    lines: list[str] = []
    for _ in range(60):
        lines += [FILLER.format(rng.random())] * rng.choice([0, 0, 3, 30])
        lines += rng.choices(HARMLESS, k=rng.choice([0, 1, 5]))
        lines.append(rng.choice(FAILED))
    return "\n".join(lines).encode() + rng.choice([b"", b"\n"])


def whole(raw: bytes, path: Path) -> list[Diagnosis]:
    session = engine().full_session(str(path))
    return session.feed(raw) + session.close()


@pytest.mark.parametrize("seed", range(12))
def test_parts_give_what_the_whole_gives(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    raw, path = log(rng), tmp_path / "log"
    path.write_bytes(raw)
    cuts = sorted({0, len(raw), *(rng.randrange(len(raw)) for _ in range(rng.choice([1, 5, 20])))})
    parts: list[Part] = []
    versions: dict[str, str] = {}
    for span in pairwise(cuts):
        parts.append(read_part(engine(), scanner(), str(path), span, versions))
        versions = dict(parts[-1].versions)
    assert [each for found in in_order(parts) for each in found] == whole(raw, path)
    assert sum(part.lines for part in parts) == raw.count(b"\n")


@pytest.mark.parametrize("count", [2, 3])
def test_processes_give_what_one_gives(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "PART", 3000)
    raw, path = log(Random(count)), tmp_path / "log"
    path.write_bytes(raw)
    with jobs.Jobs(engine(), str(path), count) as running:
        found = [each for batch in running.batches(Gate()) for each in batch.diagnoses]
    assert found == whole(raw, path)


@pytest.mark.parametrize(
    ("settings", "raw", "expected"),
    [
        (Settings(jobs=3), b"text\n" * 100, 3),
        (Settings(jobs=1), b"text\n" * 100, 1),
        (Settings(), b"text\n" * 100, 1),
        (Settings(jobs=3, passthrough=True), b"text\n" * 100, 1),
        (Settings(jobs=3), "text\n".encode("utf-16"), 1),
        (Settings(jobs=3), b"\x1f\x8b\x08" * 100, 1),
        (Settings(jobs=3), b"\x7fELF\x02\x01\x01\0\0\0\0\x03\0>\0", 1),
        (Settings(jobs=3), b"", 1),
    ],
)
def test_how_many_processes(settings: Settings, raw: bytes, expected: int, tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(raw)
    assert jobs.processes(settings, str(path)) == expected
    assert jobs.processes(settings, str(tmp_path)) == 1
