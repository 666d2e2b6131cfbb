"""The last of what a command has printed."""

from __future__ import annotations

from collections import deque

MOST_BYTES = 1 << 20
LONGEST_LINE = 1 << 16


class Transcript:
    r"""Keeps the end of several outputs, line by line in the order of their completion.

    A line that one output has only begun is not mixed with the lines of another.

    >>> transcript = Transcript()
    >>> transcript.add(1, b"loading ...")
    >>> transcript.add(2, b"ERROR: no room\n")
    >>> transcript.add(1, b" failed\n")
    >>> transcript.text()
    b'ERROR: no room\nloading ... failed\n'
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._whole: deque[bytes] = deque()
        self._bytes = 0
        self._begun: dict[int, bytes] = {}
        self._last = b""
        self.lines_lost = 0
        """How many lines are not held any more."""

    @property
    def ends_in_line(self) -> bool:
        """Whether what was printed last has not ended its line."""
        return self._last not in (b"", b"\n")

    def add(self, output: int, block: bytes) -> None:
        """Take what came from an output."""
        self._last = block[-1:] or self._last
        ended, newline, begun = (self._begun.pop(output, b"") + block).rpartition(b"\n")
        if len(begun) > LONGEST_LINE:
            newline, begun = newline + begun, b""
        if newline:
            self._keep(ended + newline)
        if begun:
            self._begun[output] = begun

    def text(self) -> bytes:
        """What is held, lines that have not ended behind the others."""
        return b"".join([*self._whole, *self._begun.values()])

    def _keep(self, lines: bytes) -> None:
        self._whole.append(lines)
        self._bytes += len(lines)
        while self._bytes > self._most_bytes and len(self._whole) > 1:
            lost = self._whole.popleft()
            self._bytes -= len(lost)
            self.lines_lost += lost.count(b"\n")
