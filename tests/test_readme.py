"""What the README says is what the program does."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from diagnose.cli.main import VERBS
from diagnose.cli.parser import main_parser

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def sessions() -> list[tuple[str, str]]:
    """Commands of the console blocks, each with the output shown below it."""
    blocks = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    return [
        (command, output)
        for block in blocks
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    ]


@pytest.mark.parametrize(("command", "output"), sessions())
def test_a_session_shown_is_a_real_one(command: str, output: str) -> None:
    program = f"{sys.executable} -m diagnose"
    shown = subprocess.run(
        re.sub(r"^diagnose\b", program, command),
        shell=True,
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert shown.stdout == output


def test_there_are_sessions() -> None:
    assert len(sessions()) >= 2


def test_every_option_is_in_the_readme() -> None:
    parser = main_parser()
    options = [name for action in parser._actions for name in action.option_strings]
    assert len(options) > 20
    missing = [name for name in options if name not in ("-h", "--help") and name not in README]
    assert missing == []


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_is_in_the_readme(verb: str) -> None:
    assert f"diagnose {verb}" in README


def test_the_hooks_are_installed_as_shown() -> None:
    (block,) = (
        block for block in re.findall(r"```python\n(.*?)```", README, re.DOTALL) if "hooks" in block
    )
    page = "risingwave/scale/parallelism-exceeds-max"
    fails = """
error = "specified parallelism 6 should not exceed max parallelism 4"
logging.getLogger("shop").error("nightly: %s", error)
structlog.get_logger().error(error)
raise RuntimeError(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", block + fails], check=False, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert f"WARNING:diagnose:Parallelism above the job's max parallelism [{page}]" in done.stderr
    assert f"page       {page}" in done.stderr  # below the traceback
    assert f'"diagnosis.id": "{page}"' in done.stdout  # structlog prints there
