"""One request -> one response; it knows no server."""

from __future__ import annotations

import hashlib
import hmac
import json
import zlib
from typing import TYPE_CHECKING, NamedTuple, Protocol

from diagnose.hooks.asking import Asker
from diagnose.hooks.payloads import annotate, texts
from diagnose.hooks.serving.metrics import Metrics

if TYPE_CHECKING:
    from collections.abc import Mapping

    from diagnose.engine import Engine

PATH = "/v1/diagnose"
MOST_BODY = 4 << 20
"""Bytes of a body, as sent."""
MOST_UNPACKED = 16 << 20
"""Bytes of a compressed body, unpacked."""
JSON, TEXT = "application/json", "text/plain; charset=utf-8"
METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Response(NamedTuple):
    """What goes back."""

    status: int
    body: bytes
    content_type: str = JSON


class Full(Exception):  # noqa: N818 - it is no fault
    """There is no room for what would have to be kept."""


class Keeper(Protocol):
    """Keeps payloads that are to be sent on; raises ``Full``."""

    def put(self, body: bytes) -> None: ...


class Rules(NamedTuple):
    """Who may ask, and what is told."""

    secret: str = ""
    """``Authorization: Bearer SECRET`` is asked for; "" asks for nothing."""
    sentry_secret: str = ""
    """The client secret by which Sentry signs what it sends."""
    guesses: bool = False
    redact: bool = True


def refusal(status: int, reason: str) -> Response:
    """A response that says why there is no other one."""
    return Response(status, json.dumps({"error": reason}).encode())


class _RefusedError(Exception):
    """A request that is not answered with a diagnosis."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.response = refusal(status, reason)


class Receiver:
    """Answers requests; ``keeper`` takes what is to be sent on."""

    def __init__(
        self,
        rules: Rules = Rules(),  # noqa: B008 - immutable
        *,
        engine: Engine | None = None,
        keeper: Keeper | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        self._rules = rules
        self._asker = Asker(engine, guesses=rules.guesses, redact=rules.redact)
        self._keeper = keeper
        self.metrics = metrics or Metrics()

    def answer(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Response:
        """The response; ``headers`` have names in lower case. Nothing is raised."""
        try:
            response = self._answer(method, path.partition("?")[0], headers, body)
        except _RefusedError as refused:
            response = refused.response
        except Exception:  # noqa: BLE001 - one request must not end the server
            response = Response(500, b'{"error":"a fault of the receiver"}')
        self.metrics.count("diagnose_requests_total", status=str(response.status))
        return response

    def _answer(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Response:
        if path == "/healthz" and method in ("GET", "HEAD"):
            return Response(200, b"ok\n", TEXT)
        if path == "/metrics" and method in ("GET", "HEAD"):
            return Response(200, self.metrics.text().encode(), METRICS_TYPE)
        if path != PATH:
            raise _RefusedError(404, f"nothing is here; POST to {PATH}")
        if method != "POST":
            raise _RefusedError(405, "only POST")
        self._check(headers, body)
        return self._diagnose(_unpacked(headers, body))

    def _check(self, headers: Mapping[str, str], body: bytes) -> None:
        if len(body) > MOST_BODY:
            raise _RefusedError(413, f"more than {MOST_BODY} bytes")
        rules = self._rules
        if not (rules.secret or rules.sentry_secret):
            return
        given = headers.get("authorization", "").removeprefix("Bearer ")
        signed = headers.get("sentry-hook-signature", "")
        known = rules.secret and hmac.compare_digest(_bytes(given), _bytes(rules.secret))
        mac = hmac.new(rules.sentry_secret.encode(), body, hashlib.sha256).hexdigest()
        by_sentry = rules.sentry_secret and hmac.compare_digest(_bytes(signed), mac.encode())
        if not (known or by_sentry):
            raise _RefusedError(401, "the secret or the signature is wrong")

    def _diagnose(self, body: bytes) -> Response:
        said = self._annotated(body)
        if self._keeper is not None:
            try:
                self._keeper.put(said)
            except Full as error:
                raise _RefusedError(503, str(error)) from error
        return Response(200, said)

    def _annotated(self, body: bytes) -> bytes:
        """The body with what is known in it; as it came where that is nothing."""
        try:
            value = texts.read(body)
        except (ValueError, RecursionError) as error:
            _refuse_what_is_no_json(body, error)
            return body
        found = annotate(value, self._asker)
        if found:
            self.metrics.count("diagnose_diagnoses_total", by=found)
        return texts.written_bytes(value) if found else body


def _bytes(header: str) -> bytes:
    return header.encode("utf-8", "surrogateescape")


def _refuse_what_is_no_json(body: bytes, reason: Exception) -> None:
    """Some JSON cannot be written again as it was: that is passed on as it is."""
    try:
        json.loads(body)
    except (ValueError, RecursionError):
        raise _RefusedError(400, f"the body is no JSON: {reason}") from reason


def length_of(said: str) -> int | None:
    """The length of a body, or one that is more than it may have; None where it is no number.

    >>> length_of("17"), length_of("9" * 5000) == MOST_BODY + 1, length_of("-1")
    (17, True, None)
    """
    if not (said.isascii() and said.isdecimal()):
        return None
    return min(int(said[:20]), MOST_BODY + 1)


def _unpacked(headers: Mapping[str, str], body: bytes) -> bytes:
    encoding = headers.get("content-encoding", "identity").strip().lower()
    if encoding in ("", "identity"):
        return body
    if encoding not in ("gzip", "deflate"):
        raise _RefusedError(415, f"content encoding {encoding!r}; gzip and deflate are known")
    member = zlib.decompressobj(wbits=31 if encoding == "gzip" else zlib.MAX_WBITS)
    try:
        text = member.decompress(body, MOST_UNPACKED)
    except zlib.error as error:
        raise _RefusedError(400, f"the body is no {encoding}: {error}") from error
    if member.unconsumed_tail:
        raise _RefusedError(413, f"more than {MOST_UNPACKED} bytes when unpacked")
    if not member.eof:
        raise _RefusedError(400, f"the {encoding} body is cut off")
    return text
