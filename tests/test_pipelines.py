"""The commands of docs/pipelines.md, as they stand; programs that are not there have stand-ins."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from diagnose.hooks.serving.receiving import PATH, Receiver

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "pipelines.md").read_text()
COMMANDS = re.findall(r"```sh\n(.*?)\n```", TEXT, re.DOTALL)
ERROR = "specified parallelism 6 should not exceed max parallelism 4"
PAGE = "risingwave/scale/parallelism-exceeds-max"
RECORD = f"2026-03-04T02:00:00.000000Z ERROR risingwave_meta: failed error={ERROR}"

STAND_INS = {
    "kubectl": f"echo '[pod/rw-0/meta] {RECORD}'",
    "stern": f"echo 'rw-0 meta {RECORD}'",
    "journalctl": f"""echo '{{"__CURSOR":"1","PRIORITY":"3","MESSAGE":"{ERROR}"}}'""",
    "less": "exec cat",
    "make": f"echo 'ERROR: {ERROR}'; exit 1",
    "diagnose": f'exec {sys.executable} -m diagnose "$@"',
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "bin").mkdir()
    for name, script in STAND_INS.items():
        program = tmp_path / "bin" / name
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
    (tmp_path / "test.log").write_text(f"ERROR: {ERROR}\n")
    return tmp_path


def run(command: str, place: Path) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=place,
        env={
            **os.environ,
            "PATH": f"{place / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "NAME": "rw-0", "NAMESPACE": "rw", "CONTEXT": "c",
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done


def test_the_command_of_the_k9s_plug_in(place: Path) -> None:
    command = re.search(r"^      - (kubectl .*)$", TEXT, re.MULTILINE)
    assert command
    shown = run(command[1], place).stdout
    assert PAGE in shown
    assert "\x1b[" in shown


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_recipes(command: str, place: Path) -> None:
    done = run(command, place)
    written = [file.read_text() for file in place.glob("*.sarif")]
    assert PAGE in "".join([done.stdout, done.stderr, *written])


def test_there_are_commands() -> None:
    assert len(COMMANDS) == 5


SIDES = {
    "Fluent Bit": json.dumps([{"date": 1.5, "log": RECORD}, {"date": 1.6, "log": "well"}]),
    "Vector": json.dumps([{"message": RECORD, "source_type": "file"}]),
    "Logstash": json.dumps({"message": RECORD}),
    "OpenTelemetry Collector": json.dumps(
        {"resourceLogs": [{"scopeLogs": [{"logRecords": [{"body": {"stringValue": RECORD}}]}]}]}
    ),
}


@pytest.mark.parametrize("name", SIDES)
@pytest.mark.parametrize("packed", [False, True])
def test_the_side_of_what_is_not_run(name: str, packed: bool) -> None:
    assert f"## {name}" in TEXT
    body = SIDES[name].encode()
    headers = {"content-encoding": "gzip"} if packed else {}
    answer = Receiver().answer("POST", PATH, headers, gzip.compress(body) if packed else body)
    assert answer.status == 200
    assert PAGE.encode() in answer.body


def test_fluentds_side() -> None:
    command = re.search(r"^  command (.*)$", TEXT, re.MULTILINE)
    assert command
    lines = [json.dumps({"log": RECORD, "n": 1}), json.dumps({"log": "all is well"})]
    done = subprocess.run(
        [sys.executable, "-m", *command[1].split()],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    first, second = map(json.loads, done.stdout.splitlines())
    assert first.pop("diagnosis")["id"] == PAGE
    assert [first, second] == [json.loads(line) for line in lines]
