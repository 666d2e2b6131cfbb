"""Exceptions that end a program."""

from __future__ import annotations

import subprocess
import sys

MESSAGE = "specified parallelism 6 should not exceed max parallelism 4"
PAGE = "risingwave/scale/parallelism-exceeds-max"
INSTALLED = "from diagnose.hooks import install_excepthook\nundo = install_excepthook()\n"


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", INSTALLED + program], capture_output=True, text=True, check=False
    )


def test_the_traceback_comes_first_and_then_the_diagnosis() -> None:
    done = run(f"raise RuntimeError({MESSAGE!r})")
    assert done.returncode == 1
    assert done.stderr.index("Traceback") < done.stderr.index(PAGE)


def test_the_exception_of_a_thread() -> None:
    done = run(
        "import threading\n"
        f"def work(): raise RuntimeError({MESSAGE!r})\n"
        "thread = threading.Thread(target=work); thread.start(); thread.join()"
    )
    assert PAGE in done.stderr


def test_what_is_not_known_adds_nothing() -> None:
    done = run("raise RuntimeError('the shop is closed')")
    assert done.stderr.splitlines()[-1] == "RuntimeError: the shop is closed"


def test_the_way_back() -> None:
    done = run(f"undo()\nraise RuntimeError({MESSAGE!r})")
    assert "Traceback" in done.stderr
    assert PAGE not in done.stderr


def test_an_engine_that_fails_leaves_the_traceback() -> None:
    done = run(
        "undo()\n"
        "class Broken:\n    def diagnose(self, failed): raise OSError('no catalogue')\n"
        "install_excepthook(Broken())\n"
        f"raise RuntimeError({MESSAGE!r})"
    )
    assert done.stderr.splitlines()[-1] == f"RuntimeError: {MESSAGE}"
