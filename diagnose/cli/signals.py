"""What signals do while something runs."""

from __future__ import annotations

import os
import signal

from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from types import FrameType

    Handler = Callable[[int, FrameType | None], object]


class Handling:
    """While it is entered, these signals are handled so.

    Those that are ignored stay so: ``nohup`` and scripts' jobs in the background ask for it.
    """

    def __init__(self, handlers: Mapping[signal.Signals, Handler]) -> None:
        self._handlers = handlers

    def __enter__(self) -> None:
        self._before = [(number, signal.getsignal(number)) for number in self._handlers]
        for number, handler in self._before:
            if handler is not signal.SIG_IGN:
                signal.signal(number, self._handlers[number])

    def __exit__(self, *exception: object) -> None:
        for number, handler in self._before:
            signal.signal(number, handler)


class Waking:
    """While it is entered, its descriptor becomes readable with every signal and child's end."""

    def __enter__(self) -> int:
        descriptor, self._writer = os.pipe()
        for each in (descriptor, self._writer):
            os.set_blocking(each, False)
        self._descriptor = descriptor
        self._before = signal.signal(signal.SIGCHLD, _wake)
        signal.set_wakeup_fd(self._writer, warn_on_full_buffer=False)
        return descriptor

    def __exit__(self, *exception: object) -> None:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, self._before)
        os.close(self._descriptor)
        os.close(self._writer)


def _wake(number: int, frame: FrameType | None) -> None:
    del number, frame
