"""Debian's rsyslog asks about each message, and writes what it is told."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

RSYSLOGD = shutil.which("rsyslogd")
ROOT = Path(__file__).parents[2]
ERROR = "specified parallelism 6 should not exceed max parallelism 4"
PAGE = "risingwave/scale/parallelism-exceeds-max"
PATIENCE = 60.0
RECIPE, SCRIPT = re.findall(
    r"```\n(.*?)```",
    (ROOT / "docs" / "pipelines.md").read_text().split("\n## rsyslog\n")[1].split("\n## ")[0],
    re.DOTALL,
)
"""As the documentation shows them."""

REQUIRED = os.environ.get("DIAGNOSE_PEERS") == "required"
pytestmark = pytest.mark.skipif(
    not RSYSLOGD and not REQUIRED, reason="needs Debian's rsyslog: apt-get install rsyslog"
)

CONFIG = """
global(workDirectory="{folder}")
module(load="imuxsock" SysSock.Use="off")
{module}
input(type="imuxsock" Socket="{folder}/log" CreatePath="off")
template(name="told" type="list") {{
    property(name="msg" format="jsonf" outname="msg") constant(value="|")
    property(name="$!diagnosis") constant(value="\\n")
}}
{action}
action(type="omfile" file="{folder}/out" template="told")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    binary = tmp_path / "ask"
    own = (
        f"PYTHONPATH='{ROOT}' DIAGNOSE_CACHE='{os.environ['DIAGNOSE_CACHE']}'"  # it passes none on
    )
    binary.write_text(SCRIPT.replace("exec python3", f"{own} exec {sys.executable}"))
    binary.chmod(0o755)
    config = tmp_path / "rsyslog.conf"
    module, action = RECIPE.replace("/usr/local/bin/diagnose-rsyslog", str(binary)).splitlines()
    config.write_text(CONFIG.format(folder=tmp_path, module=module, action=action))
    assert RSYSLOGD, "rsyslogd is not installed"
    process = subprocess.Popen(
        [RSYSLOGD, "-n", "-f", str(config), "-i", str(tmp_path / "pid")],
        stderr=subprocess.DEVNULL,
    )
    wait_for(tmp_path / "log")
    yield tmp_path
    process.terminate()
    process.wait(PATIENCE)


def wait_for(path: Path, lines: int = 0) -> None:
    deadline = time.monotonic() + PATIENCE
    while not path.exists() or (lines and path.read_text().count("\n") < lines):
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.05)


def test_each_message_is_answered_in_its_turn(folder: Path) -> None:
    messages = [f"job {number} is well" for number in range(20)]
    messages[7] = f"job 7 failed: {ERROR}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as client:
        client.connect(str(folder / "log"))
        for message in messages:
            client.send(f"<11>Mar  4 02:00:00 shop: {message}".encode())
    wait_for(folder / "out", lines=20)
    told = [line.partition("|") for line in (folder / "out").read_text().splitlines()]
    assert [message in said for (said, _, _), message in zip(told, messages, strict=True)].count(
        False
    ) == 0
    assert json.loads(told[7][2])["id"] == PAGE
    assert [bool(diagnosis) for _, _, diagnosis in told].count(True) == 1
