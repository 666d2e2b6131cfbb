import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.model import Line, Record
from diagnose.records import Joiner, lines
from diagnose.records.joiner import SILENT_LINES
from diagnose.records.opened import MAX_LENGTH, MAX_LINES
from diagnose.text import Text
from diagnose.unwrap import peel_line

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[1] / "cases" / "framing.toml").read_text()
)["case"]
IDS = [case["name"] for case in CASES]


def as_is(line: Line) -> Line:
    return line


def by_letter(line: Line) -> Line:
    """``a|text`` belongs to stream ``a``; a ``+`` at the end makes it a part."""
    value = line.text.value
    if value[1:2] != "|":
        return line
    partial = value.endswith("+")
    text = line.text.slice(2, len(value) - partial)
    return line._replace(text=text, stream=value[0], partial=partial)


def join(raw: str, joiner: Joiner) -> list[Record]:
    found = [record for line in lines([raw.encode()]) for record in joiner.feed(line)]
    return found + joiner.flush()


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_lines_of_a_record_stay_together(case: dict[str, Any]) -> None:
    raw = "\n".join(case["records"])
    found = join(raw, Joiner(peel_line))
    lengths = [len(record.encode()) + 1 for record in case["records"]]
    starts = [sum(lengths[:at]) for at in range(len(lengths))]
    assert [record.starts[0] for record in found] == starts
    heads = [1 + raw.encode()[:start].count(b"\n") for start in starts]
    assert [record.number for record in found] == heads


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_blank_lines_between_records_change_nothing(case: dict[str, Any]) -> None:
    found = join("\n" + "\n\n".join(case["records"]) + "\n\n", Joiner(peel_line))
    assert found[0].number == 2
    assert len(found) >= len(case["records"])
    assert all(record.text.value.strip() for record in found)


def test_streams_are_joined_each_by_itself() -> None:
    raw = "a|ERROR:  one\nb|ERROR:  two\na|HINT: x\nb|HINT: y\na|ERROR:  three\n"
    found = join(raw, Joiner(by_letter))
    assert [(record.stream, record.text.value) for record in found] == [
        ("a", "ERROR:  one\nHINT: x"),
        ("b", "ERROR:  two\nHINT: y"),
        ("a", "ERROR:  three"),
    ]
    assert found[0].numbers == (1, 3)


def test_parts_are_glued() -> None:
    found = join("a|ERR+\nb|no+\na|OR:  on+\na|e\n", Joiner(by_letter))
    assert {record.stream: record.text.value for record in found} == {"a": "ERROR:  one", "b": "no"}


def test_one_stream_can_be_flushed() -> None:
    joiner = Joiner(by_letter)
    for line in lines([b"a|one\nb|two\na|par+\n"]):
        joiner.feed(line)
    assert [record.text.value for record in joiner.flush("a")] == ["one", "par"]
    assert [record.text.value for record in joiner.flush()] == ["two"]
    assert joiner.flush() == []


def test_a_record_is_bounded_in_lines() -> None:
    raw = "ERROR:  no\n" + "  more\n" * (MAX_LINES + 10)
    found = join(raw, Joiner(as_is))
    assert [len(record.numbers) for record in found] == [MAX_LINES, 11]


def test_a_record_is_bounded_in_length() -> None:
    raw = "ERROR:  no\n" + ("  " + "m" * 998 + "\n") * (2 * MAX_LENGTH // 1000)
    assert max(len(record.text.value) for record in join(raw, Joiner(as_is))) < MAX_LENGTH + 1001


def test_a_line_in_parts_is_bounded() -> None:
    joiner = Joiner(by_letter)
    part = Line(Text("a|" + "x" * (MAX_LENGTH // 4) + "+"), 1)
    for _ in range(20):
        joiner.feed(part)
    (record,) = joiner.flush()
    assert len(record.text.value) <= MAX_LENGTH + MAX_LENGTH // 4


def test_streams_that_are_silent_for_long_are_closed() -> None:
    joiner = Joiner(lambda line: line._replace(stream=line.text.value))
    for at in range(SILENT_LINES + 1):
        assert joiner.feed(Line(Text(f"s{at}"), at + 1)) == []
    assert [r.stream for r in joiner.feed(Line(Text("s1"), SILENT_LINES + 2))] == ["s0", "s1"]


def test_a_line_in_parts_that_is_never_ended_is_closed() -> None:
    joiner = Joiner(by_letter)
    joiner.feed(Line(Text("a|one+"), 1))
    assert [r.text.value for r in joiner.expire(SILENT_LINES + 2)] == ["one"]
    assert joiner.first_open("a") == 0


PARTS = [part for case in CASES for record in case["records"] for part in record.split("\n")]


@given(st.lists(st.sampled_from(PARTS), max_size=12))
def test_no_line_is_lost_and_none_is_said_twice(parts: list[str]) -> None:
    raw = "\n".join(parts)
    found = join(raw, Joiner(as_is))
    said = [line for record in found for line in record.text.value.split("\n")]
    assert [line for line in said if line.strip()] == [line for line in parts if line.strip()]
    numbers = [number for record in found for number in record.numbers]
    assert numbers == sorted(set(numbers))


@given(st.lists(st.sampled_from(PARTS), max_size=12))
def test_offsets_of_a_record_point_at_its_lines(parts: list[str]) -> None:
    raw = "\n".join(parts).encode()
    for record in join(raw.decode(), Joiner(as_is)):
        for start, line in zip(record.starts, record.text.value.split("\n"), strict=True):
            assert raw[start : start + len(line.encode())] == line.encode()
        assert record.text.byte_at(0) == record.starts[0]
