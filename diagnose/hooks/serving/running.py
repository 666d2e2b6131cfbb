"""``diagnose serve``: the server, the spool and the thread that empties it, until a signal."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, NamedTuple

from diagnose.errors import UsageError
from diagnose.hooks.serving.forwarding import FORMS, Forwarder, Target
from diagnose.hooks.serving.metrics import Metrics
from diagnose.hooks.serving.receiving import PATH, Receiver, Rules
from diagnose.hooks.serving.server import Server
from diagnose.hooks.serving.spool import Spool

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

    from diagnose.engine import Engine

DEFAULT_LISTEN = "127.0.0.1:9095"
GRACE = 5.0
"""Seconds that are left to send on what waits, when it ends."""
SECRET, SENTRY_SECRET = "DIAGNOSE_SECRET", "DIAGNOSE_SENTRY_SECRET"


class Asked(NamedTuple):
    """What was asked for."""

    listen: str = DEFAULT_LISTEN
    forward: str = ""
    as_: str = "payload"
    spool: str = ""
    guesses: bool = False
    redact: bool = True


def run(engine: Engine, asked: Asked, err: Callable[[str], None]) -> int:
    """Serve until SIGTERM or SIGINT; 0, or 2 when it cannot begin. Raises ``UsageError``."""
    address = _address(asked.listen)
    if asked.as_ not in FORMS:
        raise UsageError(f"--as {asked.as_}: there are {', '.join(FORMS)}")
    if asked.spool and not asked.forward:
        raise UsageError("--spool keeps what is to be sent on: say --forward URL, too")
    target = Target(asked.forward) if asked.forward else None
    metrics = Metrics()
    rules = Rules(
        os.environ.get(SECRET, ""), os.environ.get(SENTRY_SECRET, ""), asked.guesses, asked.redact
    )
    try:
        spool = Spool(asked.spool or _default_spool()) if asked.forward else None
        receiver = Receiver(rules, engine=engine, keeper=spool, metrics=metrics)
        server = Server(address, receiver, keeps=spool is not None)
    except OSError as error:
        err(f"error: {asked.listen}: {error.strerror or error}")
        return 2
    forwarder = None
    if spool is not None and target is not None:
        metrics.gauge("diagnose_spooled", lambda: len(spool))
        metrics.gauge("diagnose_spooled_bytes", lambda: spool.size)
        forwarder = Forwarder(spool, target, metrics, FORMS[asked.as_])
        forwarder.start()
    host, port = server.address
    err(f"listening at http://{f'[{host}]' if ':' in host else host}:{port}{PATH}")
    _serve(server)
    if forwarder is not None:
        forwarder.stop(GRACE)
    return 0


def _serve(server: Server) -> None:
    def stop(signal_: int, frame: FrameType | None) -> None:
        del signal_, frame
        server.stop()

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        server.serve()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _address(listen: str) -> tuple[str, int]:
    host, colon, port = listen.rpartition(":")
    if not (colon and port.isdecimal() and int(port) < 1 << 16):
        raise UsageError(f"--listen {listen}: write HOST:PORT, such as {DEFAULT_LISTEN}")
    return host.strip("[]") or "127.0.0.1", int(port)


def _default_spool() -> str:
    base = os.environ.get("XDG_STATE_HOME") or os.path.join(
        os.path.expanduser("~"), ".local", "state"
    )
    return os.path.join(base, "diagnose", "spool")
