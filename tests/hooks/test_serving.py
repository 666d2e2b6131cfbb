"""The receiver: requests and responses, the spool, the target, Slack, WSGI and ASGI."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import hmac
import http.client
import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from wsgiref.validate import validator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagnose.errors import UsageError
from diagnose.hooks import enrich
from diagnose.hooks.serving.asgi import AsgiApp
from diagnose.hooks.serving.forwarding import Target
from diagnose.hooks.serving.pagerduty import as_event, event
from diagnose.hooks.serving.receiving import MOST_BODY, MOST_UNPACKED, PATH, Full, Receiver, Rules
from diagnose.hooks.serving.slack import (
    MESSAGE_LIMIT,
    SECTION_LIMIT,
    escaped,
    fitted,
    message,
    units,
)
from diagnose.hooks.serving.spool import REJECTED, Spool
from diagnose.hooks.serving.wsgi import WsgiApp
from tests.fuzz.invariants import hidden

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ERROR = "specified parallelism 6 should not exceed max parallelism 4"
PAGE = "risingwave/scale/parallelism-exceeds-max"
ALERT = {"version": "4", "alerts": [{"labels": {"a": "b"}, "annotations": {"description": ERROR}}]}
BODY = json.dumps(ALERT).encode()

# ---------------------------------------------------------------- the receiver


def post(receiver: Receiver, body: bytes, **headers: str) -> tuple[int, Any]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    answer = receiver.answer("POST", PATH, named, body)
    return answer.status, json.loads(answer.body)


def test_the_annotated_payload_comes_back() -> None:
    assert post(Receiver(), BODY) == (200, enrich(ALERT))


def test_what_is_not_known_comes_back_as_it_is() -> None:
    assert Receiver().answer("POST", PATH, {}, b'{"a" : 1.0}').body == b'{"a" : 1.0}'


@pytest.mark.parametrize(
    ("packed", "encoding"), [(gzip.compress(BODY), "gzip"), (zlib.compress(BODY), "deflate")]
)
def test_a_compressed_body(packed: bytes, encoding: str) -> None:
    assert post(Receiver(), packed, content_encoding=encoding) == (200, enrich(ALERT))


REFUSED = [
    ("GET", PATH, {}, b"", 405),
    ("POST", "/", {}, BODY, 404),
    ("POST", PATH, {}, b"no json", 400),
    ("POST", PATH, {}, b"[" * 100_000, 400),
    ("POST", PATH, {}, b"\xff", 400),
    ("POST", PATH, {"content-encoding": "br"}, BODY, 415),
    ("POST", PATH, {"content-encoding": "gzip"}, BODY, 400),
    ("POST", PATH, {"content-encoding": "gzip"}, gzip.compress(BODY)[:-9], 400),
    ("POST", PATH, {"content-encoding": "gzip"}, gzip.compress(b" " * (MOST_UNPACKED + 9)), 413),
    ("POST", PATH, {}, b" " * (MOST_BODY + 1), 413),
]


@pytest.mark.parametrize(("method", "path", "headers", "body", "status"), REFUSED)
def test_what_is_refused_is_told_why(
    method: str, path: str, headers: dict[str, str], body: bytes, status: int
) -> None:
    answer = Receiver().answer(method, path, headers, body)
    assert answer.status == status
    assert json.loads(answer.body)["error"]


def signature(body: bytes) -> str:
    return hmac.new(b"s2", body, hashlib.sha256).hexdigest()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"authorization": "Bearer wrong"}, 401),
        ({"authorization": "Bearer "}, 401),
        ({"authorization": "Bearer s1"}, 200),
        ({"sentry-hook-signature": signature(BODY)}, 200),
        ({"sentry-hook-signature": signature(BODY + b" ")}, 401),
        ({"sentry-hook-signature": ""}, 401),
        ({"authorization": "Bearer \xe9"}, 401),
        ({"authorization": "Bearer \udcff"}, 401),
        ({"sentry-hook-signature": "\udcff"}, 401),
    ],
)
def test_a_secret_or_a_signature(headers: dict[str, str], status: int) -> None:
    receiver = Receiver(Rules(secret="s1", sentry_secret="s2"))
    assert receiver.answer("POST", PATH, headers, BODY).status == status


def test_health_and_metrics() -> None:
    receiver = Receiver()
    assert receiver.answer("GET", "/healthz", {}, b"").body == b"ok\n"
    post(receiver, BODY)
    post(receiver, b"no")
    text = receiver.answer("GET", "/metrics?x=1", {}, b"").body.decode()
    assert 'diagnose_requests_total{status="400"} 1\n' in text
    assert "diagnose_diagnoses_total 1\n" in text


class Refusing:
    def put(self, body: bytes) -> None:
        raise Full(f"no room for {len(body)} bytes")


def test_what_cannot_be_kept_is_not_accepted() -> None:
    assert post(Receiver(keeper=Refusing()), BODY)[0] == 503


@given(st.binary(max_size=200), st.sampled_from(["", "gzip", "deflate", "br"]))
def test_any_body_is_answered(body: bytes, encoding: str) -> None:
    answer = Receiver().answer("POST", PATH, {"content-encoding": encoding}, body)
    assert answer.status in (200, 400, 413, 415)


# ------------------------------------------------------------------- the spool


def test_payloads_come_out_in_their_order_and_survive_a_restart(tmp_path: Path) -> None:
    spool = Spool(str(tmp_path))
    for number in range(3):
        spool.put(b"%d" % number)
    again = Spool(str(tmp_path))
    again.put(b"3")
    seen = []
    while (waiting := again.first(0)) is not None:
        seen.append(waiting[1])
        again.done(waiting[0])
    assert seen == [b"0", b"1", b"2", b"3"]
    assert len(Spool(str(tmp_path))) == 0


def test_a_payload_and_its_name_are_on_the_disk_before_it_is_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    sync, replace = os.fsync, os.replace

    def fsync(descriptor: int) -> None:
        done.append("folder" if os.path.isdir(f"/proc/self/fd/{descriptor}") else "file")
        sync(descriptor)

    def renamed(source: str, target: str) -> None:
        done.append("name")
        replace(source, target)

    spool = Spool(str(tmp_path))
    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", renamed)
    spool.put(b"x")
    assert done == ["file", "name", "folder"]


def test_a_full_spool_takes_nothing_more(tmp_path: Path) -> None:
    spool = Spool(str(tmp_path), most_bytes=10)
    spool.put(b"12345")
    with pytest.raises(Full):
        spool.put(b"123456")
    spool.put(b"12345")
    assert (len(spool), spool.size) == (2, 10)


def test_what_was_half_written_is_not_a_payload(tmp_path: Path) -> None:
    Spool(str(tmp_path)).put(b"whole")
    (tmp_path / ".0000000000000009.json").write_bytes(b"ha")
    (tmp_path / "notes.txt").write_bytes(b"x")
    assert len(Spool(str(tmp_path))) == 1


def test_what_is_rejected_is_kept_aside(tmp_path: Path) -> None:
    spool = Spool(str(tmp_path))
    spool.put(b"bad")
    waiting = spool.first(0)
    assert waiting is not None
    spool.done(waiting[0], rejected=True)
    assert len(spool) == 0
    assert [file.read_bytes() for file in (tmp_path / REJECTED).iterdir()] == [b"bad"]


@pytest.mark.parametrize("url", ["", "target", "ftp://x/y", "http:///x"])
def test_an_address_that_cannot_be(url: str) -> None:
    with pytest.raises(UsageError):
        Target(url)


# ------------------------------------------------------------------- the whole


class Sink(ThreadingHTTPServer):
    """A target that answers with each status in turn, and then with the last one."""

    daemon_threads = True

    def __init__(self, statuses: list[int], port: int = 0) -> None:
        self.statuses = statuses
        self.bodies: list[Any] = []
        super().__init__(("127.0.0.1", port), _SinkHandler)
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    def end(self) -> None:
        self.shutdown()
        self.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/hook"


class _SinkHandler(BaseHTTPRequestHandler):
    server: Sink

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        statuses = self.server.statuses
        status = statuses.pop(0) if len(statuses) > 1 else statuses[0]
        if status < 300:
            self.server.bodies.append(json.loads(body))
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


class Served:
    """``diagnose serve`` as a program of its own."""

    def __init__(self, spool: Path, *arguments: str, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "diagnose", "serve", "--listen", "127.0.0.1:0", *arguments]
            + (["--spool", str(spool)] if "--forward" in arguments else []),
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
        )
        assert self.process.stderr is not None
        line = self.process.stderr.readline()
        self.port = int(line.rpartition(":")[2].partition("/")[0])
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)

    def post(self, body: bytes, **headers: str) -> tuple[int, bytes]:
        self.connection.request("POST", PATH, body, headers)
        answer = self.connection.getresponse()
        return answer.status, answer.read()

    def get(self, path: str) -> bytes:
        self.connection.request("GET", path)
        return self.connection.getresponse().read()

    def end(self) -> int:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(30)
        self.connection.close()
        assert self.process.stderr is not None
        self.process.stderr.close()
        return status


@pytest.fixture
def running() -> Iterator[list[Served]]:
    started: list[Served] = []
    yield started
    for each in started:
        each.end()


def wait_for(count: int, sink: Sink) -> None:
    deadline = time.monotonic() + 30
    while len(sink.bodies) < count and time.monotonic() < deadline:
        time.sleep(0.01)


def numbered(number: int) -> bytes:
    return json.dumps({"n": number, "message": ERROR}).encode()


def test_many_requests_on_one_connection_and_an_end_by_signal(
    tmp_path: Path, running: list[Served]
) -> None:
    served = Served(tmp_path)
    running.append(served)
    for _ in range(5):
        status, body = served.post(BODY)
        assert (status, json.loads(body)) == (200, enrich(ALERT))
    assert served.get("/healthz") == b"ok\n"
    assert served.end() == 0


def test_what_is_accepted_reaches_a_target_that_was_down(
    tmp_path: Path, running: list[Served]
) -> None:
    down = Sink([500])
    port = down.server_address[1]
    served = Served(tmp_path, "--forward", down.url)
    running.append(served)
    for number in range(5):
        assert served.post(numbered(number))[0] == 200
    down.end()
    served.post(numbered(5))
    up = Sink([503, 429, 200], port)
    wait_for(6, up)
    assert [body["n"] for body in up.bodies] == [0, 1, 2, 3, 4, 5]
    assert all(body["diagnosis.id"] == PAGE for body in up.bodies)
    up.end()


def test_what_was_not_sent_on_is_sent_after_a_restart(
    tmp_path: Path, running: list[Served]
) -> None:
    sink = Sink([500])
    first = Served(tmp_path, "--forward", sink.url)
    running.append(first)
    first.post(numbered(1))
    first.process.kill()
    first.process.wait()
    sink.statuses[:] = [200]
    running.append(Served(tmp_path, "--forward", sink.url))
    wait_for(1, sink)
    assert [body["n"] for body in sink.bodies] == [1]
    sink.end()


def test_what_the_target_refuses_does_not_hold_up_the_rest(
    tmp_path: Path, running: list[Served]
) -> None:
    sink = Sink([400, 200])
    running.append(Served(tmp_path, "--forward", sink.url))
    running[0].post(numbered(1))
    running[0].post(numbered(2))
    wait_for(1, sink)
    assert [body["n"] for body in sink.bodies] == [2]
    assert b"diagnose_rejected_total 1\n" in running[0].get("/metrics")
    sink.end()


POISON = [
    b'{"message":"a\nb"}',
    b'{"message":"\\ud800","diagnosis.id":"a/b","diagnosis.title":"\\ud800"}',
    b'{"a":' * 900 + b"1" + b"}" * 900,
    b'{"diagnosis":{"id":"a"},"alerts":[{"diagnosis.id":7,"diagnosis_id":null}]}',
    b'[{"key":"diagnosis.id","value":{"stringValue":[1]}},{"key":1,"value":7}]',
    b'{"a":1,"a":2}',
    b"7",
]


@pytest.mark.parametrize("form", ["slack", "pagerduty"])
def test_no_payload_holds_up_those_behind_it(
    tmp_path: Path, running: list[Served], form: str
) -> None:
    sink = Sink([200])
    running.append(Served(tmp_path, "--forward", sink.url, "--as", form))
    for body in (*POISON, BODY):
        running[0].post(body)
    deadline = time.monotonic() + 30
    while not _says_page(sink) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert _says_page(sink)
    sink.end()


def _says_page(sink: Sink) -> bool:
    return any(PAGE in json.dumps(body).replace("\\u200b", "") for body in sink.bodies)


def test_slack_gets_blocks(tmp_path: Path, running: list[Served]) -> None:
    sink = Sink([200])
    running.append(Served(tmp_path, "--forward", sink.url, "--as", "slack"))
    running[0].post(b'{"message":"all is well"}')
    running[0].post(BODY)
    wait_for(1, sink)
    assert [block["type"] for block in sink.bodies[0]["blocks"]] == ["section"]
    assert PAGE.replace("_", "") in sink.bodies[0]["blocks"][0]["text"]["text"]
    sink.end()


def test_the_secret_is_taken_from_the_environment(tmp_path: Path, running: list[Served]) -> None:
    running.append(Served(tmp_path, DIAGNOSE_SECRET="s1"))
    assert running[0].post(BODY)[0] == 401
    assert running[0].post(BODY, Authorization="Bearer s1")[0] == 200


@pytest.mark.parametrize(
    "arguments",
    [
        ["--listen", "nowhere"],
        ["--listen", "127.0.0.1:99999"],
        ["--spool", "x"],
        ["--forward", "ftp://x"],
        ["--as", "morse"],
        ["word"],
    ],
)
def test_what_cannot_be_asked_for(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "diagnose", "serve", *arguments],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("error: ")
    assert "Traceback" not in done.stderr


# ----------------------------------------------------------------- WSGI, ASGI


def test_as_a_wsgi_application() -> None:
    told: list[Any] = []
    environ = {
        "REQUEST_METHOD": "POST", "SCRIPT_NAME": "/mounted", "PATH_INFO": PATH, "QUERY_STRING": "",
        "SERVER_NAME": "x", "SERVER_PORT": "1", "SERVER_PROTOCOL": "HTTP/1.1",
        "CONTENT_LENGTH": str(len(BODY)), "CONTENT_TYPE": "application/json",
        "wsgi.version": (1, 0), "wsgi.url_scheme": "http", "wsgi.input": io.BytesIO(BODY),
        "wsgi.errors": io.StringIO(), "wsgi.multithread": True, "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }  # fmt: skip

    def start(status: str, headers: list[tuple[str, str]], error: Any = None) -> Any:
        told.append((status, headers, error))
        return lambda _text: None

    answer = validator(WsgiApp())(environ, start)
    body = b"".join(answer)
    answer.close()  # type: ignore[attr-defined]  # wsgiref's validator asks for it
    assert told[0][0] == "200 OK"
    assert json.loads(body) == enrich(ALERT)


def of_asgi(events: list[dict[str, Any]], **scope: Any) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = []
    waiting = iter(events)

    async def receive() -> dict[str, Any]:
        return next(waiting)

    async def send(event: dict[str, Any]) -> None:
        sent.append(event)

    asyncio.run(AsgiApp()(scope, receive, send))
    return sent


def test_as_an_asgi_application() -> None:
    parts: list[dict[str, Any]] = [
        {"type": "http.request", "body": BODY[:9], "more_body": True},
        {"type": "http.request", "body": BODY[9:]},
    ]
    start, end = of_asgi(
        parts, type="http", method="POST", path="/mounted" + PATH, root_path="/mounted", headers=[]
    )
    assert start["status"] == 200
    assert json.loads(end["body"]) == enrich(ALERT)


def test_an_asgi_body_that_is_too_long_is_not_read_to_its_end() -> None:
    part = {"type": "http.request", "body": b" " * (MOST_BODY // 2), "more_body": True}
    start, _ = of_asgi([part, part, part], type="http", method="POST", path=PATH, headers=[])
    assert start["status"] == 413


def test_the_life_of_an_asgi_server() -> None:
    events = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]
    assert [each["type"] for each in of_asgi(events, type="lifespan")] == [
        "lifespan.startup.complete",
        "lifespan.shutdown.complete",
    ]


# ----------------------------------------------------------------------- Slack


def test_every_known_thing_has_a_section_and_the_limits_are_kept() -> None:
    alert = {"labels": {}, "annotations": {"description": f"{ERROR} {'x' * 9000}"}}
    found = message(enrich({"alerts": [{"annotations": {"d": ERROR}}] * 40 + [alert]}))
    assert found is not None
    texts = [block["text"]["text"] for block in found["blocks"]]
    assert all(len(text) <= SECTION_LIMIT for text in texts)
    assert sum(map(len, texts)) <= MESSAGE_LIMIT
    assert len(texts) <= 50
    assert "more diagnoses" in texts[-1]


TEXT_PARTS = st.text(min_size=1, max_size=5) | st.sampled_from("&<*\U0001f600`é@")
LONG_TEXTS = st.builds(lambda part, times: part * times, TEXT_PARTS, st.integers(1, 3000))


@settings(max_examples=40)
@given(LONG_TEXTS, LONG_TEXTS, LONG_TEXTS, LONG_TEXTS, st.integers(1, 60))
def test_slack_takes_a_message_of_whatever_texts(
    title: str, cause: str, fix: str, command: str, times: int
) -> None:
    said = {
        "diagnosis.id": "a/b", "diagnosis.title": title, "diagnosis.cause": cause,
        "diagnosis.fix": fix, "diagnosis.command": command,
    }  # fmt: skip
    found = message([said] * times)
    assert found is not None
    sent = [block["text"]["text"] for block in found["blocks"]]
    sizes = [len(text.encode("utf-16-le", "surrogatepass")) // 2 for text in sent]
    assert max(sizes) <= SECTION_LIMIT
    assert sum(sizes) <= MESSAGE_LIMIT
    assert len(sent) <= 50
    assert sent[0].count("```") == 2
    assert "&" not in re.sub(r"&(?:amp|lt|gt);", "", "".join(sent))


@pytest.mark.parametrize("char", ["a", "é", "&", "\U0001f600", "*"])
def test_a_text_is_cut_between_two_characters_and_says_so(char: str) -> None:
    size = units(escaped(char))
    assert fitted(char * 30, size * 30) == escaped(char * 30)
    cut = fitted(char * 300, size * 300 - 1)
    kept, _, said = cut.partition("... (")
    count = len(kept) // len(escaped(char))
    assert kept == escaped(char) * count
    assert said == f"{300 - count} more characters)"
    assert units(cut) < size * 300


@settings(max_examples=15)
@given(st.sampled_from(["x", "é", "\u4e00", "\U0001f600", '"', "\ud800"]), st.integers(1, 40))
def test_pagerduty_takes_every_event(char: str, count: int) -> None:
    names = [f"diagnosis.captures.{number}" for number in range(30)]
    said = {"diagnosis.id": "a/b", **dict.fromkeys(names, char * 5000)}
    sent = as_event(json.dumps([said] * count).encode())
    assert sent is not None
    assert len(sent) <= 512_000
    details = json.loads(sent)["payload"]["custom_details"]
    assert len(details["diagnoses"]) + int(details.get("more", 0)) == count
    values = details["diagnoses"][0].values()
    assert all(len(value.encode("utf-8", "replace")) <= 4096 for value in values)


def test_an_event_of_pagerduty() -> None:
    alert = {"version": "4", "groupKey": "g" * 300, "status": "resolved", "externalURL": "http://a"}
    alerts = [{"annotations": {"d": ERROR}}, {"annotations": {"d": ERROR}}]
    said = event(enrich({**alert, "alerts": alerts}), {"DIAGNOSE_PAGERDUTY_KEY": "R0"})
    assert said is not None
    assert (said["routing_key"], said["event_action"]) == ("R0", "resolve")
    assert len(said["dedup_key"]) <= 255
    assert said["payload"]["summary"].endswith("(and 1 more)")
    assert said["payload"]["source"] == "http://a"
    assert said["payload"]["custom_details"]["diagnoses"][1]["id"] == PAGE


def test_an_event_that_is_one_already_is_sent_on_as_it_is() -> None:
    made = {"routing_key": "R0", "event_action": "trigger", "payload": {"summary": ERROR}}
    assert event(enrich(made)) == enrich(made)


def test_nothing_known_makes_no_event() -> None:
    assert event({"message": "all is well"}) is None


@given(st.text(), st.text())
def test_the_limits_of_an_event_are_kept(title: str, key: str) -> None:
    said = event({"groupKey": key, "diagnosis.id": "a/b", "diagnosis.title": title * 50})
    assert said is not None
    assert len(said["payload"]["summary"].encode("utf-8", "replace")) <= 1024
    assert len(said["dedup_key"].encode("utf-8", "replace")) <= 255


def test_a_command_is_copied_from_slack_as_it_is() -> None:
    command = "ALTER TABLE my_table SET a = ~'b*';"
    found = message({"diagnosis.id": "a/b", "diagnosis.title": "t", "diagnosis.command": command})
    assert found is not None
    assert f"```{command}```" in found["blocks"][0]["text"]["text"]


@given(
    st.text()
    | st.sampled_from(
        ["<!channel>", "@channel", "@everyone", "a\x1b\u202eb", "```x", "@here *b*", "<http://x|y>"]
    )
)
def test_no_text_mentions_anybody(text: str) -> None:
    said = {"diagnosis.id": "a/b", "diagnosis.title": text, "diagnosis.command": text}
    found = message(said)
    assert found is not None
    section = found["blocks"][0]["text"]["text"]
    assert "<" not in section
    assert not any(f"@{who}" in section for who in ("channel", "here", "everyone"))
    assert hidden(section, "\n\u200b") == set()
    assert section.count("```") == 2 * bool(text)
