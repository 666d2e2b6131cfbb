"""Every payload comes back as it was, with what is known of it in the place for it."""

from __future__ import annotations

import base64
import gzip
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.hooks import enrich
from diagnose.hooks.payloads import FORMATS
from diagnose.hooks.payloads.asked import cut_text

ERROR = "specified parallelism 6 should not exceed max parallelism 4"
PAGE = "risingwave/scale/parallelism-exceeds-max"
TOLD = tomllib.loads((Path(__file__).parent / "payloads.toml").read_text())["payload"]


def payload(told: dict[str, Any]) -> Any:
    text = told["json"].replace("{error}", ERROR).replace("{bytes}", str(list(ERROR.encode())))
    return json.loads(text)


def at(value: Any, path: str) -> Any:
    """What stands at a path; ``@`` is a dot of a name that the rest of the path belongs to."""
    place, marked, name = path.partition("@")
    steps = place.split(".")
    if marked:
        steps[-1] = f"{steps[-1]}.{name}"
    for step in steps:
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told["name"])
def test_what_is_added(told: dict[str, Any]) -> None:
    before = payload(told)
    after = enrich(payload(told))
    for path, value in told["added"].items():
        found = at(after, path)
        assert found == PAGE if value == "{page}" else (found == value or (not value and found))
    if not told["added"]:
        assert after == before


def without_diagnosis(value: Any) -> Any:
    if isinstance(value, dict):
        kept = {
            key: without_diagnosis(each)
            for key, each in value.items()
            if not key.startswith(("diagnosis", "rule"))
            and key not in ("event.reason", "reason", "fingerprint")
        }
        return {
            key: each for key, each in kept.items() if each not in ({}, []) or value[key] == each
        }
    if isinstance(value, list):
        kept_items = [
            without_diagnosis(each)
            for each in value
            if not (isinstance(each, dict) and str(each.get("key")).startswith("diagnosis"))
            and not (isinstance(each, list) and str(each[:1]).startswith("['diagnosis"))
        ]
        return [each for each in kept_items if each != {}]
    return value


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told["name"])
def test_nothing_else_is_changed(told: dict[str, Any]) -> None:
    assert without_diagnosis(enrich(payload(told))) == without_diagnosis(payload(told))


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told["name"])
def test_doing_it_again_changes_nothing(told: dict[str, Any]) -> None:
    once = enrich(payload(told))
    assert enrich(once) == once


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told["name"])
def test_what_is_handed_over_is_not_touched(told: dict[str, Any]) -> None:
    given_value = payload(told)
    enrich(given_value)
    assert given_value == payload(told)


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told["name"])
def test_as_text_and_as_bytes(told: dict[str, Any]) -> None:
    text = json.dumps(payload(told))
    assert json.loads(enrich(text)) == enrich(payload(told))
    assert json.loads(enrich(text.encode())) == enrich(payload(told))


# ------------------------------------------------------------ packed payloads


def packed(message: str) -> dict[str, Any]:
    inner = {"messageType": "DATA_MESSAGE", "logEvents": [{"id": "1", "message": message}]}
    data = base64.b64encode(gzip.compress(json.dumps(inner).encode())).decode()
    return {"awslogs": {"data": data}}


def test_what_lambda_gets_is_unpacked_and_packed_again() -> None:
    data = enrich(packed(ERROR))["awslogs"]["data"]
    unpacked = json.loads(gzip.decompress(base64.b64decode(data)))
    assert unpacked["logEvents"][0]["diagnosis.id"] == PAGE


def test_without_a_diagnosis_the_packed_bytes_stay() -> None:
    assert enrich(packed("all is well")) == packed("all is well")


@pytest.mark.parametrize(
    "data", ["", "!", "AAAA", base64.b64encode(b"\x1f\x8b\x08").decode(), None, 7]
)
def test_what_cannot_be_unpacked_is_left_alone(data: object) -> None:
    assert enrich({"awslogs": {"data": data}}) == {"awslogs": {"data": data}}


def test_a_bomb_is_left_alone() -> None:
    bomb = base64.b64encode(gzip.compress(b" " * (20 << 20))).decode()
    assert enrich({"awslogs": {"data": bomb}}) == {"awslogs": {"data": bomb}}


def pushed(data: bytes) -> dict[str, Any]:
    return {
        "message": {"data": base64.b64encode(data).decode(), "messageId": "1"},
        "subscription": "projects/p/subscriptions/s",
    }


def test_a_pushed_log_entry_has_labels() -> None:
    entry = {"textPayload": ERROR, "severity": "ERROR"}
    message = enrich(pushed(json.dumps(entry).encode()))["message"]
    assert json.loads(base64.b64decode(message["data"]))["labels"]["diagnosis.id"] == PAGE


def test_a_pushed_text_has_attributes_and_they_are_short() -> None:
    attributes = enrich(pushed(ERROR.encode()))["message"]["attributes"]
    assert attributes["diagnosis.id"] == PAGE
    assert all(len(value.encode()) <= 1024 for value in attributes.values())


# ------------------------------------------------------------------- as text


@pytest.mark.parametrize(
    "number", ["1.00", "1e400", "-0", "12345678901234567890123", "1E+2", "0.1000000000000000055"]
)
def test_numbers_stay_as_they_are_written(number: str) -> None:
    after = enrich(f'{{"message":"{ERROR}","n":{number}}}')
    assert f'"n":{number}' in after
    assert '"diagnosis.id"' in after


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no json",
        "[1, 2",
        '{"message":"' + ERROR + '","message":"again"}',
        '{"message":"' + ERROR + '","a":"\\ue0007\\ue000"}',
        "[" * 100_000,
    ],
)
def test_a_text_that_is_not_safe_to_rewrite_comes_back_as_it_is(text: str) -> None:
    assert enrich(text) == text
    assert enrich(text.encode()) == text.encode()


def test_half_a_character_survives() -> None:
    text = f'{{"message":"{ERROR}","half":"\\ud800","n":1.50}}'
    after = enrich(text.encode())
    assert json.loads(after)["half"] == "\ud800"
    assert b'"n":1.50' in after


def test_secrets_are_masked_in_what_is_added() -> None:
    statement = "CREATE SOURCE s WITH (connector = 'kafak', p.password = 'hunter2secret')"
    text = f'connector "kafak" is not supported, accept ["kafka"] [SQL] {statement}'
    after = enrich({"message": text})
    added = {key: value for key, value in after.items() if key.startswith("diagnosis")}
    assert "hunter2secret" not in str(added)


# ------------------------------------------------------------------ properties

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
KEYS = sorted(
    {
        "alerts", "labels", "annotations", "payload", "routing_key", "custom_details", "awslogs",
        "data", "logEvents", "message", "subscription", "textPayload", "jsonPayload", "attributes",
        "resourceLogs", "scopeLogs", "logRecords", "body", "streams", "values", "MESSAGE", "event",
        "PRIORITY", "ecs.version", "@timestamp", "ecs", "error", "exception", "contexts", "tags",
        "issue", "metadata", "logentry", "version", "log", "rule",
    }
)  # fmt: skip
documents = st.recursive(
    scalars | st.just(ERROR),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=4), inner, max_size=5)
    ),
    max_leaves=20,
)


@given(documents)
def test_any_value_comes_back_and_only_once_annotated(value: Any) -> None:
    once = enrich(value)
    assert enrich(once) == once
    json.dumps(once)


@given(documents)
def test_text_and_value_agree(value: Any) -> None:
    text = json.dumps(value)
    assert json.loads(enrich(text)) == json.loads(json.dumps(enrich(value)))


@given(st.text(), st.integers(30, 200))
def test_a_cut_is_short_enough_and_whole(text: str, limit: int) -> None:
    cut = cut_text(text, limit)
    assert len(cut.encode("utf-8", "replace")) <= max(limit, 0) or cut == text
    assert cut == text or cut.endswith("more characters)")


def test_every_format_has_a_payload_here() -> None:
    used = {
        next(each for each in FORMATS if each.recognises(document))
        for told in TOLD
        for document in ([payload(told)] if isinstance(payload(told), dict) else payload(told))
        if any(each.recognises(document) for each in FORMATS)
    }
    assert used == set(FORMATS)
