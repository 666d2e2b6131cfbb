"""Requests out of bytes, however these come; what is refused; responses into bytes."""

from __future__ import annotations

import contextlib
import http.client
import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.hooks.serving.http1 import MOST_HEAD, Reader, RefusedError, Request, rendered
from diagnose.hooks.serving.receiving import MOST_BODY, Response

PLAIN = b"POST /a?b HTTP/1.1\r\nHost: x\r\nContent-LENGTH:  5 \r\n\r\nhello"
CHUNKED = (
    b"POST /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n"
)
TRAILED = CHUNKED[:-2] + b"X-Sum: 7\r\n\r\n"
WHOLE: dict[bytes, Request] = {
    PLAIN: Request("POST", "/a?b", {"host": "x", "content-length": "5"}, b"hello"),
    CHUNKED: Request("POST", "/c", {"transfer-encoding": "chunked"}, b"hello"),
    TRAILED: Request("POST", "/c", {"transfer-encoding": "chunked"}, b"hello"),
    b"\r\nGET / HTTP/1.1\r\n\r\n": Request("GET", "/", {}),
    b"GET / HTTP/1.0\r\n\r\n": Request("GET", "/", {}, close=True),
    b"GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n": Request(
        "GET", "/", {"connection": "Keep-Alive"}
    ),
    b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n": Request(
        "GET", "/", {"connection": "close"}, close=True
    ),
    b"POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n": Request("POST", "/", {"content-length": "0"}),
    b"GET / HTTP/1.1\r\nX: a\r\nX: b\r\n\r\n": Request("GET", "/", {"x": "a"}),
}


def read(reader: Reader) -> list[Request]:
    found = []
    while (request := reader.next()) is not None:
        found.append(request)
    return found


@pytest.mark.parametrize("data", WHOLE)
def test_a_request_comes_in_one_piece_or_in_bytes(data: bytes) -> None:
    whole, bit_by_bit = Reader(), Reader()
    whole.feed(data)
    assert read(whole) == [WHOLE[data]]
    found = []
    for byte in data:
        bit_by_bit.feed(bytes([byte]))
        found += read(bit_by_bit)
    assert found == [WHOLE[data]]
    assert whole.is_idle
    assert bit_by_bit.is_idle


@given(st.lists(st.sampled_from(list(WHOLE)), max_size=5), st.data())
def test_requests_behind_each_other_however_they_are_cut(wanted: list[bytes], data: Any) -> None:
    sent = b"".join(wanted)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(sent)), max_size=8)))
    reader = Reader()
    found = []
    for start, end in zip([0, *cuts], [*cuts, len(sent)], strict=True):
        reader.feed(sent[start:end])
        found += read(reader)
    assert found == [WHOLE[each] for each in wanted]


REFUSED = [
    (b"hello\r\n\r\n", 400),
    (b"GET  / HTTP/1.1\r\n\r\n", 400),
    (b"G=T / HTTP/1.1\r\n\r\n", 400),
    (b"GET / HTTP/2.0\r\n\r\n", 505),
    (b"GET / HTTP/1.1\r\nno header\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nA : b\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n", 400),
    (b"GET / HTTP/1.1\r\n: b\r\n\r\n", 400),
    (b"POST / HTTP/1.1\r\n\r\n", 411),
    (b"POST / HTTP/1.1\r\nContent-Length: 5, 5\r\n\r\n", 400),
    (b"POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n", 400),
    (b"POST / HTTP/1.1\r\nContent-Length: +5\r\n\r\n", 400),
    (b"POST / HTTP/1.1\r\nContent-Length: 1_0\r\n\r\n", 400),
    (b"POST / HTTP/1.1\r\nContent-Length: \xb2\r\n\r\n", 400),
    (b"POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n", 400),
    (b"POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    (b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 400),
    (b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % (MOST_BODY + 1), 413),
    (b"POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 400),
    (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n", 400),
    (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0x3\r\n", 400),
    (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n", 400),
    (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n7fffffff\r\n", 413),
    (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1" * 2000, 400),
    (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n" + b"a: b\r\n" * 9000, 431),
    (b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * MOST_HEAD, 431),
    (b"x" * MOST_HEAD, 431),
]


@pytest.mark.parametrize(("data", "status"), REFUSED)
def test_what_is_refused(data: bytes, status: int) -> None:
    reader = Reader()
    reader.feed(data)
    with pytest.raises(RefusedError) as refused:
        reader.next()
    assert refused.value.response.status == status
    assert json.loads(refused.value.response.body)["error"]


def test_parts_of_a_body_are_counted_together() -> None:
    reader = Reader()
    reader.feed(b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n")
    part = b"100000\r\n" + b"x" * 0x100000 + b"\r\n"
    for _ in range(MOST_BODY // 0x100000):
        reader.feed(part)
        assert reader.next() is None
    reader.feed(part)
    with pytest.raises(RefusedError) as refused:
        reader.next()
    assert refused.value.response.status == 413


def test_what_may_not_be_held_is_refused() -> None:
    asked: list[int] = []

    def reserve(size: int) -> bool:
        asked.append(size)
        return len(asked) == 1

    reader = Reader(reserve)
    reader.feed(PLAIN)
    assert reader.next() is not None
    assert reader.released() == 5
    reader.feed(PLAIN)
    with pytest.raises(RefusedError) as refused:
        reader.next()
    assert (refused.value.response.status, reader.released()) == (503, 0)


def test_who_waits_to_be_told_to_go_on() -> None:
    reader = Reader()
    reader.feed(b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    assert reader.next() is None
    assert reader.expects


pieces = st.sampled_from(
    [b"POST / HTTP/1.1\r\n", b"Content-Length: 3\r\n", b"Transfer-Encoding: chunked\r\n", b"\r\n",
     b"2\r\n", b"ab", b"0\r\n", b":", b" ", b"\n", b"GET / HTTP/1.0\r\n"]
)  # fmt: skip


@given(st.lists(pieces | st.binary(max_size=9), max_size=20))
def test_any_bytes_are_requests_or_refused(data: list[bytes]) -> None:
    reader = Reader()
    for each in data:
        reader.feed(each)
        with contextlib.suppress(RefusedError):
            assert all(request.method in ("POST", "GET") for request in read(reader))


class _Held:
    def __init__(self, data: bytes) -> None:
        self._data = data

    def makefile(self, _mode: str) -> io.BytesIO:
        return io.BytesIO(self._data)


@given(st.sampled_from([200, 400, 401, 404, 405, 408, 411, 413, 415, 431, 500, 503]), st.binary())
def test_a_response_is_read_by_the_standard_library(status: int, body: bytes) -> None:
    sent = rendered(Response(status, body), close=False)
    answer = http.client.HTTPResponse(_Held(sent))  # type: ignore[arg-type]  # of a socket it takes
    answer.begin()
    assert (answer.status, answer.read(), answer.will_close) == (status, body, False)


def test_a_head_alone_tells_the_length() -> None:
    sent = rendered(Response(200, b"four"), close=True, only_head=True)
    assert sent.endswith(b"Content-Length: 4\r\nConnection: close\r\n\r\n")
