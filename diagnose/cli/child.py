"""A command as a child process: it has our input, our terminal, and the signals meant for it."""

from __future__ import annotations

import os
import signal

from diagnose.cli.channels import open_channels, resize
from diagnose.cli.relay import Relay
from diagnose.cli.signals import Handling, Waking
from diagnose.cli.status import SIGNALLED
from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

    from diagnose.cli.channels import Channel
    from diagnose.stream.transcript import Transcript

_KEYS = (signal.SIGINT, signal.SIGQUIT)
"""A key at the terminal sends them to the command, too."""
_PYTHON_IGNORES = (signal.SIGPIPE, signal.SIGXFSZ)
"""Programs do not expect that."""
_FORWARDED = (*_KEYS, signal.SIGTERM, signal.SIGHUP)


def run(words: Sequence[str], transcript: Transcript) -> int:
    """Run a command to its end; gives its exit status as shells do.

    Raises ``OSError`` when it cannot be started.
    """
    child = _Child(words)
    relay = Relay(child.channels, transcript)
    with child.signals, Waking() as woken:
        child.start()
        while child.status is None:
            relay.turn(woken)
            child.look()
    relay.drain()
    relay.leave_behind()
    return child.status


class _Child:
    def __init__(self, words: Sequence[str]) -> None:
        self._words = words
        self._process = 0
        self.channels = open_channels()
        self.status: int | None = None
        self.signals = Handling(
            {**dict.fromkeys(_FORWARDED, self._forward), signal.SIGWINCH: self._resize}
        )

    def start(self) -> None:
        """A signal that comes meanwhile is held back until somebody can be told of it."""
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, (*_FORWARDED, signal.SIGWINCH))
        try:
            self._process = os.posix_spawnp(
                self._words[0],
                list(self._words),
                os.environ,
                file_actions=_replacing_outputs(self.channels),
                setsigmask=mask,
                setsigdef=_PYTHON_IGNORES,
            )
        finally:
            for channel in self.channels:
                os.close(channel.sink)
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    def look(self) -> None:
        """See whether it has ended."""
        process, status = os.waitpid(self._process, os.WNOHANG)
        if process:
            self._process = 0
            code = os.waitstatus_to_exitcode(status)
            self.status = code if code >= 0 else SIGNALLED - code

    def _forward(self, number: int, frame: FrameType | None) -> None:
        del frame
        if not (number in _KEYS and _is_in_foreground()):
            self._send(number)

    def _resize(self, number: int, frame: FrameType | None) -> None:
        """The command has been told before its terminal had the new size, so tell it again."""
        del frame
        resize(self.channels)
        self._send(number)

    def _send(self, number: int) -> None:
        if self._process:
            os.kill(self._process, number)


def _replacing_outputs(channels: Sequence[Channel]) -> list[tuple[int, int, int]]:
    return [
        (os.POSIX_SPAWN_DUP2, channel.sink, output)
        for channel in channels
        for output in channel.outputs
    ]


def _is_in_foreground() -> bool:
    """Whether keys at the terminal are for our process group, which the command is in."""
    try:
        terminal = os.open(os.ctermid(), os.O_RDONLY | os.O_NOCTTY)
    except OSError:
        return False
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    finally:
        os.close(terminal)
