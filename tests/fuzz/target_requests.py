"""A request of any shape to the receiver: always answered, never a fault of ours."""

from __future__ import annotations

import gzip
import io
import json
import zlib
from functools import cache
from typing import Any

from diagnose.hooks.serving.receiving import PATH, Receiver
from diagnose.hooks.serving.wsgi import WsgiApp
from tests.fuzz import seeds as known

METHODS = ("POST", "GET", "HEAD", "PUT")
PATHS = (PATH, "/healthz", "/metrics", f"{PATH}?x=1", "/", "")
ENCODINGS = ("", "identity", "gzip", "deflate", "br")
LENGTHS = ("right", "", "-1", "0", "abc", "\u00b2", "99999999999", "9" * 5000)


def seeds() -> list[bytes]:
    plain = [b"\0\0\0\0" + body for body in known.payloads()]
    packed = [b"\0\0\2\0" + gzip.compress(body, mtime=0) for body in known.payloads()[:4]]
    return [*plain, *packed, b"\0\0\3\0" + zlib.compress(known.payloads()[0])]


@cache
def app() -> WsgiApp:
    return WsgiApp(Receiver())


def check(data: bytes) -> None:
    choice, body = data[:4].ljust(4, b"\0"), data[4:]
    length = LENGTHS[choice[3] % len(LENGTHS)]
    environ = {
        "REQUEST_METHOD": METHODS[choice[0] % len(METHODS)],
        "PATH_INFO": PATHS[choice[1] % len(PATHS)],
        "HTTP_CONTENT_ENCODING": ENCODINGS[choice[2] % len(ENCODINGS)],
        "CONTENT_LENGTH": str(len(body)) if length == "right" else length,
        "wsgi.input": io.BytesIO(body),
    }
    status, headers, said = _asked(environ)
    assert status in (200, 400, 404, 405, 413, 415), (status, said)
    assert headers["Content-Length"] == str(len(said))
    assert all("\n" not in value and "\r" not in value for value in headers.values())
    if said and headers["Content-Type"] == "application/json":
        json.loads(said, strict=False)


def _asked(environ: dict[str, Any]) -> tuple[int, dict[str, str], bytes]:
    begun: list[Any] = []
    said = b"".join(app()(environ, lambda *given: begun.extend(given)))
    status, headers = begun
    return int(status.split()[0]), dict(headers), said
