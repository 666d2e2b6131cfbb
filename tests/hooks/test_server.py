"""Connections: many at once, slow ones, greedy ones; and the end, which loses no answer."""

from __future__ import annotations

import http.client
import socket
import threading
from typing import TYPE_CHECKING, Any

import pytest

from diagnose.hooks.serving import connection, server
from diagnose.hooks.serving.receiving import PATH, Response
from diagnose.hooks.serving.server import LIGHT, Server

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

PATIENCE = 30
HEAVY = b"x" * (LIGHT + 1)


class Echo:
    """Answers with what it is asked; a heavy request waits until it may."""

    def __init__(self) -> None:
        self.may = threading.Event()
        self.asked = threading.Event()

    def answer(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Response:
        del headers
        if body == HEAVY:
            self.asked.set()
            self.may.wait(PATIENCE)
        return Response(200, body or f"{method} {path}".encode(), "text/plain")


class Running:
    """A server in a thread."""

    def __init__(self) -> None:
        self.echo = Echo()
        self.server = Server(("127.0.0.1", 0), self.echo)  # type: ignore[arg-type]  # it answers
        self.thread = threading.Thread(target=self.server.serve)
        self.thread.start()
        self._opened: list[Any] = []

    def client(self) -> http.client.HTTPConnection:
        made = http.client.HTTPConnection("127.0.0.1", self.server.address[1], timeout=PATIENCE)
        self._opened.append(made)
        return made

    def socket(self) -> socket.socket:
        made = socket.create_connection(self.server.address, timeout=PATIENCE)
        self._opened.append(made)
        return made

    def end(self) -> None:
        self.server.stop()
        self.echo.may.set()
        self.thread.join(PATIENCE)
        for each in self._opened:
            each.close()
        assert not self.thread.is_alive()


@pytest.fixture
def start() -> Iterator[Callable[[], Running]]:
    started: list[Running] = []

    def begin() -> Running:
        started.append(Running())
        return started[-1]

    yield begin
    for each in started:
        each.end()


def asked(client: http.client.HTTPConnection, body: bytes) -> bytes:
    client.request("POST", PATH, body)
    return client.getresponse().read()


def rest(held: socket.socket) -> bytes:
    """All that comes until the other side ends it."""
    parts = []
    try:
        while part := held.recv(1 << 16):
            parts.append(part)
    except ConnectionError:
        pass
    return b"".join(parts)


def post(body: bytes) -> bytes:
    return b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body)


def test_fifty_connections_at_once_each_get_their_own(start: Callable[[], Running]) -> None:
    running = start()
    clients = [running.client() for _ in range(50)]
    for number, client in enumerate(clients):
        client.request("POST", PATH, b"%d" % number)
    answers = [client.getresponse().read() for client in clients]
    assert answers == [b"%d" % number for number in range(50)]


def test_requests_that_come_together_are_answered_in_their_order(
    start: Callable[[], Running],
) -> None:
    held = start().socket()
    held.sendall(b"".join(post(b"%03d" % number) for number in range(100)))
    held.shutdown(socket.SHUT_WR)
    said = rest(held)
    assert [part[:3] for part in said.split(b"\r\n\r\n")[1:]] == [b"%03d" % n for n in range(100)]


def test_a_request_that_takes_long_holds_up_no_other_one(start: Callable[[], Running]) -> None:
    running = start()
    slow, quick = running.client(), running.client()
    slow.request("POST", PATH, HEAVY)
    assert running.echo.asked.wait(PATIENCE)
    assert asked(quick, b"quick") == b"quick"
    running.echo.may.set()
    assert slow.getresponse().read() == HEAVY


def test_the_head_alone_and_a_body_that_waits_to_be_asked_for(
    start: Callable[[], Running],
) -> None:
    running = start()
    client = running.client()
    client.request("HEAD", "/healthz")
    answer = client.getresponse()
    assert (answer.read(), answer.headers["Content-Length"]) == (b"", "13")
    held = running.socket()
    held.sendall(b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    assert held.recv(99) == b"HTTP/1.1 100 Continue\r\n\r\n"
    held.sendall(b"hi")
    assert held.recv(999).endswith(b"\r\n\r\nhi")


def test_a_body_that_is_too_long_is_told_so_before_its_end(start: Callable[[], Running]) -> None:
    held = start().socket()
    held.sendall(b"POST / HTTP/1.1\r\nContent-Length: 9999999\r\n\r\n" + b"x" * (1 << 20))
    assert rest(held).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b"", b""),
        (b"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhel", b"HTTP/1.1 408 "),
        (b"GET / HT", b"HTTP/1.1 408 "),
    ],
)
def test_who_is_silent_for_too_long_is_let_go(
    start: Callable[[], Running], monkeypatch: pytest.MonkeyPatch, sent: bytes, said: bytes
) -> None:
    monkeypatch.setattr(connection, "SILENCE", 0.05)
    monkeypatch.setattr(server, "LOOK", 0.02)
    held = start().socket()
    held.sendall(sent)
    assert rest(held).startswith(said)


def test_who_sends_in_drops_is_let_go(
    start: Callable[[], Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "LONGEST", 0.1)
    monkeypatch.setattr(server, "LOOK", 0.02)
    held = start().socket()
    held.settimeout(0.01)
    for byte in b"POST / HTTP/1.1\r\n" + b"x" * 2000:
        try:
            held.sendall(bytes([byte]))
            if held.recv(13) == b"HTTP/1.1 408 ":
                return
        except TimeoutError:
            continue
    pytest.fail("it goes on reading")


def test_who_does_not_take_answers_is_let_go(
    start: Callable[[], Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "SILENCE", 0.2)
    monkeypatch.setattr(server, "LOOK", 0.02)
    running = start()
    held = running.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    refused = threading.Event()

    def ask() -> None:
        try:
            while True:
                held.sendall(post(b"y" * LIGHT))
        except OSError:
            refused.set()

    threading.Thread(target=ask, daemon=True).start()
    assert refused.wait(PATIENCE)


def test_more_connections_than_there_is_room_for(
    start: Callable[[], Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MOST_CONNECTIONS", 1)
    running = start()
    first = running.client()
    assert asked(first, b"a") == b"a"
    assert rest(running.socket()).startswith(b"HTTP/1.1 503 ")
    assert asked(first, b"b") == b"b"


def test_more_bytes_than_may_be_under_way(
    start: Callable[[], Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MOST_HELD", len(HEAVY) + 10)
    running = start()
    slow, other = running.client(), running.client()
    slow.request("POST", PATH, HEAVY)
    assert running.echo.asked.wait(PATIENCE)
    other.request("POST", PATH, b"x" * 11)
    assert other.getresponse().status == 503
    running.echo.may.set()
    assert slow.getresponse().read() == HEAVY
    assert asked(slow, b"x" * 11) == b"x" * 11


def test_who_leaves_in_the_middle_takes_no_room(
    start: Callable[[], Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MOST_HELD", 100)
    running = start()
    for _ in range(20):
        held = running.socket()
        held.sendall(b"POST / HTTP/1.1\r\nContent-Length: 90\r\n\r\nhalf")
        held.shutdown(socket.SHUT_WR)
        rest(held)
    assert asked(running.client(), b"x" * 90) == b"x" * 90


def test_the_end_waits_for_what_is_under_way_and_for_nobody_else(
    start: Callable[[], Running],
) -> None:
    running = start()
    idle, slow = running.socket(), running.client()
    slow.request("POST", PATH, HEAVY)
    assert running.echo.asked.wait(PATIENCE)
    running.server.stop()
    assert rest(idle) == b""
    running.echo.may.set()
    answer = slow.getresponse()
    assert (answer.read(), answer.headers["Connection"]) == (HEAVY, "close")
    running.thread.join(PATIENCE)
    assert not running.thread.is_alive()
    with pytest.raises(OSError):  # noqa: PT011 - refused, or timed out
        socket.create_connection(running.server.address, timeout=1)


def test_an_end_before_the_beginning(start: Callable[[], Running]) -> None:
    running = start()
    running.end()
    again = Server(running.server.address, running.echo)  # type: ignore[arg-type]  # it answers
    again.stop()
    again.serve()
