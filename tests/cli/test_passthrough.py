"""The input comes out as it went in."""

from __future__ import annotations

import json
import random
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Program

ODD = [
    b"",
    b"no end of line",
    b"FAIL one\n  more\r\n\r\nok",
    b"\xff\xfe\0binary\x1b[31m\n",
    b'{"a": 1}\n{"b": "FAIL x"}\n{broken FAIL\n[1]\n',
    b"\n\n\n",
    random.Random(7).randbytes(3_000_000),
]


@pytest.mark.parametrize("data", ODD, ids=range(len(ODD)))
def test_text_is_copied_byte_for_byte(program: Program, data: bytes) -> None:
    running = program.start("--passthrough")
    out, _ = running.process.communicate(data, timeout=60)
    assert out == data


@pytest.mark.parametrize("data", ODD, ids=range(len(ODD)))
@pytest.mark.parametrize("name", ["json", "ndjson"])
def test_lines_that_are_no_json_are_copied_too(program: Program, data: bytes, name: str) -> None:
    running = program.start("--passthrough", "--format", name)
    out, _ = running.process.communicate(data, timeout=60)
    expected = data.split(b"\n")
    for got, given in zip(out.split(b"\n"), expected, strict=True):
        assert got == given or json.loads(got)["diagnosis"]["id"] == "fake/fail"


def test_diagnoses_go_to_stderr(program: Program) -> None:
    done = program.run("--passthrough", stdin=b"FAIL one\nok\n")
    assert done.out == "FAIL one\nok\n"
    assert done.err.startswith("ERROR  Something: one\n")
    assert done.status == 0


def test_a_message_passes_too(program: Program) -> None:
    assert program.run("--passthrough", "FAIL one").out == "FAIL one\n"


def test_text_is_copied_before_it_is_complete(program: Program) -> None:
    running = program.start("--passthrough", "--idle", "600000")
    running.write(b"prompt> ")
    running.read_until(b"prompt> ")
    assert running.end().out == "prompt> "


JSON_LINES = (
    b'{"level": "info", "msg": "start", "big": 12345678901234567890}\n'
    b'{"level":"error","msg":"FAIL one"}  \r\n'
    b"plain FAIL two\n"
    b'{"a": {"diagnosis": 1}, "msg": "FAIL one"}\n'
    b'{"diagnosis": "taken", "msg": "FAIL three"}\n'
    b'{"msg":"ok"}'
)


def test_json_records_get_their_diagnosis(program: Program) -> None:
    done = program.run("--passthrough", "--json", stdin=JSON_LINES)
    given, got = JSON_LINES.decode().split("\n"), done.out.split("\n")
    assert got[0] == given[0]
    assert got[1].startswith(given[1].rstrip()[:-1] + ',"diagnosis":{"id":"fake/fail",')
    first, second = json.loads(got[1])["diagnosis"], json.loads(got[3])["diagnosis"]
    assert (first["message"], first["count"]) == ("one", 1)
    assert (second["message"], second["count"]) == ("one", 2)
    assert json.loads(got[3])["a"] == {"diagnosis": 1}
    assert [got[2], got[4], got[5]] == [given[2], given[4], given[5]]


def test_what_no_line_can_hold_goes_to_stderr(program: Program) -> None:
    done = program.run("--passthrough", "--json", stdin=JSON_LINES)
    assert [line for line in done.err.splitlines() if line.startswith("ERROR")] == [
        "ERROR  Something: two",
        "ERROR  Something: three",
    ]


def test_json_records_leave_when_the_input_is_silent(program: Program) -> None:
    running = program.start("--passthrough", "--json", "--idle", "50")
    running.write(b'{"msg":"FAIL one"}\n')
    running.read_until(b"}\n")
    assert json.loads(running.out)["diagnosis"]["message"] == "one"
    running.write(b"ok\n")
    running.read_until(b"ok\n")
    assert running.end().status == 0


def test_json_records_leave_while_the_input_is_busy(program: Program) -> None:
    running = program.start("--passthrough", "--json", "--idle", "100")
    for number in range(8):
        running.write(b'{"n":%d}\n' % number)
        time.sleep(0.05)
    running.read_until(b'{"n":0}\n')
    assert running.end().out == "".join(f'{{"n":{number}}}\n' for number in range(8))


def test_a_fault_does_not_stop_the_copy(program: Program) -> None:
    done = program.run("--passthrough", stdin=b"a\nBREAK\nb\n")
    assert done.out == "a\nBREAK\nb\n"
    assert done.status == 2


def test_nobody_listening_on_stderr_does_not_stop_the_copy(program: Program) -> None:
    running = program.start("--passthrough")
    assert running.process.stderr
    running.process.stderr.close()
    running.process.stderr = None
    running.write(b"FAIL one\nok\n")
    time.sleep(0.3)
    running.write(b"FAIL two\nok\n")
    running.read_until(b"two\nok\n")
    running.process.stdin.close()  # type: ignore[union-attr]  # it is a pipe
    assert running.process.wait(60) == 0
