import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from diagnose.model import Message, Record
from diagnose.records import Joiner, lines
from diagnose.unwrap import peel, peel_line

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[1] / "cases" / "records.toml").read_text()
)["record"]
IDS = [case["name"] for case in CASES]


def joined(raw: str) -> list[Record]:
    joiner = Joiner(peel_line)
    found = [record for line in lines([raw.encode()]) for record in joiner.feed(line)]
    return found + joiner.flush()


def texts(message: Message) -> list[str]:
    return [section.text.value for section in message.sections]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_peels_to_what_the_program_said(case: dict[str, Any]) -> None:
    (record,) = joined(case["text"])
    message = peel(record)
    assert texts(message) == case["sections"]
    assert list(message.envelopes) == case["envelopes"]
    assert message.level == case.get("level", "")
    assert case.get("fields", {}).items() <= message.fields.items()
    assert message.component == case.get("component", message.component)
    assert message.timestamp == case.get("timestamp", message.timestamp)


@pytest.mark.parametrize("case", [case for case in CASES if "open" in case])
def test_unquoted_values_have_an_open_end(case: dict[str, Any]) -> None:
    (record,) = joined(case["text"])
    assert peel(record).sections[-1].open_end is case["open"]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_every_character_knows_its_byte(case: dict[str, Any]) -> None:
    raw = case["text"].encode()
    (record,) = joined(case["text"])
    for section in peel(record).sections:
        for index, char in enumerate(section.text.value):
            if char.isascii() and char.isalnum():
                assert raw[section.text.byte_at(index)] == ord(char)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_interleaved_with_another_service(case: dict[str, Any]) -> None:
    other = ["ERROR:  elsewhere", "HINT: look there"]
    mine = case["text"].split("\n")
    raw: list[str] = []
    for at in range(max(len(mine), len(other))):
        raw += [f"a-1  | {line}" for line in mine[at : at + 1]]
        raw += [f"b-1  | {line}" for line in other[at : at + 1]]
    found = [peel(record) for record in joined("\n".join(raw))]
    assert [texts(x) for x in found if x.record.stream == "a-1"] == [case["sections"]]
    assert [texts(x) for x in found if x.record.stream == "b-1"] == [
        ["elsewhere\nHINT: look there"]
    ]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_nested_in_docker_json(case: dict[str, Any]) -> None:
    raw = "\n".join(
        json.dumps({"log": line + "\n", "stream": "stderr", "time": "2024-05-20T16:28:22Z"})
        for line in case["text"].split("\n")
    )
    (record,) = joined(raw)
    message = peel(record)
    assert texts(message) == case["sections"]
    assert list(message.envelopes) == ["docker", *case["envelopes"]]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_nested_in_a_log_field(case: dict[str, Any]) -> None:
    record = json.dumps({"level": "info", "msg": "child said", "error": case["text"]})
    message = peel(joined(record)[0])
    assert texts(message) == ["child said", *case["sections"]]
    assert message.level == (case.get("level") or "INFO")


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_record_cut_anywhere_is_no_error(case: dict[str, Any]) -> None:
    raw = case["text"]
    for end in range(1, len(raw), 3):
        for record in joined(raw[:end]):
            for section in peel(record).sections:
                assert section.text.value.strip()
                last = section.text.byte_at(len(section.text.value))
                assert last <= len(raw[:end].encode())


def test_the_error_of_an_inner_record_outweighs_a_harmless_outer_one() -> None:
    raw = "[2024-05-20, 16:28:22 +02] {subprocess.py:94} INFO - ERROR:  Division by zero"
    assert peel(joined(raw)[0]).level == "ERROR"


def test_depth_is_bounded() -> None:
    text = "the end"
    for _ in range(11):  # quotes double at each turn
        text = json.dumps({"msg": "x", "error": text})
    message = peel(joined(text)[0])
    assert len(message.envelopes) == len(message.sections) - 1
    assert "the end" in texts(message)[-1]
