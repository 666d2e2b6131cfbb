"""A thread that works through a bounded queue; whoever gives it something never waits."""

from __future__ import annotations

import os
import queue
import threading
import time
import weakref
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Job = TypeVar("Job")


class Worker(Generic[Job]):
    """Calls ``work`` with each job, in its own thread, one after the other.

    ``dropped`` counts the jobs for which there was no room, ``faults`` those that failed.
    """

    def __init__(self, work: Callable[[Job], None], *, most_waiting: int, name: str) -> None:
        self._work = work
        self._most = most_waiting
        self._name = name
        self.dropped = 0
        self.faults = 0
        self._begin()
        _forget_after_fork(self)

    def put(self, job: Job) -> bool:
        """Take a job if there is room, and say whether there was."""
        if self._closed:
            return False
        try:
            self._jobs.put_nowait(job)
        except queue.Full:
            self.dropped += 1
            return False
        self._start()
        return True

    def is_current(self) -> bool:
        """Whether it is this thread that asks."""
        return self._thread is not None and self._thread.ident == threading.get_ident()

    def flush(self, seconds: float) -> bool:
        """Wait until nothing is left to do, at most so long; whether that is so."""
        deadline = time.monotonic() + seconds
        while self._jobs.unfinished_tasks and not self.is_current():
            if time.monotonic() >= deadline:
                return False
            time.sleep(0.002)
        return True

    def close(self, seconds: float) -> None:
        """Finish what waits, at most for so long, and take nothing more."""
        self.flush(seconds)
        self._closed = True

    def _begin(self) -> None:
        """A child process has neither the thread of its parent nor what waited for it."""
        self._jobs: queue.Queue[Job] = queue.Queue(self._most)
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._closed = False

    def _start(self) -> None:
        if self._thread is not None:
            return
        with self._lock:
            if self._thread is None:
                thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                thread.start()
                self._thread = thread

    def _run(self) -> None:
        while True:
            job = self._jobs.get()
            try:
                self._work(job)
            except Exception:  # noqa: BLE001 - one job must not end the thread
                self.faults += 1
            finally:
                self._jobs.task_done()


def _forget_after_fork(worker: Worker[Job]) -> None:
    if not hasattr(os, "register_at_fork"):
        return
    held = weakref.ref(worker)

    def begin_anew() -> None:
        worker = held()
        if worker is not None:
            worker._begin()  # noqa: SLF001 - the same module

    os.register_at_fork(after_in_child=begin_anew)
