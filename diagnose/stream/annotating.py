"""The input itself passes, and JSON lines in it are given their diagnoses on the way."""

from __future__ import annotations

import time
from collections import deque

from diagnose.lean import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from diagnose.model import Diagnosis
    from diagnose.stream.events import Session

MOST_BYTES = 8 << 20
"""So much is held at most, whatever is still open."""


class _Held(NamedTuple):
    """A line that may still be diagnosed."""

    since: float
    raw: bytes
    found: list[Diagnosis]


class Passed(NamedTuple):
    """What may leave now, and the diagnoses that no line could take."""

    data: bytes
    unplaced: list[Diagnosis]


class Annotator:
    """Holds lines for ``seconds``, or until silence: then nothing more can be said of them.

    ``annotate`` gives a line with its diagnoses in it, or None when it cannot hold them.
    """

    def __init__(
        self,
        session: Session,
        annotate: Callable[[bytes, Sequence[Diagnosis]], bytes | None],
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._session = session
        self._annotate = annotate
        self._seconds = seconds
        self._clock = clock
        self._held: deque[_Held] = deque()
        self._first = 1
        self._rest: list[bytes] = []
        self._bytes = 0

    def feed(self, block: bytes) -> Passed:
        """Take a block; what is old enough leaves."""
        now = self._clock()
        self._take(block, now)
        return self._release(now - self._seconds, self._place(self._session.feed(block)))

    def idle(self) -> Passed:
        """Everything leaves but a line that has not ended."""
        return self._release(float("inf"), self._place(self._session.idle()))

    def close(self) -> Passed:
        """The rest."""
        rest = b"".join(self._rest)
        if rest:
            self._held.append(_Held(0.0, rest, []))
        self._rest = []
        return self._release(float("inf"), self._place(self._session.close()))

    def _take(self, block: bytes, now: float) -> None:
        self._bytes += len(block)
        *ends, rest = block.split(b"\n")
        for line in ends:
            self._rest += (line, b"\n")
            self._held.append(_Held(now, b"".join(self._rest), []))
            self._rest = []
        if rest:
            self._rest.append(rest)

    def _place(self, found: Sequence[Diagnosis]) -> list[Diagnosis]:
        """Give each diagnosis to its line; those whose line has left are given back."""
        unplaced: list[Diagnosis] = []
        for each in found:
            index = each.where.line - self._first
            if 0 <= index < len(self._held):
                self._held[index].found.append(each)
            else:
                unplaced.append(each)
        return unplaced

    def _release(self, before: float, unplaced: list[Diagnosis]) -> Passed:
        out: list[bytes] = []
        while self._held and (self._held[0].since <= before or self._bytes > MOST_BYTES):
            held = self._held.popleft()
            self._first += 1
            self._bytes -= len(held.raw)
            annotated = self._annotate(held.raw, held.found) if held.found else held.raw
            if annotated is None:
                unplaced += held.found
            out.append(held.raw if annotated is None else annotated)
        if self._bytes > MOST_BYTES:  # a line without end leaves as it is
            out += self._rest
            self._rest = []
            self._bytes = 0
        return Passed(b"".join(out), unplaced)
