"""What a command is given in place of our outputs, so that we see what it prints."""

from __future__ import annotations

import os
import termios

from diagnose.cli.terminal import STDERR, STDIN, STDOUT, is_terminal
from diagnose.lean import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable


class Channel(NamedTuple):
    """A pipe, or a terminal where ours is one: commands keep colours and line buffering then."""

    source: int
    """We read here ..."""
    sink: int
    """... what the command writes there ..."""
    replaced: tuple[int, ...]
    """... in place of these descriptors."""
    output: int
    """Where it is passed on to."""

    @property
    def has_keyboard(self) -> bool:
        """Whether it is the command's whole terminal: what is typed goes there, too."""
        return STDIN in self.replaced


def open_channels() -> list[Channel]:
    """One for each of our outputs; one for both where both are the same, to keep their order.

    At a terminal it stands for the input, too: programs look for the keyboard at whatever
    terminal they find. An output that is closed stays closed for the command.
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
    if not is_terminal(outputs[0]):
        return Channel(*os.pipe(), outputs, outputs[0])
    with_keyboard = outputs[0] == STDOUT and is_terminal(STDIN) and is_in_foreground()
    ends = _terminal_like(outputs[0], translate=with_keyboard)
    return Channel(*ends, (STDIN, *outputs) if with_keyboard else outputs, outputs[0])


def _terminal_like(descriptor: int, *, translate: bool) -> tuple[int, int]:
    """Both ends of a new terminal; line ends are translated by one of the two, not by both."""
    source, sink = os.openpty()
    modes = termios.tcgetattr(descriptor)
    if not translate:
        modes[1] &= ~termios.OPOST
    termios.tcsetattr(sink, termios.TCSANOW, modes)
    _copy_size(descriptor, source)
    return source, sink


def resize(channels: Iterable[Channel]) -> None:
    """The terminals take the sizes of ours."""
    for channel in channels:
        if is_terminal(channel.output):
            _copy_size(channel.output, channel.source)


def _copy_size(from_: int, to: int) -> None:
    termios.tcsetwinsize(to, termios.tcgetwinsize(from_))


def is_in_foreground() -> bool:
    """Whether the keys of our terminal are for our process group."""
    try:
        terminal = os.open(os.ctermid(), os.O_RDONLY | os.O_NOCTTY)
    except OSError:
        return False
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    finally:
        os.close(terminal)
