"""Growing files, through rotation by renaming, truncation, deletion and re-creation.

A rotated file stays open: it is read to its end before the next one is begun,
and looked at for some time after that for a writer that has not noticed. Files
that came and went between two looks are found beside it.
"""

from __future__ import annotations

import os
import time
from itertools import islice

from diagnose.errors import InputError
from diagnose.lean import TYPE_CHECKING
from diagnose.stream.events import SILENCE, Event, Gate, Interrupted
from diagnose.stream.opened import Opened
from diagnose.stream.rotated import identity, siblings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from diagnose.stream.rotated import Identity, Stamp

POLL_SECONDS = 0.05
GONE_SECONDS = 1.0
TURN = 64
"""So many blocks are read of one file before the others have their turn."""
RETIRED_SECONDS = 5.0
MOST_RETIRED = 16
MOST_FINISHED = 256
MOST_LOOKS = 50


def follow(followers: Sequence[Follower], idle: int, gate: Gate) -> Iterator[Event]:
    """All files as they grow, until a signal comes; silence after ``idle`` milliseconds."""
    last = time.monotonic()
    silent = True
    try:
        while True:
            progress = False
            for event in _round(followers):
                progress = True
                yield event
            now = time.monotonic()
            if progress:
                last, silent = now, False
            elif not silent and now - last >= idle / 1000:
                silent = True
                yield SILENCE
            with gate:
                time.sleep(0 if progress else min(POLL_SECONDS, idle / 1000))
    except Interrupted:
        return
    finally:
        for follower in followers:
            follower.close()


def _round(followers: Sequence[Follower]) -> Iterator[Event]:
    for follower in followers:
        yield from follower.events()


class Follower:
    """One path, and the files that have stood and stand there.

    Raises ``InputError`` when there is no file to begin with.
    """

    def __init__(self, path: str, warn: Callable[[str], None]) -> None:
        self._path = path
        self._warn = warn
        self._finished: dict[Stamp, None] = dict.fromkeys(
            sibling.stamp for sibling in siblings(path)
        )
        try:
            self._queue = [Opened(path, path, warn)]
        except OSError as error:
            raise InputError(path, (error.strerror or str(error)).lower()) from error
        self._retired: list[tuple[float, Opened]] = []
        self._missing_since = 0.0

    def events(self) -> Iterator[Event]:
        """What has been written since the last time, the oldest file first."""
        for _ in range(TURN):
            self._discover()
            finished = len(self._queue) > 1
            block = next(self._queue[0].events(), None)
            if block is not None:
                yield block
            elif finished:  # it was read to its end after the next one had been seen
                self._retired.append((time.monotonic(), self._queue.pop(0)))
            else:
                break
        yield from self._late_events()

    def close(self) -> None:
        """Let go of all files."""
        for opened in (*self._queue, *(opened for _, opened in self._retired)):
            opened.close()

    def _late_events(self) -> Iterator[Event]:
        """What came into a file after it was put away."""
        now = time.monotonic()
        kept: list[tuple[float, Opened]] = []
        for index, (since, opened) in enumerate(self._retired):
            late = list(islice(opened.events(), TURN))
            yield from late
            crowded = len(self._retired) - index > MOST_RETIRED
            if late or (now - since < RETIRED_SECONDS and not crowded):
                kept.append((now if late else since, opened))
            else:
                self._finish(opened.stamp())
                yield opened.close()
        self._retired = kept

    def _finish(self, stamp: Stamp) -> None:
        self._finished[stamp] = None
        if len(self._finished) > MOST_FINISHED:
            del self._finished[next(iter(self._finished))]

    def _discover(self) -> None:
        """Line up the files that have taken the path since, until nothing new is found."""
        if self._standing() in (None, self._queue[-1].identity):
            return
        for _ in range(MOST_LOOKS):
            opened = self._open_new()
            standing = self._standing()
            if not opened and standing in (None, self._queue[-1].identity):
                return
            self._queue[1:] = sorted(
                self._queue[1:],
                key=lambda each: (each.identity == standing, each.stamp().modified),
            )

    def _standing(self) -> Identity | None:
        """Which file stands at the path now."""
        try:
            found = identity(os.stat(self._path))
        except OSError:
            self._miss()
            return None
        self._missing_since = 0.0
        return found

    def _miss(self) -> None:
        """Between two files of a rotation there is nothing for a moment; longer is worth a word."""
        now = time.monotonic()
        self._missing_since = self._missing_since or now
        if now - self._missing_since > GONE_SECONDS:
            self._missing_since = float("inf")
            self._warn(f"{self._path}: is gone; waiting for it to come back")

    def _open_new(self) -> int:
        """Open what is newer than the file that is being read; gives how many."""
        since = self._queue[0].first_modified
        before = len(self._queue)
        for path in (*(sibling.path for sibling in siblings(self._path)), self._path):
            self._open(path, since)
        return len(self._queue) - before

    def _open(self, path: str, since: int) -> None:
        try:
            opened = Opened(path, self._path, self._warn)
        except OSError:  # renamed meanwhile: the next look finds it
            return
        held = {each.identity for each in (*self._queue, *(each for _, each in self._retired))}
        stamp = opened.stamp()
        old = stamp.modified < since or stamp in self._finished
        if opened.identity in held or (old and path != self._path):
            opened.close()
        else:
            self._queue.append(opened)
