"""What is seen at once to be quiet is quiet when it is peeled, too."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose import records, unwrap
from diagnose.model import Line
from diagnose.text import Text
from diagnose.unwrap.quiet import is_quiet

HARMLESS = (Path(__file__).parents[1] / "cases" / "harmless.txt").read_text().splitlines()
QUIET = {"TRACE", "DEBUG", "INFO", "NOTICE"}
HEADS = (
    "2024-05-20T16:28:22.123456Z  INFO ",
    "2024-05-20T16:28:22+08:00 DEBUG ",
    "2024-05-20 16:28:22,123 INFO  ",
    "[2024-05-20 16:28:22,123] INFO ",
)
PIECES = (
    "a::b: ", "shop::till{drawer=3}: ", "[main] a.b.C - ", "a.b.C: ", "ERROR: ", "ERROR:  no",
    "WARN a::b: no", "E0520 16:28:22.123456 7 a.go:3] no", "E0520 ", "W", "level=error msg=no ",
    "lvl=E msg=no", "severity=W ", "db error: FATAL: no", "[E] ", "2024/05/20 16:28:22 [E] no",
    "16:28:22", "%3|", " stderr F ", "host till[3]: no", "Error: no", "fatal: no", "pq: no",
    "no (SQLSTATE 42601)", 'Exception in thread "a" a.BError: no', "thread 'a' panicked at b:1:",
    '{"level":"E","msg":"no"}', '{"a": 1}', "{a: 1}", " adapter: no", "| no |", "`ERROR: no`",
    "\\u0045RROR: no", "1:M 01 Mar 2024 10:11:12.345 # no", "recovery start", "the till is open ",
    "a=b ", 'error="no"', "err=no", " !ERROR | no",
)  # fmt: skip


def level(value: str) -> str:
    line = unwrap.peel_line(Line(Text(value), 1))
    return unwrap.peel(records.of_line(line)).level


@given(st.sampled_from(HEADS), st.lists(st.sampled_from(PIECES), max_size=4))
def test_a_quiet_line_is_quiet_whatever_it_holds(head: str, pieces: list[str]) -> None:
    value = head + "".join(pieces)
    if is_quiet(value):
        assert level(value) in QUIET


@pytest.mark.parametrize("piece", ["", "a::b: the till is open", "[main] a.b.C - the till is open"])
@pytest.mark.parametrize("head", HEADS)
def test_ordinary_lines_are_seen(head: str, piece: str) -> None:
    value = head + "shop: " + piece
    assert is_quiet(value)
    assert level(value) in QUIET


@pytest.mark.parametrize(
    "value",
    [
        "the till is open",
        "2024-05-20T16:28:22Z  WARN a::b: the till is open",
        "2024-05-20T16:28:22Z  INFO: the till is open",
        "2024-05-20T16:28:22Z host till[3]: INFO the till is open",
    ],
)
def test_others_are_not(value: str) -> None:
    assert not is_quiet(value)


def test_quiet_lines_of_public_logs_are_quiet() -> None:
    quiet = [line for line in HARMLESS if is_quiet(line)]
    assert len(quiet) > len(HARMLESS) / 10
    assert {level(line) for line in quiet} <= QUIET
