"""What signals do while something runs."""

from __future__ import annotations

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
