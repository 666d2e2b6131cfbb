"""One growing file, and how far it has been read."""

from __future__ import annotations

import os
from itertools import count

from diagnose.lean import TYPE_CHECKING
from diagnose.stream.events import Event
from diagnose.stream.rotated import identity, stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from diagnose.stream.rotated import Stamp

CHUNK = 1 << 18
TAIL = 64
"""So many bytes before the position are read again, to see that they are still the same."""
_KEYS = count(1)


class Opened:
    """A descriptor that outlives the renaming and the deletion of its file.

    Raises ``OSError`` when the file cannot be opened.
    """

    def __init__(self, path: str, source: str, warn: Callable[[str], None]) -> None:
        self._descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
        self._source = source
        self._warn = warn
        self._key = next(_KEYS)
        self._position = 0
        self._size = 0
        self._tail = b""
        status = os.fstat(self._descriptor)
        self.identity = identity(status)
        self.first_modified = status.st_mtime_ns

    def stamp(self) -> Stamp:
        """What tells this file from others, once it is written no more."""
        return stamp(os.fstat(self._descriptor))

    def events(self) -> Iterator[Event]:
        """What has been written since the last time."""
        while (block := self._next()) != b"":
            event = Event(self._key, self._source, block)
            if block is None:
                self._key = next(_KEYS)
            yield event

    def close(self) -> Event:
        """Let go of the file; the event says so."""
        os.close(self._descriptor)
        return Event(self._key, self._source, None)

    def _next(self) -> bytes | None:
        """The next block, ``b""`` at the end, None when the file has been begun anew."""
        kept = len(self._tail)
        data = os.pread(self._descriptor, kept + CHUNK, self._position - kept)
        if not data.startswith(self._tail):
            self._begin_anew(hole=len(data) >= kept and not data[:kept].strip(b"\0"))
            return None
        self._position += len(data) - kept
        self._size = max(self._position, os.fstat(self._descriptor).st_size)
        self._tail = data[-TAIL:]
        return data[kept:]

    def _begin_anew(self, *, hole: bool) -> None:
        """The file was truncated; a writer that did not notice leaves a hole before its place."""
        lost = self._size - self._position
        gap = f"at least {lost} bytes before that were not read" if lost > 0 else "reading on"
        self._warn(f"{self._source}: was truncated; {gap}")
        self._tail = b""
        if not hole:
            self._position = 0
