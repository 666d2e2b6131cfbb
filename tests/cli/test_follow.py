"""Growing files: every failure is found, and each once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Program, Running

WRITER = Path(__file__).parent / "log_writer.py"
LINES = 2000


def letters(number: int) -> str:
    return str(number).translate(str.maketrans("0123456789", "abcdefghij"))


def expected(rotations: int) -> Counter[str]:
    count = (rotations + 1) * (LINES // 10)
    return Counter(f"number <{letters(number)}>" for number in range(count))


def found(out: str) -> Counter[str]:
    return Counter(json.loads(line)["message"] for line in out.splitlines())


def start_writer(log: Path, how: str, rotations: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, WRITER, log, how, str(rotations), str(LINES)])


def last_of(turn: int) -> bytes:
    return f"<{letters((turn + 1) * (LINES // 10) - 1)}>".encode()


@pytest.mark.parametrize("how", ["number", "date"])
def test_rotation_by_renaming_at_full_speed(program: Program, how: str) -> None:
    rotations = 12
    log, running = following(program, "FAIL begin\n")
    running.read_until(b"begin")
    os.replace(log, f"{log}.1")
    writer = start_writer(log, how, rotations)
    assert writer.wait(60) == 0
    running.read_until(last_of(rotations))
    done = running.end(signal.SIGTERM)
    assert found(done.out) == expected(rotations) + Counter(["begin"])
    assert done.status == 143


def test_files_that_were_there_before_are_not_read(program: Program) -> None:
    (program.directory / "app.log.1").write_text("FAIL old\n")
    (program.directory / "app.log").write_text("FAIL new\n")
    running = program.start("-F", "app.log", "--json", "--idle", "50")
    running.read_until(b"new")
    os.replace(program.directory / "app.log.1", program.directory / "app.log.2")
    os.replace(program.directory / "app.log", program.directory / "app.log.1")
    (program.directory / "app.log").write_text("FAIL newer\n")
    running.read_until(b"newer")
    assert found(running.end(signal.SIGINT).out) == Counter(["new", "newer"])


@pytest.mark.parametrize("how", ["truncate", "delete"])
def test_a_writer_that_waits_before_it_begins_anew(program: Program, how: str) -> None:
    rotations = 4
    log, running = following(program, "FAIL begin\n")
    running.read_until(b"begin")
    if how == "delete":
        log.unlink()
    writer = start_writer(log, how, rotations)
    for turn in range(rotations):
        running.read_until(last_of(turn))
        let_go(log, turn)
    running.read_until(last_of(rotations))
    assert writer.wait(60) == 0
    done = running.end(signal.SIGTERM)
    assert found(done.out) == expected(rotations) + Counter(["begin"])
    assert ("was truncated" in done.err) is (how == "truncate")


def test_a_writer_that_truncates_and_waits_for_nobody(program: Program) -> None:
    rotations = 12
    log, running = following(program, "FAIL begin\n")
    running.read_until(b"begin")
    let_go(log, rotations)
    writer = start_writer(log, "truncate", rotations)
    running.read_until(last_of(rotations))
    assert writer.wait(60) == 0
    done = running.end(signal.SIGTERM)
    got, all_of_them = found(done.out), expected(rotations) + Counter(["begin"])
    assert got - all_of_them == Counter(), "nothing twice, nothing that was not written"
    assert got == all_of_them or "was truncated" in done.err


def test_a_file_that_is_gone_for_long(program: Program) -> None:
    log, running = following(program, "FAIL one\n")
    running.read_until(b"one")
    log.unlink()
    assert running.process.stderr
    assert (
        running.process.stderr.readline()
        == b"warning: app.log: is gone; waiting for it to come back\n"
    )
    log.write_text("FAIL two\n")
    running.read_until(b"two")
    assert running.end(signal.SIGTERM).err == ""


def let_go(log: Path, turn: int) -> None:
    new = log.with_suffix(".new")
    new.write_text(str(turn))
    os.replace(new, log.with_suffix(".go"))


def following(program: Program, text: str) -> tuple[Path, Running]:
    log = program.directory / "app.log"
    log.write_text(text)
    return log, program.start("-F", "app.log", "--json", "--no-dedup", "--idle", "50")


def test_a_writer_that_has_not_noticed_the_rotation(program: Program) -> None:
    log, running = following(program, "FAIL one\n")
    running.read_until(b"one")
    with log.open("a") as late:
        os.replace(log, program.directory / "app.log.1")
        log.write_text("FAIL two\n")
        running.read_until(b"two")
        late.write("FAIL tardy\n")
        late.flush()
        running.read_until(b"tardy")
    assert found(running.end(signal.SIGTERM).out) == Counter(["one", "two", "tardy"])


def test_line_numbers_begin_anew_with_the_file(program: Program) -> None:
    log, running = following(program, "ok\nok\nFAIL one\n")
    running.read_until(b"one")
    os.replace(log, program.directory / "app.log.1")
    log.write_text("FAIL two\n")
    running.read_until(b"two")
    lines = [json.loads(line) for line in running.end(signal.SIGTERM).out.splitlines()]
    assert [each["where"]["line"] for each in lines] == [3, 1]
    assert [each["where"]["file"] for each in lines] == ["app.log", "app.log"]


def test_a_file_rewritten_to_the_same_length(program: Program) -> None:
    log, running = following(program, "FAIL one\n")
    running.read_until(b"one")
    with log.open("r+") as file:
        file.truncate(0)
        file.write("FAIL two\n")
    running.read_until(b"two")
    done = running.end(signal.SIGTERM)
    assert found(done.out) == Counter(["one", "two"])
    assert done.err == "warning: app.log: was truncated; reading on\n"


def test_a_writer_that_leaves_a_hole_behind(program: Program) -> None:
    log = program.directory / "app.log"
    with log.open("w") as file:
        file.write("FAIL one\n")
        file.flush()
        running = program.start("-F", "app.log", "--json", "--no-dedup", "--idle", "50")
        running.read_until(b"one")
        os.truncate(log, 0)
        file.write("FAIL two\n")
        file.flush()
        running.read_until(b"two")
    assert found(running.end(signal.SIGTERM).out) == Counter(["one", "two"])


def test_several_files_grow_side_by_side(program: Program) -> None:
    names = ["a.log", "b.log"]
    for name in names:
        (program.directory / name).write_text(f"FAIL {name} old\n")
    running = program.start("-F", *names, "-f", "missing", "--json", "--idle", "50")
    for name in names:
        running.read_until(f"{name} old".encode())
    for name in reversed(names):
        with (program.directory / name).open("a") as file:
            file.write(f"FAIL {name} more\n")
        running.read_until(f"{name} more".encode())
    done = running.end(signal.SIGINT)
    assert done.status == 130
    assert done.err == "error: missing: no such file or directory\n"


def test_a_partial_line_is_not_a_record(program: Program) -> None:
    log, running = following(program, "FAIL o")
    time.sleep(0.2)
    with log.open("a") as file:
        file.write("ne\nok\n")
    running.read_until(b"}\n")
    assert found(running.end(signal.SIGTERM).out) == Counter(["one"])
