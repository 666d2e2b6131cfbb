"""What a command is given in place of our outputs, so that we see what it prints."""

from __future__ import annotations

import os
import termios

from diagnose.cli.terminal import STDERR, STDOUT, is_terminal
from diagnose.lean import NamedTuple


class Channel(NamedTuple):
    """A pipe, or a terminal where ours is one: commands keep colours and line buffering then."""

    source: int
    """We read here ..."""
    sink: int
    """... what the command writes there ..."""
    outputs: tuple[int, ...]
    """... in place of these."""

    @property
    def output(self) -> int:
        """Where it is passed on to."""
        return self.outputs[0]


def open_channels() -> list[Channel]:
    """One for each of our outputs; one for both where both are the same, to keep their order.

    An output that is closed stays closed for the command.
    """
    outputs = [each for each in (STDOUT, STDERR) if _is_open(each)]
    _occupy_closed()
    if outputs == [STDOUT, STDERR] and os.path.sameopenfile(STDOUT, STDERR):
        return [_channel(STDOUT, STDERR)]
    return [_channel(each) for each in outputs]


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def _occupy_closed() -> None:
    """None of our own pipes may come to stand where an input or output is expected."""
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= STDERR:
        pass
    os.close(descriptor)


def _channel(*outputs: int) -> Channel:
    if is_terminal(outputs[0]):
        return Channel(*_terminal_like(outputs[0]), outputs)
    return Channel(*os.pipe(), outputs)


def _terminal_like(descriptor: int) -> tuple[int, int]:
    source, sink = os.openpty()
    modes = termios.tcgetattr(descriptor)
    modes[1] &= ~termios.OPOST  # line ends are translated once, by the terminal in front
    termios.tcsetattr(sink, termios.TCSANOW, modes)
    _copy_size(descriptor, source)
    return source, sink


def resize(channels: list[Channel]) -> None:
    """The terminals take the sizes of ours."""
    for channel in channels:
        if is_terminal(channel.output):
            _copy_size(channel.output, channel.source)


def _copy_size(from_: int, to: int) -> None:
    termios.tcsetwinsize(to, termios.tcgetwinsize(from_))
