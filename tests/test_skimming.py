"""A skimmed stream gives what the same stream gives when every line is read."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagnose.engine import Engine
from diagnose.engine.scanners import needles_of
from diagnose.engine.skimming import SkimmedSession
from diagnose.prefilter.plain import PlainScanner
from diagnose.records import SILENT_LINES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diagnose.engine.failing import Surroundings
    from diagnose.engine.marking import Scanner
    from diagnose.model import Diagnosis, Record
    from diagnose.stream.events import Session

CASES = Path(__file__).parent / "cases"
RAW = {
    path.stem: tomllib.loads(path.read_text())["raw"]
    for path in sorted((CASES / "reports").glob("*.toml"))
}
HARMLESS = (CASES / "harmless.txt").read_text().splitlines()
KINDS = ("bare", "cri", "docker", "kubectl", "compose", "ansi", "stamped", "crlf", "json")


@cache
def engine() -> Engine:
    return Engine(budget_ms=0)


@cache
def scanners() -> tuple[Scanner, ...]:
    needles = needles_of(engine().catalog)
    try:
        from diagnose.prefilter.vector import VectorScanner
    except ImportError:
        return (PlainScanner(needles),)
    return VectorScanner(needles), PlainScanner(needles)


def read(session: Session, blocks: Sequence[bytes]) -> list[Diagnosis]:
    found = [each for block in blocks for each in session.feed(block)]
    return found + session.close()


def read_all(blocks: Sequence[bytes]) -> list[Diagnosis]:
    return read(engine().full_session(), blocks)


def skim(blocks: Sequence[bytes], which: int = 0, warm_up: int = -1) -> list[Diagnosis]:
    scanner = scanners()[which]
    of_record = engine()._completely
    return read(SkimmedSession(of_record, "-", "", lambda _: scanner, warm_up), blocks)


def cut(raw: bytes, rng: Random, longest: int) -> list[bytes]:
    blocks = []
    while raw:
        size = rng.randint(1, longest)
        blocks.append(raw[:size])
        raw = raw[size:]
    return blocks


def in_transport(kind: str, line: str, stream: str, rng: Random) -> list[str]:
    stamp = f"2024-05-20T16:{rng.randrange(60):02}:{rng.randrange(60):02}.{rng.randrange(999)}Z"
    level = rng.choice(["info", "error", "WARN"])
    if kind == "cri":
        half = rng.randrange(len(line) + 1) if rng.random() < 0.1 else 0
        parts = [f"{stamp} {stream} P {line[:half]}"] if half else []
        return [*parts, f"{stamp} {stream} F {line[half:]}"]
    end = "\n" if rng.random() < 0.95 else ""
    return [
        {
            "docker": json.dumps({"log": line + end, "stream": stream, "time": stamp}),
            "kubectl": f"[pod/{stream}-0/x] {line}",
            "compose": f"{stream}-1  | {line}",
            "ansi": f"\x1b[2m{line[:7]}\x1b[0m{line[7:]}",
            "stamped": f"{stamp} {line}",
            "crlf": f"{line}\r",
            "json": json.dumps({"level": level, "msg": line, "ts": stamp}),
        }.get(kind, line)
    ]


def stream_of_lines(kind: str, name: str, rng: Random) -> list[str]:
    said: list[str] = []
    for _ in range(rng.randrange(2, 8)):
        said += rng.choices(HARMLESS, k=rng.choice([0, 1, 2, 8, 40]))
        said += rng.choice(list(RAW.values())).splitlines()
    return [part for line in said for part in in_transport(kind, line, name, rng)]


def interleaved(rng: Random) -> bytes:
    kinds = rng.choices(KINDS, k=3)
    names = ("stdout", "stderr", "abc")[: rng.randint(1, 3)]
    streams = [stream_of_lines(kind, name, rng) for kind, name in zip(kinds, names, strict=False)]
    lines: list[str] = []
    while streams := [each for each in streams if each]:
        chosen = rng.choice(streams)
        count = rng.choice([1, 1, 2, 10, SILENT_LINES + 10])
        lines += chosen[:count]
        del chosen[:count]
    return "\n".join(lines).encode("utf-8", "replace") + rng.choice([b"", b"\n"])


@pytest.mark.parametrize("which", range(len(scanners())))
@pytest.mark.parametrize("name", RAW)
def test_a_report_between_harmless_lines(name: str, which: int) -> None:
    around = "\n".join(HARMLESS[:30])
    raw = f"{around}\n{RAW[name]}\n{around}\n{RAW[name]}".encode()
    assert skim([raw], which) == read_all([raw])


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 2**32))
def test_interleaved_streams_in_any_transport(seed: int) -> None:
    rng = Random(seed)
    raw = interleaved(rng)
    expected = read_all([raw])
    assert skim([raw]) == expected
    longest = rng.choice([300, 4000, 60_000])
    assert skim(cut(raw, rng, longest), warm_up=rng.choice([-1, 0, 300, 5000])) == expected


def test_most_lines_are_not_read() -> None:
    records: list[str] = []

    def of_record(record: Record, surroundings: Surroundings) -> list[Diagnosis]:
        records.append(record.text.value)
        return engine()._completely(record, surroundings)

    line = "2024-05-20T16:28:22.4Z  INFO a::b: all is well\n"
    failed = "2024-05-20T16:28:22.4Z ERROR a::b: no space left on device\n"
    session = SkimmedSession(of_record, "-", "", lambda _: scanners()[0], -1)
    found = read(session, [(line * 500 + failed + line * 500).encode()])
    assert [each.where.line for each in found] == [501]
    assert len(records) < 5


PLAIN = "".join(f"step {number} of the work is done\n" for number in range(2600))


@pytest.mark.parametrize(
    "head", ["", "2024-05-20T16:28:22.4Z  WARN a::b: it begins\n", "ERROR:  x\n"]
)
def test_text_without_any_head(head: str) -> None:
    failed = "No space left on device (os error 28)\n  more\n"
    raw = (head + failed + PLAIN[:3000] + failed + PLAIN + failed + PLAIN[:900] + failed).encode()
    assert skim([raw]) == read_all([raw])
    assert skim(cut(raw, Random(1), 9000)) == read_all([raw])


def test_a_statement_typed_far_above_is_found() -> None:
    session = "dev=> ALTER TABLE t SET PARALLELISM = 99;\n\n"
    failed = "ERROR:  specified parallelism 99 should not exceed max parallelism 64\n"
    for rows in (0, 2, 50, 300):
        raw = (PLAIN[:500] + session + "\n" * rows + failed + PLAIN[:500]).encode()
        assert skim([raw]) == read_all([raw])


def test_versions_named_before_choose_the_fixes() -> None:
    line = "2024-05-20T16:28:22.4Z  INFO a::b: all is well\n"
    for version in ("1.7.0", "2.3.0", "3.0.0"):
        head = f"2024-05-20T16:28:22.4Z  INFO a::b: image risingwave:v{version} is up\n"
        raw = (line * 50 + head + line * 50 + "\n".join(RAW.values())).encode()
        assert skim([raw]) == read_all([raw])


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_byte_order_marks(encoding: str) -> None:
    raw = "\n".join([*HARMLESS[:20], *RAW.values()]).encode(encoding)
    for blocks in ([raw], cut(raw, Random(2), 5000)):
        assert skim(blocks) == read_all([raw])


def test_a_line_longer_than_what_is_kept() -> None:
    long = "x" * (3 << 20) + "\n"
    failed = "2024-05-20T16:28:22.4Z ERROR a::b: no space left on device\n"
    raw = (failed + long + failed + failed).encode()
    for blocks in ([raw], cut(raw, Random(3), 300_000)):
        assert skim(blocks) == read_all([raw])


def test_silence_completes_records_and_nothing_goes_on_below() -> None:
    failed = b"2024-05-20T16:28:22.4Z ERROR a::b: no space left on device\n"
    skimmed = SkimmedSession(engine()._completely, "-", "", lambda _: scanners()[0], -1)
    sessions: list[Session] = [engine().full_session(), skimmed]
    for session in sessions:
        assert session.feed(failed) == []
        assert len(session.idle()) == 1
        assert session.feed(b"  and more of it\n") == []
        assert session.idle() == []
        assert session.close() == []


@pytest.mark.parametrize("warm_up", [-1, 1 << 30])
@pytest.mark.parametrize("size", [1 << 16, 1 << 20])
def test_lines_that_are_cut_are_told(warm_up: int, size: int) -> None:
    long = b"x" * ((1 << 20) + 7) + b"\n"
    said = b"2026-03-01T00:00:00Z ERROR a::b: specified parallelism 5 should not exceed max"
    raw = long + long + said + b" parallelism 4\n"
    blocks = [raw[at : at + size] for at in range(0, len(raw), size)]
    skimming = SkimmedSession(engine()._completely, "a.log", "", lambda _: scanners()[0], warm_up)
    for session in (skimming, engine().full_session("a.log")):
        assert len(read(session, blocks)) == 1
        assert session.warnings == [
            "a.log: a line is longer than 1 MiB: only its beginning is read",
            "a.log: 2 lines were cut, and 14 bytes of them not read",
        ]
