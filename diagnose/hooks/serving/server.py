"""The receiver on the standard library's HTTP server."""

from __future__ import annotations

import socket
import sys
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

from diagnose.hooks.serving.receiving import MOST_BODY, Response

if TYPE_CHECKING:
    from diagnose.hooks.serving.receiving import Receiver

TIMEOUT = 30.0
"""Seconds that a connection may be silent."""
BACKLOG = 128
_TOO_LONG = Response(413, b'{"error":"the body is too long"}')
_NO_LENGTH = Response(411, b'{"error":"say the length of the body"}')


class Server(ThreadingHTTPServer):
    """Listens at once; ``serve_forever`` answers, ``shutdown`` ends that.

    Raises ``OSError`` when the address cannot be had.
    """

    daemon_threads = True
    block_on_close = False
    request_queue_size = BACKLOG

    def __init__(self, address: tuple[str, int], receiver: Receiver) -> None:
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        self.receiver = receiver
        super().__init__(address, _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is no fault of ours; others are told in a line."""
        del request, client_address
        error = sys.exc_info()[1]
        if not isinstance(error, (ConnectionError, TimeoutError)):
            sys.stderr.write(f"error: a request failed: {error}\n")


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "diagnose"
    sys_version = ""
    timeout = TIMEOUT
    wbufsize = 1 << 16
    disable_nagle_algorithm = True
    server: Server

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal():
            self._refuse(_NO_LENGTH)
        elif int(length) > MOST_BODY:
            self._refuse(_TOO_LONG)
        else:
            self._send(self._answer(self.rfile.read(int(length))))

    def do_GET(self) -> None:
        self._send(self._answer(b""))

    def do_HEAD(self) -> None:
        self._send(self._answer(b""))

    def _answer(self, body: bytes) -> Response:
        headers = {name.lower(): value for name, value in self.headers.items()}
        return self.server.receiver.answer(self.command, self.path, headers, body)

    def _refuse(self, response: Response) -> None:
        """The body is not read, so nothing more can be on this connection."""
        self.close_connection = True
        self._send(response)

    def _send(self, response: Response) -> None:
        phrase = HTTPStatus(response.status).phrase
        head = [
            f"HTTP/1.1 {response.status} {phrase}",
            f"Content-Type: {response.content_type}",
            f"Content-Length: {len(response.body)}",
        ]
        if self.close_connection:
            head.append("Connection: close")
        body = b"" if self.command == "HEAD" else response.body
        self.wfile.write("\r\n".join([*head, "", ""]).encode("latin-1") + body)
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name there
        """The metrics tell it."""
