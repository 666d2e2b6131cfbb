"""The program as users start it: a process of its own, its output a pipe, nothing unbuffered."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
TIMEOUT = 60


class Done(NamedTuple):
    status: int
    out: str
    err: str


class Running:
    """A process, with what it has said so far."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        assert process.stdin
        assert process.stdout
        self._stdin = process.stdin
        self._stdout = process.stdout
        self.out = b""

    def write(self, data: bytes) -> None:
        self._stdin.write(data)
        self._stdin.flush()

    def read_until(self, wanted: bytes) -> bytes:
        """Block until it has been printed; the input is still open then."""
        deadline = time.monotonic() + TIMEOUT
        while wanted not in self.out:
            part = os.read(self._stdout.fileno(), 65536)
            assert part, f"ended without {wanted!r}: {self.out!r}"
            assert time.monotonic() < deadline
            self.out += part
        return self.out

    def close_output(self) -> None:
        self._stdout.close()

    def end(self, signal: int = 0) -> Done:
        """Close its input, or send it a signal; gives everything that it has said."""
        if signal:
            self.process.send_signal(signal)
        out, err = self.process.communicate(timeout=TIMEOUT)
        return Done(self.process.returncode, (self.out + out).decode(), err.decode())


class Program:
    """Starts the program with the small engine of ``fake_program``."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._started: list[subprocess.Popen[bytes]] = []
        kept = {"PATH", "HOME", "LANG", "LC_ALL", "COVERAGE_PROCESS_START"}
        self.environment = {name: os.environ[name] for name in kept & os.environ.keys()}
        self.environment["PYTHONPATH"] = str(ROOT)
        self.command = [sys.executable, str(HERE / "fake_program.py")]

    def run(self, *arguments: str | bytes, stdin: bytes = b"", **environment: str) -> Done:
        done = subprocess.run(
            [*self.command, *arguments],
            input=stdin,
            capture_output=True,
            cwd=self.directory,
            env={**self.environment, **environment},
            timeout=TIMEOUT,
            check=False,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    def start(self, *arguments: str) -> Running:
        process = subprocess.Popen(
            [*self.command, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.directory,
            env=self.environment,
        )
        self._started.append(process)
        return Running(process)

    def clean(self) -> None:
        """End what a test left behind."""
        for process in self._started:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout, process.stderr):
                if pipe is not None:
                    with suppress(BrokenPipeError):
                        pipe.close()


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    started = Program(tmp_path)
    yield started
    started.clean()
