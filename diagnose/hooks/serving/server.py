"""The receiver as an HTTP server: one loop for all connections, a thread for what takes long.

Each turn of the loop answers one request of each connection that has one, so that fifty that ask
at once wait for fifty answers, and nobody longer.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from typing import TYPE_CHECKING

from diagnose.hooks.serving.connection import Connection
from diagnose.hooks.serving.receiving import refusal
from diagnose.hooks.worker import Worker

if TYPE_CHECKING:
    from diagnose.hooks.serving.http1 import Request
    from diagnose.hooks.serving.receiving import Receiver, Response

    Job = tuple[Connection, Request]

BACKLOG = 128
MOST_CONNECTIONS = 500
MOST_HELD = 64 << 20
"""Bytes of bodies that are under way, over all connections."""
MOST_WAITING = 200
"""Requests that wait for the thread."""
LIGHT = 64 << 10
"""A body of so many bytes is answered in the loop."""
GRACE = 5.0
"""Seconds that are left to requests under way, when it ends."""
LOOK = 1.0
_BUSY = refusal(503, "too many requests are under way; try again later")


class Server:
    """Listens at once; ``serve`` answers until ``stop`` is called, from whatever thread.

    ``keeps`` says that the receiver writes to a disk: then all answers are made in the thread.
    Raises ``OSError`` when the address cannot be had.
    """

    def __init__(
        self, address: tuple[str, int], receiver: Receiver, *, keeps: bool = False
    ) -> None:
        family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        self._socket = socket.create_server(address, family=family, backlog=BACKLOG)
        self.address: tuple[str, int] = self._socket.getsockname()[:2]
        self._receiver = receiver
        self._keeps = keeps
        self._connections: set[Connection] = set()
        self._held = 0
        self._asked_to_end = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._worker: Worker[Job] = Worker(
            self._work, most_waiting=MOST_WAITING, name="diagnose-serve"
        )
        self.ending = False

    def serve(self) -> None:
        """Answer until it is stopped; requests under way are finished."""
        asyncio.run(self._serve())

    def stop(self) -> None:
        """Take nothing more, and end."""
        self._asked_to_end = True
        if self._loop is not None:
            with suppress(RuntimeError):  # it has ended
                self._loop.call_soon_threadsafe(self._stopped.set)

    async def _serve(self) -> None:
        self._stopped, self._left = asyncio.Event(), asyncio.Event()
        self._loop = loop = asyncio.get_running_loop()
        listener = await loop.create_server(
            lambda: Connection(self), sock=self._socket, backlog=BACKLOG
        )
        while not (self._asked_to_end or await _is_set(self._stopped, LOOK)):
            now = loop.time()
            for each in list(self._connections):
                each.look(now)
        listener.close()
        await self._end()

    async def _end(self) -> None:
        """Let what is under way be finished."""
        self.ending = True
        for each in list(self._connections):
            each.end()
        if self._connections:
            await _is_set(self._left, GRACE)
        for each in list(self._connections):
            each.abort()

    # ------------------------------------------------- what connections ask for

    def now(self) -> float:
        """The loop's time."""
        assert self._loop is not None
        return self._loop.time()

    def soon(self, connection: Connection) -> None:
        """Its next request comes after those of the others."""
        assert self._loop is not None
        self._loop.call_soon(connection.advance)

    def enter(self, connection: Connection) -> bool:
        """Whether there is room for one more."""
        self._connections.add(connection)
        return len(self._connections) <= MOST_CONNECTIONS

    def leave(self, connection: Connection) -> None:
        """It has ended."""
        self._connections.discard(connection)
        if self.ending and not self._connections:
            self._left.set()

    def reserve(self, size: int) -> bool:
        """Whether so many bytes more may be held."""
        fits = self._held + size <= MOST_HELD
        self._held += size if fits else 0
        return fits

    def release(self, size: int) -> None:
        """They are no longer."""
        self._held -= size

    def answer(self, connection: Connection, request: Request) -> Response | None:
        """The answer; None when it will come by ``connection.answered``."""
        if request.body and (self._keeps or is_heavy(request)):
            return None if self._worker.put((connection, request)) else _BUSY
        return self._answer(request)

    def _answer(self, request: Request) -> Response:
        return self._receiver.answer(request.method, request.path, request.headers, request.body)

    def _work(self, job: Job) -> None:
        """In the thread."""
        connection, request = job
        response = self._answer(request)
        assert self._loop is not None
        self._loop.call_soon_threadsafe(connection.answered, response)


def is_heavy(request: Request) -> bool:
    """Whether a request may take so long that others should not wait for it."""
    return len(request.body) > LIGHT or "content-encoding" in request.headers


async def _is_set(event: asyncio.Event, seconds: float) -> bool:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return False
    return True
