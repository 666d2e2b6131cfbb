"""Ctrl-C and SIGTERM end the input; what is complete is still reported."""

from __future__ import annotations

import signal

from diagnose.lean import TYPE_CHECKING
from diagnose.stream.events import Gate

if TYPE_CHECKING:
    from types import TracebackType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Signals:
    """While it is entered, these signals go to a gate."""

    def __enter__(self) -> Gate:
        gate = Gate()
        self._before = [(number, signal.getsignal(number)) for number in _SIGNALS]
        for number, handler in self._before:
            if handler is not signal.SIG_IGN:  # nohup and background jobs of scripts
                signal.signal(number, gate.stop)
        return gate

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._before:
            signal.signal(number, handler)
