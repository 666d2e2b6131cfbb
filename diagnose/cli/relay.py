"""What a command prints goes on to our outputs, and into a transcript."""

from __future__ import annotations

import os
import select
import signal

from diagnose.cli.terminal import STDIN, write_bytes
from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from diagnose.cli.channels import Channel
    from diagnose.cli.keyboard import Keyboard
    from diagnose.stream.transcript import Transcript

CHUNK = 1 << 16
LAST_TURNS = 64
"""Enough for all that pipes can hold when the command ends."""


class Relay:
    """Reads from channels until nobody can write to them any more."""

    def __init__(self, channels: Iterable[Channel], transcript: Transcript) -> None:
        self._channels = {channel.source: channel for channel in channels}
        self._transcript = transcript

    def until(self, ended: int, keyboard: Keyboard | None) -> None:
        """Pass on what is printed, and what is typed, until the descriptor ``ended`` is ready."""
        while True:
            reads = [ended, *(keyboard.reads if keyboard else [])]
            ready = self._turn(reads, keyboard.writes if keyboard else [])
            if keyboard and STDIN in ready:
                keyboard.take()
            if keyboard and keyboard.writes:
                keyboard.hand_on()
            if ended in ready:
                return self._drain()

    def leave_behind(self) -> None:
        """What the command left in the background keeps its outputs, and holds nobody up."""
        if not self._channels or os.fork():
            return
        try:
            for key in (signal.SIGINT, signal.SIGQUIT):
                signal.signal(key, signal.SIG_IGN)
            while self._channels:
                self._turn()
        finally:
            os._exit(0)

    def _drain(self) -> None:
        """Pass on what is there already."""
        for _ in range(LAST_TURNS):
            if not self._channels or not self._turn(timeout=0):
                return

    def _turn(
        self,
        reads: Iterable[int] = (),
        writes: Iterable[int] = (),
        timeout: float | None = None,
    ) -> list[int]:
        """Wait once, for the channels and for others; gives what can be read."""
        ready, _, _ = select.select([*self._channels, *reads], writes, [], timeout)
        for source in self._channels.keys() & set(ready):
            self._pass_on(self._channels[source])
        return ready

    def _pass_on(self, channel: Channel) -> None:
        block = _read(channel.source)
        self._transcript.add(channel.output, block)
        if not block or not _written(block, channel.output):
            os.close(channel.source)
            del self._channels[channel.source]


def _read(source: int) -> bytes:
    try:
        return os.read(source, CHUNK)
    except OSError:  # a terminal that nobody holds any more
        return b""


def _written(block: bytes, output: int) -> bool:
    """False when nobody listens: the command shall notice it as if it were alone."""
    try:
        write_bytes(block, output)
    except OSError:
        return False
    return True
