"""One connection of a client: its requests are answered in their order, one at a time."""

from __future__ import annotations

from asyncio import Protocol
from typing import TYPE_CHECKING

from diagnose.hooks.serving.http1 import Reader, RefusedError, Request, rendered
from diagnose.hooks.serving.receiving import refusal

if TYPE_CHECKING:
    from asyncio import BaseTransport, Transport
    from typing import Protocol as Shape

    from diagnose.hooks.serving.receiving import Response

    class Host(Shape):
        """What a connection needs of its server."""

        ending: bool

        def now(self) -> float: ...
        def soon(self, connection: Connection) -> None: ...
        def enter(self, connection: Connection) -> bool: ...
        def leave(self, connection: Connection) -> None: ...
        def reserve(self, size: int) -> bool: ...
        def release(self, size: int) -> None: ...
        def answer(self, connection: Connection, request: Request) -> Response | None: ...


SILENCE = 30.0
"""Seconds that a connection may be silent, or not take what is said."""
LONGEST = 60.0
"""Seconds that one request may take to arrive."""
LINGER = 2.0
"""Seconds that are left to read why a request was refused, while its rest is thrown away."""
_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
_TOO_SLOW = refusal(408, "the request took too long to arrive")
_TOO_MANY = refusal(503, "too many connections; try again later")


class Connection(Protocol):
    """Reads no further while an answer is made, or is not taken."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._reader = Reader(host.reserve)
        self._transport: Transport
        self._asked: Request | None = None
        self._stuck = self._refused = self._eof = self._paused = False
        self._last = self._begun = 0.0

    @property
    def is_idle(self) -> bool:
        """Whether nothing of a request, and of an answer, is under way."""
        under_way = self._asked is not None or self._stuck or not self._reader.is_idle
        return self._refused or not under_way

    def connection_made(self, transport: BaseTransport) -> None:
        """Begin."""
        self._transport = transport  # type: ignore[assignment]  # of a stream it is one
        self._last = self._host.now()
        if not self._host.enter(self):
            self._send(_TOO_MANY, close=True)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client, or the server, has ended it."""
        del exc
        self._host.release(self._reader.released())
        self._host.leave(self)

    def data_received(self, data: bytes) -> None:
        """Take bytes, and answer the request that is whole by them."""
        if self._refused:
            return
        self._last = self._host.now()
        if self._reader.is_idle:
            self._begun = self._last
        self._reader.feed(data)
        if self._asked is None:
            self.advance()

    def eof_received(self) -> bool:
        """The client asks nothing more: it is still told what it has asked."""
        self._eof = True
        if self._asked is None and not self._stuck and not self._refused:
            self._host.soon(self)
        return not self._refused

    def advance(self) -> None:
        """Answer one request, if it is here and the one before is done."""
        busy = self._asked is not None or self._stuck or self._refused
        if busy or self._transport.is_closing():
            return
        try:
            request = self._reader.next()
        except RefusedError as refused:
            self._refuse(refused.response)
            return
        if request is None:
            self._wait()
            return
        self._asked = request
        response = self._host.answer(self, request)
        if response is None:
            self._pause()
        else:
            self._done(response)

    def answered(self, response: Response) -> None:
        """The answer that was not there at once."""
        if self._asked is not None and not self._transport.is_closing():
            self._done(response)

    def pause_writing(self) -> None:
        """The client does not take what is said: it is asked nothing more."""
        self._stuck = True
        self._pause()

    def resume_writing(self) -> None:
        """It does again."""
        self._stuck = False
        self._last = self._host.now()
        self.advance()

    def look(self, now: float) -> None:
        """End it where nothing moves."""
        if self._asked is not None:
            return
        silent = now - self._last > SILENCE
        if self._stuck or self._refused:
            if silent or (self._refused and now - self._last > LINGER):
                self._transport.abort()
        elif not self._reader.is_idle:
            if silent or now - self._begun > LONGEST:
                self._refuse(_TOO_SLOW)
        elif silent:
            self._transport.close()

    def end(self) -> None:
        """Nothing more will be asked: close it, unless a request is under way."""
        if self.is_idle:
            self._transport.close()

    def abort(self) -> None:
        """Close it now."""
        self._transport.abort()

    def _pause(self) -> None:
        """What is not asked for yet stays with the client, not here."""
        self._paused = True
        self._transport.pause_reading()

    def _wait(self) -> None:
        """For the rest of a request, if there will be one."""
        if self._paused:
            self._paused = False
            self._transport.resume_reading()
        if self._eof:
            self._transport.close()
        elif self._reader.expects:
            self._reader.expects = False
            self._transport.write(_CONTINUE)

    def _done(self, response: Response) -> None:
        assert self._asked is not None
        request, self._asked = self._asked, None
        self._host.release(self._reader.released())
        self._last = self._begun = self._host.now()
        close = request.close or self._host.ending
        self._send(response, close=close, only_head=request.method == "HEAD")
        if not self._reader.is_idle:
            self._pause()
        if self._paused or self._eof:
            self._host.soon(self)

    def _refuse(self, response: Response) -> None:
        """Say why; what comes behind cannot be read as a request."""
        self._refused = True
        self._last = self._host.now()
        self._transport.write(rendered(response, close=True))
        self._transport.write_eof()

    def _send(self, response: Response, *, close: bool, only_head: bool = False) -> None:
        self._transport.write(rendered(response, close=close, only_head=only_head))
        if close:
            self._transport.close()
