import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from diagnose.model import Line, Record
from diagnose.records import Joiner, lines
from diagnose.unwrap import peel_line

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[1] / "cases" / "lines.toml").read_text()
)["line"]
IDS = [f"{at}-{case['envelope']}" for at, case in enumerate(CASES)]
EVERY_LINE = [case for case in CASES if not case.get("starts_record")]
EVERY_LINE_IDS = [
    name for name, case in zip(IDS, CASES, strict=True) if not case.get("starts_record")
]

MESSAGE = (
    "ERROR:  Failed to run the query",
    "",
    "Caused by:",
    '  Bind error: no "x" at 1',
)
OTHER = ("ERROR:  Failed to execute the statement", "", "Caused by:", "  Division by zero")


def wrap(case: dict[str, Any], text: str, stream: int = 0) -> str:
    written = json.dumps(text)[1:-1] if case.get("escape") else text
    line: str = case["template"].replace("<text>", written)
    streams = case.get("streams")
    return line.replace("<stream>", streams[stream]) if streams else line


def records(raw: str, source: str = "-", joiner: Joiner | None = None) -> list[Record]:
    joiner = joiner or Joiner(peel_line)
    found = [record for line in lines([raw.encode()], source) for record in joiner.feed(line)]
    return found + joiner.flush()


def expected_stream(case: dict[str, Any], stream: int) -> str:
    named: list[str] = case.get("full_streams") or case.get("streams") or ["", ""]
    return named[stream]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_says_what_the_transport_says(case: dict[str, Any]) -> None:
    (line,) = lines([wrap(case, "no such table").encode()])
    peeled = peel_line(line)
    assert peeled.text.value.startswith(case.get("keeps", "") + "no such table")
    assert peeled.envelopes == (case["envelope"],)
    assert peeled.stream == expected_stream(case, 0)
    assert peeled.level == case.get("level", "")
    assert peeled.timestamp == case.get("timestamp", "")
    assert case.get("fields", {}).items() <= peeled.fields.items()


@pytest.mark.parametrize("case", EVERY_LINE, ids=EVERY_LINE_IDS)
def test_interleaved_streams_come_out_whole(case: dict[str, Any]) -> None:
    pairs = zip(MESSAGE, OTHER, strict=True)
    if "streams" in case:
        raw = "\n".join(wrap(case, text, at) for pair in pairs for at, text in enumerate(pair))
        found = records(raw)
    else:  # nothing tells them apart but the file
        joiner = Joiner(peel_line)
        both = [
            (Line(line.text, number, f"file-{at}"))
            for number, pair in enumerate(pairs)
            for at, text in enumerate(pair)
            for line in lines([wrap(case, text).encode()])
        ]
        found = [record for line in both for record in joiner.feed(line)] + joiner.flush()
    assert sorted(record.text.value for record in found) == sorted(
        "\n".join(message) for message in (MESSAGE, OTHER)
    )


@pytest.mark.parametrize("outer", EVERY_LINE, ids=EVERY_LINE_IDS)
@pytest.mark.parametrize("name", ["docker", "cri", "compose", "kubectl", "airflow"])
def test_nested_in_another(outer: dict[str, Any], name: str) -> None:
    inner = next(case for case in CASES if case["envelope"] == name)
    (line,) = lines([wrap(outer, wrap(inner, "no such table", 1)).encode()])
    peeled = peel_line(line)
    assert peeled.text.value == "no such table"
    assert peeled.envelopes == (outer["envelope"], name)
    parts = (expected_stream(outer, 0), expected_stream(inner, 1))
    assert peeled.stream == "/".join(filter(None, parts))


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_line_cut_anywhere_is_no_error(case: dict[str, Any]) -> None:
    whole = wrap(case, 'no "such" table')
    for end in range(len(whole)):
        for line in lines([whole[:end].encode()]):
            peeled = peel_line(line)
            assert peeled.text.byte_at(len(peeled.text.value)) <= end


def cri(text: str, tag: str, stream: str = "stderr") -> str:
    return f"2024-05-20T16:28:22.487Z {stream} {tag} {text}"


def docker(text: str, tag: str, stream: str = "stderr") -> str:
    end = "\n" if tag == "F" else ""
    return json.dumps({"log": text + end, "stream": stream, "time": "2024-05-20T16:28:22Z"})


@pytest.mark.parametrize("wrapped", [cri, docker])
def test_parts_are_glued_in_their_own_stream(wrapped: Callable[..., str]) -> None:
    raw = "\n".join(
        [
            wrapped("ERROR:  Failed to ru", "P"),
            wrapped("NOTICE:  hel", "P", "stdout"),
            wrapped("n the query", "F"),
            wrapped("lo", "F", "stdout"),
            wrapped("HINT: try again", "F"),
        ]
    )
    found = {record.stream: record for record in records(raw)}
    assert found["stderr"].text.value == "ERROR:  Failed to run the query\nHINT: try again"
    assert found["stdout"].text.value == "NOTICE:  hello"
    assert found["stderr"].numbers == (1, 5)


@pytest.mark.parametrize("wrapped", [cri, docker])
def test_a_part_that_is_never_completed_is_not_lost(wrapped: Callable[..., str]) -> None:
    (record,) = records(wrapped("ERROR:  Failed to ru", "P"))
    assert record.text.value == "ERROR:  Failed to ru"


def test_what_is_inside_parts_is_peeled_when_they_are_whole() -> None:
    inner = docker("ERROR:  no", "F", "stdout")
    raw = cri(inner[:20], "P") + "\n" + cri(inner[20:], "F")
    (record,) = records(raw)
    assert record.text.value == "ERROR:  no"
    assert record.envelopes == ("cri", "docker")


def test_journald_writes_odd_messages_as_bytes() -> None:
    raw = '{"MESSAGE":[110,111,32,195,169],"PRIORITY":"4"}'
    (line,) = lines([raw.encode()])
    peeled = peel_line(line)
    assert (peeled.text.value, peeled.level) == ("no é", "WARN")


@pytest.mark.parametrize(
    "plain",
    [
        "2024-05-20T16:28:22.487Z  INFO risingwave_meta: started",
        "ERROR:  Failed to run the query",
        "[2024-05-20 16:28:22,487] ERROR [a|b] no (org.example.C)",
        " count | name",
        "a - b | c",
        '{"level":"INFO","fields":{"message":"x"}}',
        "rate(x[5m]) > 3",
    ],
)
def test_other_lines_are_left_alone(plain: str) -> None:
    (line,) = lines([plain.encode()])
    assert peel_line(line) is line


@pytest.mark.parametrize(
    "raw",
    [
        "\x1b[2m2024-05-20\x1b[0m \x1b[31mERROR\x1b[0m no",
        "^[[2m2024-05-20^[[0m ^[[31mERROR^[[0m no",
        "\\u001b[2m2024-05-20\\u001b[0m \\u001b[31mERROR\\u001b[0m no",
        "[2m2024-05-20[0m [31mERROR[0m no",
    ],
)
def test_colours_are_taken_off(raw: str) -> None:
    (line,) = lines([raw.encode()])
    assert peel_line(line).text.value == "2024-05-20 ERROR no"


def test_a_doubled_stamp_loses_the_first() -> None:
    raw = "2024-05-20T16:28:22.4872Z 2024-05-20T16:28:22.4871Z ERROR a::b: no"
    (line,) = lines([raw.encode()])
    assert peel_line(line).text.value == "2024-05-20T16:28:22.4871Z ERROR a::b: no"
