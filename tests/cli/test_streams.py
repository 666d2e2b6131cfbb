"""Pipes and files: what is said when, and nothing lost."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
import shlex
import signal
import subprocess
import threading
import time
from typing import TYPE_CHECKING

import pytest

from diagnose.render import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Program

LOG = b"ok\nFAIL one\n  and more\nok\nFAIL two\n"


def messages(out: str) -> list[str]:
    return [json.loads(line)["message"] for line in out.splitlines()]


def test_a_record_is_said_as_soon_as_the_next_one_begins(program: Program) -> None:
    running = program.start("--json", "--idle", "600000")
    running.write(b"FAIL one\n")
    running.write(b"ok\n")
    running.read_until(b"one")
    running.write(b"FAIL two\n")
    running.write(b"o")
    running.write(b"k\n")
    running.read_until(b"two")
    assert running.end().status == 0


def test_a_silent_input_completes_its_record(program: Program) -> None:
    running = program.start("--idle", "50")
    running.write(b"FAIL one\n")
    assert b"Something: one" in running.read_until(b"fake/fail")
    running.write(b"FAIL two\n")
    running.read_until(b"Something: two")
    assert running.end().status == 0


def test_a_line_cut_in_the_middle_is_one_line(program: Program) -> None:
    running = program.start("--json", "--idle", "600000")
    for byte in b"FAIL a slow one\nok\n":
        running.write(bytes([byte]))
        time.sleep(0.002)
    running.read_until(b"}\n")
    assert messages(running.end().out) == ["a slow one"]


def test_the_end_of_the_input_completes_the_record(program: Program) -> None:
    done = program.run("--json", stdin=b"FAIL one\n  and more")
    assert messages(done.out) == ["one\n  and more"]


def test_a_cause_right_behind_a_follower_is_said_first(program: Program) -> None:
    running = program.start("--idle", "300")
    running.write(b"FOLLOW consequence\nFAIL cause\nok\n")
    running.read_until(b"fake/follow")
    out = running.end().out
    assert out.index("Something: cause") < out.index("Something: consequence")


def test_a_follower_alone_is_said_after_silence(program: Program) -> None:
    running = program.start("--idle", "50")
    running.write(b"FOLLOW consequence\nok\n")
    running.read_until(b"fake/follow")
    running.write(b"FAIL cause\nok\n")
    running.read_until(b"fake/fail")
    out = running.end().out
    assert out.index("Something: consequence") < out.index("Something: cause")


def zstd(data: bytes) -> bytes:
    return pytest.importorskip("zstandard").ZstdCompressor().compress(data)  # type: ignore[no-any-return]  # untyped


COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstd": zstd,
    "none": bytes,
}


@pytest.mark.parametrize("kind", COMPRESSORS)
@pytest.mark.parametrize("where", ["file", "stdin"])
def test_compressed_input_is_known_by_its_first_bytes(
    program: Program, kind: str, where: str
) -> None:
    packed = COMPRESSORS[kind](LOG) + COMPRESSORS[kind](b"FAIL three\n")
    (program.directory / "log.txt").write_bytes(packed)
    done = program.run("--json", "log.txt" if where == "file" else "-", stdin=packed)
    assert done.err == ""
    assert done.status == 0
    assert messages(done.out) == ["one\n  and more", "two", "three"]


def test_truncated_gzip_is_read_as_far_as_it_goes(program: Program) -> None:
    lines = b"".join(b"line %d %d\n" % (i, hash(str(i))) for i in range(5000))
    packed = gzip.compress(b"FAIL one\n" + lines)
    (program.directory / "cut.gz").write_bytes(packed[:-2000])
    (program.directory / "next.log").write_bytes(b"FAIL two\n")
    done = program.run("--json", "cut.gz", "next.log")
    assert done.status == 2
    assert messages(done.out) == ["one", "two"]
    assert done.err == "error: cut.gz: the gzip data is cut off; what was there has been read\n"


def test_damaged_gzip_is_read_as_far_as_it_goes(program: Program) -> None:
    packed = gzip.compress(b"FAIL one\nok\n")
    (program.directory / "bad.gz").write_bytes(packed[:-8] + b"\0" * 8)
    done = program.run("bad.gz", "--json")
    assert done.status == 2
    assert messages(done.out) == ["one"]
    assert done.err.startswith("error: bad.gz: the gzip data is damaged")


def test_binary_and_empty_files(program: Program) -> None:
    (program.directory / "image.png").write_bytes(
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256))
    )
    (program.directory / "empty.log").touch()
    done = program.run("image.png")
    assert done == (2, "", "error: image.png: is a binary file, not a log\n")
    assert program.run("empty.log") == (1, "", "")


def test_a_named_pipe_is_read(program: Program) -> None:
    os.mkfifo(program.directory / "pipe")
    writer = threading.Thread(target=(program.directory / "pipe").write_bytes, args=(LOG,))
    writer.start()
    assert messages(program.run("pipe", "--json").out) == ["one\n  and more", "two"]
    writer.join()


def test_no_standard_input_at_all(program: Program) -> None:
    shell = f"exec {program.command[0]} {program.command[1]} <&-"
    done = subprocess.run(
        ["sh", "-c", shell], capture_output=True, env=program.environment, check=False, timeout=60
    )
    assert done.returncode == 2
    assert b"usage: diagnose" in done.stdout
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=str
)
def test_signals_end_it_after_what_is_complete(
    program: Program, number: signal.Signals, status: int
) -> None:
    running = program.start("--json", "--summary", "--idle", "600000")
    running.write(b"FAIL one\nok\nFAIL two\n")
    running.read_until(b"one")
    done = running.end(number)
    assert done.status == status
    assert messages(done.out) == ["one", "two"]
    assert json.loads(done.err)["times"] == 2


def test_a_closed_pipe_ends_it_quietly(program: Program) -> None:
    running = program.start("--no-dedup")
    running.write(b"FAIL one\nok\n")
    running.read_until(b"fake/fail")
    running.close_output()
    try:
        for _ in range(10000):
            running.write(b"FAIL more\n" * 100)
    except BrokenPipeError:
        pass
    assert running.process.wait(60) == 141
    assert running.process.stderr
    assert running.process.stderr.read() == b""


@pytest.mark.parametrize("arguments", [["--help"], ["FAIL one"], ["--json", "FAIL one"]])
def test_nobody_reads_at_all(program: Program, arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*program.command, *arguments],
        stdout=writer,
        stderr=subprocess.PIPE,
        env=program.environment,
        check=False,
        timeout=60,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


FULL = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")


@FULL
@pytest.mark.parametrize("option", [*(f"--format={each}" for each in FORMATS), "--passthrough"])
def test_a_full_disk_is_told_once(program: Program, option: str) -> None:
    (program.directory / "a.log").write_bytes(LOG * 20)
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*program.command, option, "a.log"],
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=program.directory,
            env=program.environment,
            check=False,
            timeout=60,
        )
    assert (done.returncode, done.stderr) == (2, b"error: output: no space left on device\n")


@pytest.mark.parametrize("options", [[f"--format={each}"] for each in FORMATS])
def test_a_closed_output_is_told_once(program: Program, options: list[str]) -> None:
    shell = f"exec {shlex.join([*program.command, *options])} >&-"
    done = subprocess.run(
        ["sh", "-c", shell],
        input=LOG,
        stderr=subprocess.PIPE,
        env=program.environment,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (2, b"error: output: bad file descriptor\n")


def test_repeats_are_said_once_and_counted(program: Program) -> None:
    log = "".join(f"FAIL job {n} at {n}\nok\n" for n in range(20)) + "FAIL other\n"
    (program.directory / "x.log").write_text(log)
    done = program.run("x.log", "--summary")
    assert done.out.count("Something: job") == 1
    assert done.out.count("Something: other") == 1
    assert done.out.endswith(
        "\nrepeated 19 more times: fake/fail  (last: x.log:39, 2026-01-01T00:00:39Z)\n"
    )
    assert done.err == (
        "summary: 21 diagnosed, 1 incident\n"
        "  1. fake/fail  Something: job 0 at 0\n"
        "     21 times, first 2026-01-01T00:00:01Z, last 2026-01-01T00:00:41Z\n"
        "     in part-1, part-0, part-2\n"
    )


def test_ndjson_gives_every_repeat_with_its_count(program: Program) -> None:
    out = program.run("--json", stdin=b"FAIL job 1\nFAIL job 2\nFAIL other\nFAIL job 3\n").out
    assert [json.loads(line)["count"] for line in out.splitlines()] == [1, 2, 1, 3]


def test_no_dedup_prints_all(program: Program) -> None:
    done = program.run("--no-dedup", stdin=b"FAIL job 1\nFAIL job 2\n")
    assert done.out.count("Something: job") == 2
    assert "repeated" not in done.out


def test_one_text_with_repeats_tells_the_number_at_once(program: Program) -> None:
    done = program.run("FAIL job 1\nok\nFAIL job 2\nFAIL job 3")
    assert done.out.count("Something: job") == 1
    assert "repeated 3 times" in done.out


def test_json_is_one_list(program: Program) -> None:
    done = program.run("--format", "json", stdin=LOG + b"FAIL two\n")
    assert [each["message"] for each in json.loads(done.out)] == ["one\n  and more", "two"]
    assert json.loads(program.run("--format", "json", stdin=b"ok\n").out) == []


def test_warnings_of_the_session_go_to_stderr(program: Program) -> None:
    assert program.run(stdin=b"WARN\n").err == "warning: a record was cut\n"
    assert program.run("-q", stdin=b"WARN\n").err == ""


def test_a_fault_loses_one_block_and_not_the_input(program: Program) -> None:
    running = program.start("--json", "--idle", "600000")
    running.write(b"FAIL one\nok\n")
    running.read_until(b"one")
    running.write(b"BREAK\n")
    time.sleep(0.3)
    running.write(b"FAIL two\nok\n")
    running.read_until(b"two")
    done = running.end()
    assert done.status == 2
    assert done.err == "error: internal fault, please report it: RuntimeError: broken on purpose\n"
