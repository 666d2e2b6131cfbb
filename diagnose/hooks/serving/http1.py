"""Requests of HTTP/1.1 out of bytes, and responses into them; it knows no socket."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple

from diagnose.hooks.serving.receiving import MOST_BODY, Response, refusal

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_HEAD = 32 << 10
"""Bytes of a request's line and its headers."""
MOST_LINE = 1 << 10
"""Bytes of a line that tells the size of a part."""
_PHRASES = {each.value: each.phrase for each in HTTPStatus}
_VERSIONS = ("HTTP/1.1", "HTTP/1.0")
_DIGITS = "0123456789abcdef"
MOST_DIGITS = 15


class Request(NamedTuple):
    """One whole request; the names of headers are in lower case."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes = b""
    close: bool = False
    """Whether nothing more comes on its connection."""


class RefusedError(Exception):
    """Bytes that are no request, or none that is taken; nothing behind them can be read."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.response = refusal(status, reason)


class Reader:
    r"""Puts requests together from bytes as they come.

    ``reserve`` is asked whether so many bytes more may be held.

    >>> reader = Reader()
    >>> reader.feed(b"POST /x HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi")
    >>> reader.next().body
    b'hi'
    >>> reader.next() is None
    True
    """

    def __init__(self, reserve: Callable[[int], bool] = lambda _: True) -> None:
        self._reserve = reserve
        self._data = bytearray()
        self._head: Request | None = None
        self._length = 0
        self._parts: bytearray | None = None
        self.held = 0
        """Bytes that were reserved for the request under way."""
        self.expects = False
        """Whether the client waits to be told to go on."""

    @property
    def is_idle(self) -> bool:
        """Whether nothing of a request is here."""
        return not self._data and self._head is None

    def feed(self, data: bytes) -> None:
        """Take bytes."""
        self._data += data

    def next(self) -> Request | None:
        """The next whole request; None until it is here. Raises ``RefusedError``."""
        if self._head is None and not self._begin():
            return None
        body = self._chunked() if self._parts is not None else self._plain()
        if body is None:
            return None
        assert self._head is not None
        request = self._head._replace(body=body)
        self._head = self._parts = None
        self.expects = False
        return request

    def released(self) -> int:
        """The bytes that were reserved; they are no longer."""
        held, self.held = self.held, 0
        return held

    def _begin(self) -> bool:
        """Take the head of a request, if it is here."""
        while self._data[:2] == b"\r\n":
            del self._data[:2]
        end = self._data.find(b"\r\n\r\n", 0, MOST_HEAD)
        if end < 0:
            if len(self._data) >= MOST_HEAD:
                raise RefusedError(431, f"more than {MOST_HEAD} bytes of headers")
            return False
        head = _head(self._data[:end].decode("latin-1"))
        del self._data[: end + 4]
        self._begin_body(head)
        self._head = head
        return True

    def _begin_body(self, head: Request) -> None:
        coding = head.headers.get("transfer-encoding")
        length = head.headers.get("content-length")
        if coding is not None:
            if coding.lower() != "chunked" or length is not None:
                raise RefusedError(400, "chunked, or the length of the body, and not both")
            self._parts = bytearray()
        elif length is None:
            if head.method in ("POST", "PUT", "PATCH"):
                raise RefusedError(411, "say the length of the body")
            self._length = 0
        else:
            self._length = _number(length, 10)
            self._hold(self._length)
        self.expects = head.headers.get("expect", "").lower() == "100-continue"

    def _hold(self, size: int) -> None:
        if self.held + size > MOST_BODY:
            raise RefusedError(413, f"more than {MOST_BODY} bytes")
        if not self._reserve(size):
            raise RefusedError(503, "too much is under way; try again later")
        self.held += size

    def _plain(self) -> bytes | None:
        if len(self._data) < self._length:
            return None
        body = bytes(self._data[: self._length])
        del self._data[: self._length]
        return body

    def _chunked(self) -> bytes | None:
        """The parts of a body that are here; all of it once the last one is."""
        position = 0
        try:
            while True:
                end = self._line_end(position)
                if end < 0:
                    return None
                size = _number(self._data[position:end].partition(b";")[0].decode("latin-1"), 16)
                if not size:
                    done = self._trailer_end(position)
                    position = max(position, done)
                    return None if done < 0 else bytes(self._parts or b"")
                if size > MOST_BODY:
                    raise RefusedError(413, f"more than {MOST_BODY} bytes")
                if len(self._data) < end + 2 + size + 2:
                    return None
                self._take(end + 2, size)
                position = end + 2 + size + 2
        finally:
            del self._data[:position]

    def _take(self, start: int, size: int) -> None:
        if self._data[start + size : start + size + 2] != b"\r\n":
            raise RefusedError(400, "a part of the body does not end where it says")
        self._hold(size)
        assert self._parts is not None
        self._parts += self._data[start : start + size]

    def _line_end(self, position: int) -> int:
        end = self._data.find(b"\r\n", position, position + MOST_LINE)
        if end < 0 and len(self._data) - position >= MOST_LINE:
            raise RefusedError(400, "the size of a part is missing")
        return end

    def _trailer_end(self, position: int) -> int:
        """Where the end of the whole body is; what is told behind its last part is left out."""
        end = self._data.find(b"\r\n\r\n", position, position + MOST_HEAD)
        if end < 0 and len(self._data) - position >= MOST_HEAD:
            raise RefusedError(431, "too much behind the body")
        return end if end < 0 else end + 4


def _head(text: str) -> Request:
    line, *rest = text.split("\r\n")
    words = line.split(" ")
    if len(words) != 3 or not words[0].isalpha():  # noqa: PLR2004 - method, path, version
        raise RefusedError(400, "that is no request of HTTP/1.1")
    method, path, version = words
    if version not in _VERSIONS:
        raise RefusedError(505, "HTTP/1.1 is spoken here")
    headers: dict[str, str] = {}
    for each in rest:
        name, colon, value = each.partition(":")
        if not colon or not name or name != name.strip():
            raise RefusedError(400, "a header that is none")
        name, value = name.lower(), value.strip()
        if headers.setdefault(name, value) != value and name in (
            "content-length", "transfer-encoding", "authorization"
        ):  # fmt: skip
            raise RefusedError(400, f"{name} is told twice")
    said = headers.get("connection", "").lower()
    close = "close" in said if version == "HTTP/1.1" else "keep-alive" not in said
    return Request(method, path, headers, close=close)


def _number(text: str, base: int) -> int:
    """A length; only digits are taken for one."""
    digits = text.strip(" \t")
    if not digits or len(digits) > MOST_DIGITS or digits.lower().strip(_DIGITS[:base]):
        raise RefusedError(400, "a length that is no number")
    return int(digits, base)


def rendered(response: Response, *, close: bool, only_head: bool = False) -> bytes:
    """The bytes of a response, in one piece.

    >>> rendered(Response(200, b"ok", "text/plain"), close=True)[:17]
    b'HTTP/1.1 200 OK\\r\\n'
    """
    head = (
        f"HTTP/1.1 {response.status} {_PHRASES[response.status]}\r\n"
        f"Content-Type: {response.content_type}\r\n"
        f"Content-Length: {len(response.body)}\r\n"
        f"{'Connection: close' if close else 'Connection: keep-alive'}\r\n\r\n"
    )
    return head.encode("latin-1") if only_head else head.encode("latin-1") + response.body
