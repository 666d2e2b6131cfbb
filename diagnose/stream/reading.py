"""Files and pipes -> blocks of bytes, as they come."""

from __future__ import annotations

import os
import select
import stat
import time

from diagnose.errors import InputError
from diagnose.lean import TYPE_CHECKING, Protocol
from diagnose.stream.binary import refuse_binary
from diagnose.stream.compressed import plain
from diagnose.stream.events import SILENCE, Event, Gate, Interrupted

if TYPE_CHECKING:
    from collections.abc import Iterator

CHUNK = 1 << 18
BLOCK = 1 << 20
"""A busy pipe is gathered to this much before it is looked at ..."""
GATHER_SECONDS = 0.05
"""... but never for longer than this."""


class Opening:
    """A descriptor to read from, closed behind the block; entering raises ``InputError``."""

    def __init__(self, path: str, gate: Gate) -> None:
        self._path = path
        self._gate = gate
        self._descriptor = 0

    def __enter__(self) -> int:
        if self._path != "-":
            self._descriptor = _open(self._path, self._gate)
        return self._descriptor

    def __exit__(self, *exception: object) -> None:
        if self._path != "-":
            os.close(self._descriptor)


def _open(path: str, gate: Gate) -> int:
    try:
        with gate:  # a named pipe without a writer blocks
            descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
    except (OSError, ValueError) as error:
        raise InputError(path, _reason(error)) from error
    if stat.S_ISDIR(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise InputError(path, "is a directory; name the files in it")
    return descriptor


def is_regular(descriptor: int) -> bool:
    """A file that is there as a whole, not a pipe, terminal or socket."""
    return stat.S_ISREG(os.fstat(descriptor).st_mode)


def events(descriptor: int, source: str, idle: int, gate: Gate) -> Iterator[Event]:
    """Read to the end. A signal ends it as the end of the input does.

    Compressed input is unpacked. Raises ``InputError``, also in the middle.
    """
    try:
        unpacked = plain(blocks(descriptor, source, idle, gate), source)
        if source != "-":
            unpacked = refuse_binary(unpacked, source)
        for block in unpacked:
            yield Event(1, source, block) if block else SILENCE
    except Interrupted:
        return


def blocks(descriptor: int, source: str, idle: int, gate: Gate) -> Iterator[bytes]:
    """Blocks as they come; ``b""`` when nothing has come for ``idle`` milliseconds."""
    poll = _poll(descriptor)
    silent = True
    ended = False
    while not ended:
        try:
            with gate:
                ready = poll.poll(None if silent else idle)
            block, ended = _gather(descriptor, poll) if ready else (b"", False)
        except OSError as error:
            raise InputError(source, _reason(error)) from error
        if block:
            yield block
        elif not ended and not ready:
            yield b""
        silent = not block


class _Poll(Protocol):
    def poll(self, timeout: float | None = None) -> object: ...


class _Patient:
    """Where files cannot be polled, every read waits, and nothing is ever known to be silent."""

    def poll(self, timeout: float | None = None) -> bool:
        return timeout != 0


def _poll(descriptor: int) -> _Poll:
    if not hasattr(select, "poll"):
        return _Patient()
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return poll


def _gather(descriptor: int, poll: _Poll) -> tuple[bytes, bool]:
    """What is there now, up to a block, and whether it is the end."""
    parts: list[bytes] = []
    size = 0
    deadline = time.monotonic() + GATHER_SECONDS
    while True:
        try:
            part = os.read(descriptor, CHUNK)
        except BlockingIOError:
            break
        if not part:
            return b"".join(parts), True
        parts.append(part)
        size += len(part)
        if size >= BLOCK or not poll.poll(0) or time.monotonic() > deadline:
            break
    return b"".join(parts), False


def _reason(error: Exception) -> str:
    text = getattr(error, "strerror", None) or str(error)
    return text[:1].lower() + text[1:]
