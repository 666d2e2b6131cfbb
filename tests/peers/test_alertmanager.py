"""Debian's Alertmanager sends its alerts to ``diagnose serve``, which sends them on."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

ALERTMANAGER, AMTOOL = shutil.which("prometheus-alertmanager"), shutil.which("amtool")
ERROR = "specified parallelism 6 should not exceed max parallelism 4"
PAGE = "risingwave/scale/parallelism-exceeds-max"
PATIENCE = 60.0

REQUIRED = os.environ.get("DIAGNOSE_PEERS") == "required"
pytestmark = pytest.mark.skipif(
    not (ALERTMANAGER and AMTOOL) and not REQUIRED,
    reason="needs Debian's prometheus-alertmanager: apt-get install prometheus-alertmanager",
)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.05)


class Target(ThreadingHTTPServer):
    """Takes what is sent on, once it is ``up``."""

    daemon_threads = True

    def __init__(self, *, up: bool = True) -> None:
        self.up = up
        self.bodies: list[Any] = []
        super().__init__(("127.0.0.1", 0), _TargetHandler)
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    def end(self) -> None:
        self.shutdown()
        self.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/"


class _TargetHandler(BaseHTTPRequestHandler):
    server: Target

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.server.up:
            self.server.bodies.append(body)
        self.send_response(200 if self.server.up else 503)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


class Peers:
    """Programs that a test has started, ended behind it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._started: list[subprocess.Popen[bytes]] = []
        self.targets: list[Target] = []

    def start(self, *command: str) -> None:
        with (self._folder / f"{len(self._started)}.log").open("wb") as log:
            self._started.append(subprocess.Popen(command, stdout=log, stderr=log))

    def target(self, *, up: bool = True) -> Target:
        self.targets.append(Target(up=up))
        return self.targets[-1]

    def serve(self, port: int, target: Target) -> None:
        self.start(
            sys.executable, "-m", "diagnose", "serve", "--listen", f"127.0.0.1:{port}",
            "--forward", target.url, "--spool", str(self._folder / "spool"),
        )  # fmt: skip

    def alertmanager(self, receiver: int) -> int:
        config = self._folder / "alertmanager.yml"
        config.write_text(
            f"""
route: {{receiver: diagnose, group_wait: 0s, group_interval: 1s, repeat_interval: 1h}}
receivers:
  - name: diagnose
    webhook_configs: [{{url: 'http://127.0.0.1:{receiver}/v1/diagnose', send_resolved: false}}]
"""
        )
        port = free_port()
        assert ALERTMANAGER, "prometheus-alertmanager is not installed"
        self.start(
            ALERTMANAGER, f"--config.file={config}", f"--storage.path={self._folder / 'data'}",
            f"--web.listen-address=127.0.0.1:{port}", "--cluster.listen-address=",
        )  # fmt: skip
        wait_until(lambda: is_ready(port))
        return port

    def end(self) -> None:
        for process in self._started:
            process.terminate()
            process.wait(PATIENCE)
        for target in self.targets:
            target.end()


def is_ready(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/-/ready", timeout=5) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def add_alert(port: int, job: str) -> None:
    assert AMTOOL, "amtool is not installed"
    subprocess.run(
        [
            AMTOOL, "alert", "add", f"--alertmanager.url=http://127.0.0.1:{port}",
            f"--annotation=description={ERROR}", "alertname=JobFailed", f"job={job}",
        ],
        check=True,
    )  # fmt: skip


def jobs(target: Target) -> set[str]:
    return {alert["labels"]["job"] for body in target.bodies for alert in body["alerts"]}


@pytest.fixture
def peers(tmp_path: Path) -> Iterator[Peers]:
    held = Peers(tmp_path)
    yield held
    held.end()


def test_an_alert_arrives_annotated(peers: Peers) -> None:
    target, port = peers.target(), free_port()
    peers.serve(port, target)
    add_alert(peers.alertmanager(port), "nightly")
    wait_until(lambda: jobs(target) == {"nightly"})
    (alert,) = target.bodies[0]["alerts"]
    assert alert["annotations"]["diagnosis.id"] == PAGE
    assert alert["annotations"]["description"] == ERROR
    assert target.bodies[0]["version"] == "4"


def test_it_arrives_although_the_target_was_down(peers: Peers) -> None:
    target, port = peers.target(up=False), free_port()
    peers.serve(port, target)
    manager = peers.alertmanager(port)
    add_alert(manager, "one")
    wait_until(lambda: any((peers._folder / "spool").glob("*.json")))
    target.up = True
    wait_until(lambda: jobs(target) == {"one"})


def test_it_arrives_although_the_receiver_was_down(peers: Peers) -> None:
    target, port = peers.target(), free_port()
    manager = peers.alertmanager(port)
    add_alert(manager, "early")
    time.sleep(1)
    peers.serve(port, target)
    wait_until(lambda: jobs(target) == {"early"})
