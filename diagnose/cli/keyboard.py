"""What is typed while a command has a terminal of its own."""

from __future__ import annotations

import os
import termios
import tty

from diagnose.cli.terminal import STDIN
from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Self

MOST_KEYS = 1 << 10


class Keyboard:
    """While it is entered, keys pass through our terminal unseen, to the one of the command."""

    def __init__(self, target: int) -> None:
        self.target = target
        self._typed = b""
        self._is_open = True

    def __enter__(self) -> Self:
        self._modes = termios.tcgetattr(STDIN)
        tty.setraw(STDIN, termios.TCSADRAIN)
        os.set_blocking(self.target, False)  # a command that does not read must not hold us up
        return self

    def __exit__(self, *exception: object) -> None:
        termios.tcsetattr(STDIN, termios.TCSADRAIN, self._modes)

    @property
    def reads(self) -> list[int]:
        """Where to wait for a key."""
        return [] if self._typed or not self._is_open else [STDIN]

    @property
    def writes(self) -> list[int]:
        """Where to wait until it can be handed on."""
        return [self.target] if self._typed else []

    def take(self) -> None:
        """Read what has been typed."""
        try:
            self._typed = os.read(STDIN, MOST_KEYS)
        except OSError:  # the terminal is gone
            self._typed = b""
        self._is_open = bool(self._typed)

    def hand_on(self) -> None:
        """Write as much of it as the command's terminal takes."""
        try:
            self._typed = self._typed[os.write(self.target, self._typed) :]
        except BlockingIOError:
            return
        except OSError:  # nobody holds that terminal any more
            self._typed = b""
