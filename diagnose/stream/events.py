"""What flows through a stream, and who may interrupt it."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

    from diagnose.model import Diagnosis


class Event(NamedTuple):
    """Something that an input did."""

    key: int
    """Which run of bytes it belongs to: a file before and after its rotation are two."""
    source: str
    block: bytes | None
    """Bytes; ``b""`` when all inputs are silent, None when this one has ended."""


SILENCE = Event(0, "", b"")


class Batch(NamedTuple):
    """Diagnoses of the records that one event completed."""

    diagnoses: Sequence[Diagnosis]
    quiet: bool = False
    """Nothing more is to be expected soon."""


class Session(Protocol):
    """Diagnoses one run of bytes; the engine gives it."""

    @property
    def warnings(self) -> list[str]:
        """What was cut or could not be read; whoever prints empties it."""

    def feed(self, block: bytes) -> list[Diagnosis]:
        """Diagnoses of the records that are complete now."""

    def idle(self) -> list[Diagnosis]:
        """The same for a silent input, whose open record counts as complete."""

    def close(self) -> list[Diagnosis]:
        """What is left at the end."""


class Interrupted(BaseException):
    """A signal asked to stop while the program waited."""


class Gate:
    """Lets a signal stop the program where it waits, and nowhere else.

    ``stop`` is a signal handler. While the program works, it only leaves its
    mark; the next wait sees it. A second signal does not wait for that.
    """

    def __init__(self) -> None:
        self.signal = 0
        self._waiting = False

    def stop(self, signal: int, frame: FrameType | None) -> None:
        del frame
        again, self.signal = self.signal != 0, signal
        if self._waiting or again:
            raise Interrupted

    def __enter__(self) -> None:
        self._waiting = True
        if self.signal:
            self._waiting = False
            raise Interrupted

    def __exit__(self, *exception: object) -> None:
        self._waiting = False
