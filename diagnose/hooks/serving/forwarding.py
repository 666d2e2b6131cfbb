"""Payloads from the spool to the target, one after the other, until it has each."""

from __future__ import annotations

import http.client
import json
import random
import threading
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from diagnose.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from diagnose.hooks.serving.metrics import Metrics
    from diagnose.hooks.serving.spool import Spool

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 30.0
TIMEOUT = 10.0
LOOK = 0.5
AGAIN = frozenset({408, 425, 429})
"""Refusals that may pass; other ones of the 400s will not."""


class Target:
    """An address that takes payloads by POST. Raises ``UsageError`` for one that cannot be."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise UsageError(f"--forward {url}: write http://host:port/path")
        self._https = parts.scheme == "https"
        self._host, self._port = parts.hostname, parts.port
        self._path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")

    def post(self, body: bytes) -> int:
        """The status; raises ``OSError`` or ``HTTPException`` when there is no answer."""
        made = http.client.HTTPSConnection if self._https else http.client.HTTPConnection
        connection = made(self._host, self._port, timeout=TIMEOUT)
        try:
            connection.request("POST", self._path, body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            response.read()
            return response.status
        finally:
            connection.close()


class Forwarder:
    """A thread that empties a spool; ``as_`` makes of a payload what the target takes."""

    def __init__(
        self, spool: Spool, target: Target, metrics: Metrics, as_: Callable[[bytes], bytes | None]
    ) -> None:
        self._spool = spool
        self._target = target
        self._metrics = metrics
        self._as = as_
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="diagnose-forward", daemon=True)

    def start(self) -> None:
        """Begin; what is left from an earlier run goes first."""
        self._thread.start()

    def stop(self, seconds: float) -> None:
        """Send what can be sent in so long; the rest stays on disk."""
        self._stopping.set()
        self._thread.join(seconds)

    def _run(self) -> None:
        pause = FIRST_PAUSE
        while not (self._stopping.is_set() and not len(self._spool)):
            waiting = self._spool.first(LOOK)
            if waiting is None:
                continue
            if self._send(*waiting):
                pause = FIRST_PAUSE
                continue
            self._metrics.count("diagnose_forward_failures_total")
            if self._stopping.is_set():
                return
            self._stopping.wait(pause * random.uniform(0.8, 1.2))  # noqa: S311 - no secret
            pause = min(pause * 2, LONGEST_PAUSE)

    def _send(self, name: str, body: bytes) -> bool:
        """Whether there is nothing more to do about it."""
        try:
            said = self._as(body)
        except Exception:  # noqa: BLE001 - whatever is in it: it must not hold up the rest
            return self._rejected(name)
        if said is None:
            self._spool.done(name)
            return True
        try:
            status = self._target.post(said)
        except (OSError, http.client.HTTPException):
            return False
        if status < 300:  # noqa: PLR2004 - it was taken
            self._metrics.count("diagnose_forwarded_total")
            self._spool.done(name)
            return True
        refused = 400 <= status < 500 and status not in AGAIN  # noqa: PLR2004
        return refused and self._rejected(name)

    def _rejected(self, name: str) -> bool:
        self._metrics.count("diagnose_rejected_total")
        self._spool.done(name, rejected=True)
        return True


def as_payload(body: bytes) -> bytes:
    """The annotated payload itself."""
    return body


def as_slack(body: bytes) -> bytes | None:
    """Slack's blocks; None where nothing is known that could be said."""
    from diagnose.hooks.serving.slack import message

    found = message(json.loads(body, strict=False))
    return None if found is None else json.dumps(found).encode()


def as_pagerduty(body: bytes) -> bytes | None:
    """An event of PagerDuty's; None where nothing is known that could be said."""
    from diagnose.hooks.serving.pagerduty import as_event

    return as_event(body)


FORMS: dict[str, Callable[[bytes], bytes | None]] = {
    "payload": as_payload,
    "slack": as_slack,
    "pagerduty": as_pagerduty,
}
