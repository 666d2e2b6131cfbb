"""A secret in a capture, a chain, a statement, a command or the message itself leaves by no door.

What a program was given it passes on as it is: looked at is what is added to it.
"""

from __future__ import annotations

import io
import json
import logging
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import sentry_sdk
from sentry_sdk.transport import Transport

from diagnose import Engine, load_catalog
from diagnose.hooks import (
    BeforeSend,
    DiagnosisFilter,
    DiagnosisHandler,
    DiagnosisProcessor,
    enrich,
    install_excepthook,
)
from diagnose.hooks.asking import Asker
from diagnose.hooks.rsyslog import answers
from diagnose.hooks.serving.pagerduty import event as pagerduty_event
from diagnose.hooks.serving.receiving import PATH, Receiver, Rules
from diagnose.hooks.serving.slack import message as slack_message
from diagnose.render import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[2]
SECRET = "hunter2secret"
PAGE = r"""
id = "shop/login"
title = "No login at {url} with {password}"
class = "authentication"

[[message]]
text = '''cannot log in at {url:shell_word} with the word {password:word}'''

[[explanation]]
cause = '''{url} does not take {password}.'''
[[explanation.fix]]
title = "Try {password} by hand"
text = '''Or look at {url}.'''
command = '''psql {url}'''
language = "shell"
applicability = "safe"

[[example]]
text = '''cannot log in at a with the word b'''
captures = { url = "a", password = "b" }

[[near_miss]]
text = '''cannot log in at a'''
"""
LOGIN = f"cannot log in at postgres://app:{SECRET}@db/shop with the word {SECRET}"
STATEMENT = f"CREATE SOURCE s WITH (connector = 'kafak', p.password = '{SECRET}')"
TEXTS = {
    "message, captures, command": (LOGIN, "shop/login"),
    "chain": (f"open token={SECRET}: {LOGIN}", "shop/login"),
    "statement": (
        f'connector "kafak" is not supported, accept ["kafka"] [SQL] {STATEMENT}',
        "connector-unknown",
    ),
}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    (folder / "shop").mkdir()
    (folder / "shop" / "login.toml").write_text(PAGE)
    return folder


@pytest.fixture(scope="module")
def engine(pages: Path) -> Engine:
    return Engine(catalog=load_catalog(paths=[str(pages)]))


class Kept(Transport):
    """Sends nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[Any] = []

    def capture_envelope(self, envelope: Any) -> None:
        self.events += [item.payload.json for item in envelope.items if item.type == "event"]


def by_handler(engine: Engine, text: str, *, redact: bool) -> str:
    said: list[str] = []
    handler = DiagnosisHandler(
        lambda found, _record: said.append(json.dumps(found.to_dict())),
        engine=engine,
        redact=redact,
    )
    handler.emit(record_of(text))
    handler.flush()
    handler.close()
    return "".join(said)


def by_own_logger(engine: Engine, text: str, *, redact: bool) -> str:
    out = io.StringIO()
    shown = logging.StreamHandler(out)
    logging.getLogger("diagnose").addHandler(shown)
    handler = DiagnosisHandler(engine=engine, redact=redact)
    handler.emit(record_of(text))
    handler.flush()
    logging.getLogger("diagnose").removeHandler(shown)
    handler.close()
    return out.getvalue()


def by_filter(engine: Engine, text: str, *, redact: bool) -> str:
    record = record_of(text)
    DiagnosisFilter(engine=engine, redact=redact).filter(record)
    added = vars(record)
    return str([added[name] for name in added if name.startswith("diagnosis")])


def record_of(text: str) -> logging.LogRecord:
    return logging.LogRecord("shop", logging.ERROR, "x.py", 1, text, None, None)


def by_structlog(engine: Engine, text: str, *, redact: bool) -> str:
    event = DiagnosisProcessor(engine, redact=redact)(None, "error", {"event": text})
    return str(dict(event, event=""))


def by_sentry(engine: Engine, text: str, *, redact: bool) -> str:
    transport = Kept()
    sentry_sdk.init(
        dsn="http://key@127.0.0.1:9/1", transport=transport, default_integrations=False,
        before_send=BeforeSend(engine=engine, redact=redact), auto_session_tracking=False,
    )  # fmt: skip
    sentry_sdk.capture_message(text, level="error")
    sentry_sdk.init()
    (event,) = transport.events
    return str([event["tags"], event["contexts"]["diagnosis"], event["fingerprint"]])


def by_excepthook(engine: Engine, text: str, *, redact: bool) -> str:
    out = io.StringIO()
    before = sys.excepthook
    sys.excepthook = lambda *_: None
    back = install_excepthook(engine, redact=redact, to=out)
    error = RuntimeError(text)
    sys.excepthook(type(error), error, None)
    back()
    sys.excepthook = before
    return out.getvalue()


def by_rsyslog(engine: Engine, text: str, *, redact: bool) -> str:
    (answer,) = answers(io.BytesIO(text.encode() + b"\n"), Asker(engine, redact=redact))
    return answer.decode()


def alert(text: str) -> bytes:
    return json.dumps({"version": "4", "alerts": [{"annotations": {"description": text}}]}).encode()


def received(engine: Engine, text: str, *, redact: bool) -> Any:
    receiver = Receiver(Rules(redact=redact), engine=engine)
    return json.loads(receiver.answer("POST", PATH, {}, alert(text)).body)


def by_receiver(engine: Engine, text: str, *, redact: bool) -> str:
    (said,) = received(engine, text, redact=redact)["alerts"]
    return str(dict(said["annotations"], description=""))


def by_slack(engine: Engine, text: str, *, redact: bool) -> str:
    return json.dumps(slack_message(received(engine, text, redact=redact)))


def by_pagerduty(engine: Engine, text: str, *, redact: bool) -> str:
    return json.dumps(pagerduty_event(received(engine, text, redact=redact), {}))


DOORS: list[Callable[..., str]] = [
    by_handler, by_own_logger, by_filter, by_structlog, by_sentry, by_excepthook, by_rsyslog,
    by_receiver, by_slack, by_pagerduty,
]  # fmt: skip


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("where", TEXTS)
def test_it_leaves_by_no_door(engine: Engine, door: Callable[..., str], where: str) -> None:
    text, page = TEXTS[where]
    shown = door(engine, text, redact=True)
    assert page in shown
    assert SECRET not in shown


@pytest.mark.parametrize("door", DOORS)
def test_it_leaves_by_each_when_that_is_wanted(engine: Engine, door: Callable[..., str]) -> None:
    assert SECRET in door(engine, LOGIN, redact=False)


TOLD = tomllib.loads((Path(__file__).parent / "payloads.toml").read_text())["payload"]


def leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for each in value.values():
            yield from leaves(each)
    elif isinstance(value, list):
        for each in value:
            yield from leaves(each)
    else:
        yield str(value)


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told["name"])
@pytest.mark.parametrize("where", TEXTS)
def test_it_is_added_to_no_payload(engine: Engine, told: dict[str, Any], where: str) -> None:
    text, _ = TEXTS[where]
    written = json.dumps(text)[1:-1]
    source = told["json"].replace("{error}", written).replace("{bytes}", str(list(text.encode())))
    payload = json.loads(source)
    added = set(leaves(enrich(payload, engine=engine))) - set(leaves(payload))
    assert not any(SECRET in each for each in added)
    assert bool(added) == bool(told["added"])


CALLS = [
    *(["--format", name] for name in FORMATS),
    ["--all"],
    ["--summary"],
    ["--summary", "--json"],
    ["--redact-addresses"],
    ["--passthrough"],
    ["run"],
]


@pytest.mark.parametrize("options", CALLS, ids=" ".join)
def test_the_command_line_tells_it_nowhere_when_asked(
    pages: Path, tmp_path: Path, options: list[str]
) -> None:
    log = tmp_path / "a.log"
    records = [f"2026-03-04T02:00:00Z ERROR shop: {text}\n" for text, _ in TEXTS.values()]
    log.write_text("".join(records))
    words = ["--patterns", str(pages), "--redact", *options, "-f", str(log)]
    if options == ["run"]:
        words = ["run", *words[:3], "--", "sh", "-c", f"cat {log}; exit 1"]
    done = subprocess.run(
        [sys.executable, "-m", "diagnose", *words],
        capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    shown = done.stdout + done.stderr
    for record, (_, page) in zip(records, TEXTS.values(), strict=True):
        shown = shown.replace(record, "")  # what the program was given
        assert page in shown or "diff" in options
    assert SECRET not in shown


def test_a_record_of_json_is_passed_on_and_what_is_added_tells_no_secret(pages: Path) -> None:
    line = json.dumps({"message": LOGIN, "n": 1})
    done = subprocess.run(
        [sys.executable, "-m", "diagnose", "--patterns", str(pages), "--redact", "--passthrough",
         "--json"],
        input=line + "\n", capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    told = json.loads(done.stdout)
    assert SECRET not in json.dumps(told.pop("diagnosis"))
    assert told == json.loads(line)
