"""Payloads on disk until the target has them: a file each, in the order in which they came.

A payload is accepted once its file is there and written through. It is taken away after the target
has it, so that a crash between the two sends it twice, and never loses it.
"""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

from diagnose.hooks.serving.receiving import Full

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_BYTES = 256 << 20
MOST_FILES = 100_000
SUFFIX = ".json"
REJECTED = "rejected"
_DIGITS = 16


class Spool:
    """A folder of payloads; what is in it from an earlier run comes first.

    Raises ``OSError`` when the folder cannot be made.
    """

    def __init__(self, folder: str, *, most_bytes: int = MOST_BYTES) -> None:
        os.makedirs(os.path.join(folder, REJECTED), mode=0o700, exist_ok=True)
        self._folder = folder
        self._most_bytes = most_bytes
        self._changed = threading.Condition()
        self._sizes = {name: os.path.getsize(self._path(name)) for name in self._names()}
        self._bytes = sum(self._sizes.values())
        self._next = 1 + max((int(name[:_DIGITS]) for name in self._sizes), default=0)

    def __len__(self) -> int:
        return len(self._sizes)

    @property
    def size(self) -> int:
        """Bytes that wait."""
        return self._bytes

    def put(self, body: bytes) -> None:
        """Keep a payload; raises ``Full`` when there is no room, or the disk has none."""
        with self._changed:
            if self._bytes + len(body) > self._most_bytes or len(self._sizes) >= MOST_FILES:
                raise Full("what waits to be sent on fills its place; try again later")
            name = f"{self._next:0{_DIGITS}}{SUFFIX}"
            self._next += 1
            try:
                self._write(name, body)
            except OSError as error:
                raise Full(f"it could not be kept: {error.strerror or error}") from error
            self._sizes[name] = len(body)
            self._bytes += len(body)
            self._changed.notify_all()

    def first(self, seconds: float) -> tuple[str, bytes] | None:
        """The oldest payload and its name; None when there is none for so long."""
        with self._changed:
            if not self._sizes:
                self._changed.wait(seconds)
            name = next(iter(self._sizes), None)
        if name is None:
            return None
        with open(self._path(name), "rb") as file:
            return name, file.read()

    def done(self, name: str, *, rejected: bool = False) -> None:
        """The target has it, or will never take it: then it is kept aside."""
        if rejected:
            os.replace(self._path(name), os.path.join(self._folder, REJECTED, name))
        else:
            os.unlink(self._path(name))
        with self._changed:
            self._bytes -= self._sizes.pop(name)

    def _write(self, name: str, body: bytes) -> None:
        temporary = self._path(f".{name}")
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "wb") as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, self._path(name))
        self._sync_folder()

    def _sync_folder(self) -> None:
        """Its name is on the disk, too, where a system lets one see to that."""
        if not hasattr(os, "O_DIRECTORY"):
            return
        descriptor = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def _names(self) -> Iterator[str]:
        for name in sorted(os.listdir(self._folder)):
            if name.endswith(SUFFIX) and name[:_DIGITS].isdigit():
                yield name

    def _path(self, name: str) -> str:
        return os.path.join(self._folder, name)
