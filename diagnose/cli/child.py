"""A command as a child process: its outputs come by us, and the signals meant for it.

Between it and us stands a leader: the process that a terminal of its own belongs
to. It outlives the command as long as something of it is still printing there,
for a terminal is hung up when its leader ends.
"""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import termios
from contextlib import nullcontext

from diagnose.cli.channels import is_in_foreground, open_channels, resize
from diagnose.cli.keyboard import Keyboard
from diagnose.cli.relay import Relay
from diagnose.cli.signals import Handling
from diagnose.cli.status import SIGNALLED
from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

    from diagnose.cli.channels import Channel
    from diagnose.stream.transcript import Transcript

_KEYS = (signal.SIGINT, signal.SIGQUIT)
"""A key at the terminal sends them to the command, too."""
_FORWARDED = (*_KEYS, signal.SIGTERM, signal.SIGHUP)
_PYTHON_IGNORES = (signal.SIGPIPE, signal.SIGXFSZ)
"""Programs do not expect that."""
_INTEGER = 8


def run(words: Sequence[str], transcript: Transcript) -> int:
    """Run a command to its end; gives its exit status as shells do.

    Raises ``OSError`` when it cannot be started.
    """
    channels = open_channels()
    own = next((channel for channel in channels if channel.has_keyboard), None)
    child = _Child(channels, has_terminal=own is not None)
    relay = Relay(channels, transcript)
    with child.signals:
        child.start(words)
        with Keyboard(own.source) if own else nullcontext() as keyboard:
            relay.until(child.reports, keyboard)
        status = child.status()
    relay.leave_behind()
    return status


class _Child:
    def __init__(self, channels: Sequence[Channel], *, has_terminal: bool) -> None:
        self._channels = channels
        self._has_terminal = has_terminal
        self._process = 0
        self.reports, self._reporter = os.pipe()
        """Here the leader says which process it has started, and how that has ended."""
        self._held, self._lifeline = os.pipe()
        """The leader ends when nobody holds the lifeline any more: we, or who is left behind."""
        self.signals = Handling(
            {**dict.fromkeys(_FORWARDED, self._forward), signal.SIGWINCH: self._resize}
        )

    def start(self, words: Sequence[str]) -> None:
        """Signals that come meanwhile are held back until somebody can be told of them."""
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, (*_FORWARDED, signal.SIGWINCH))
        try:
            if not os.fork():
                self._lead(words, mask)
            for descriptor in (self._reporter, *(channel.sink for channel in self._channels)):
                os.close(descriptor)
            started = _receive(self.reports)
            if started is None or started < 0:
                number = errno.ECHILD if started is None else -started
                raise OSError(number, os.strerror(number))
            self._process = started
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    def status(self) -> int:
        """How it has ended; waits for that. Killed, where the leader was before it could say so."""
        ended = _receive(self.reports)
        self._process = 0
        code = -signal.SIGKILL if ended is None else os.waitstatus_to_exitcode(ended)
        return code if code >= 0 else SIGNALLED - code

    def _lead(self, words: Sequence[str], mask: set[int | signal.Signals]) -> None:
        """What the leader does; the signals that are held back never reach it."""
        try:
            for descriptor in (self._lifeline, *(channel.source for channel in self._channels)):
                os.close(descriptor)
            process = self._spawn(words, mask)
            for channel in self._channels:
                os.close(channel.sink)
            _send(self._reporter, process)
            if process > 0:
                _send(self._reporter, os.waitpid(process, 0)[1])
                os.read(self._held, 1)
        finally:
            os._exit(0)

    def _spawn(self, words: Sequence[str], mask: set[int | signal.Signals]) -> int:
        """Start the command; gives its process, or the number of the error below zero."""
        try:
            if self._has_terminal:
                os.setsid()
                fcntl.ioctl(self._channels[0].sink, termios.TIOCSCTTY, 0)
            return os.posix_spawnp(
                words[0],
                list(words),
                os.environ,
                file_actions=_replacing(self._channels),
                setsigmask=mask,
                setsigdef=_PYTHON_IGNORES,
            )
        except OSError as error:
            return -(error.errno or 1)

    def _forward(self, number: int, frame: FrameType | None) -> None:
        """A key at a terminal that we share has sent it to the command already."""
        del frame
        if self._has_terminal or number not in _KEYS or not is_in_foreground():
            self._send(number)

    def _resize(self, number: int, frame: FrameType | None) -> None:
        """The command may have been told before its terminal had the new size: tell it again."""
        del frame
        resize(self._channels)
        self._send(number)

    def _send(self, number: int) -> None:
        if self._process:
            os.kill(self._process, number)


def _replacing(channels: Sequence[Channel]) -> list[tuple[int, int, int]]:
    return [
        (os.POSIX_SPAWN_DUP2, channel.sink, descriptor)
        for channel in channels
        for descriptor in channel.replaced
    ]


def _send(descriptor: int, number: int) -> None:
    os.write(descriptor, number.to_bytes(_INTEGER, "big", signed=True))


def _receive(descriptor: int) -> int | None:
    """What was sent; None when nobody can send any more."""
    number = os.read(descriptor, _INTEGER)
    return int.from_bytes(number, "big", signed=True) if number else None
