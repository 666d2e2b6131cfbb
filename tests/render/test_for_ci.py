"""Annotations of GitHub Actions, and SARIF."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.model import Command, Diagnosis, Where
from diagnose.render import Style, get

FOUND = Diagnosis(
    id="a/b",
    title="Too wide: 50%, or more",
    match="exact",
    message="width 7 is too wide",
    where=Where("logs/x y.log", 12, 340, 19),
    cause="It is wide.\nVery wide.",
    fixes=(Command("Make it smaller", command="SET width = 5;"),),
)


def annotated(*found: Diagnosis) -> list[str]:
    render = get("github").diagnosis
    return [render(each, Style()) for each in found]


def test_an_annotation_has_a_place_a_title_and_all_that_is_known() -> None:
    assert annotated(FOUND) == [
        (
            "::error file=logs/x y.log,line=12,title=Too wide%3A 50%25%2C or more::"
            "width 7 is too wide%0AIt is wide.%0AVery wide.%0A- Make it smaller%0ASET width = 5;"
            "%0APage: a/b\n"
        )
    ]


@pytest.mark.parametrize(
    ("severity", "level"),
    [("critical", "error"), ("error", "error"), ("warning", "warning"), ("info", "notice")],
)
def test_the_level(severity: str, level: str) -> None:
    (line,) = annotated(FOUND._replace(severity=severity))
    assert line.startswith(f"::{level} ")


def test_standard_input_has_no_place() -> None:
    (line,) = annotated(FOUND._replace(where=Where("-", 1, 0, 1)))
    assert line.startswith("::error title=")


def test_what_comes_behind_ten_of_a_level_is_an_ordinary_line() -> None:
    warning = FOUND._replace(severity="warning")
    lines = annotated(*[FOUND] * 12, warning)
    assert sum(line.startswith("::error ") for line in lines) == 10
    assert lines[10] == "error: Too wide: 50%, or more (a/b)\n"
    assert lines[12].startswith("::warning ")


def test_an_ordinary_line_is_no_command_either() -> None:
    lines = annotated(*[FOUND._replace(title="a ##[add-mask]b")] * 11)
    assert "##[" not in lines[10]


hostile = st.text() | st.sampled_from(["a\n::error::x", "a\r\n::set-output name=x::y", "%0A::"])


@given(hostile, hostile, hostile)
def test_no_text_makes_a_second_annotation(title: str, message: str, file: str) -> None:
    found = FOUND._replace(title=title, message=message, where=Where(file, 1, 0, 1))
    for line in annotated(*[found] * 11):
        assert line.count("\n") == 1
        assert line.endswith("\n")
        assert "\r" not in line
    assert not annotated(*[found] * 11)[10].startswith("::")


def sarif(*found: Diagnosis) -> dict[str, Any]:
    format_ = get("sarif")
    results = format_.separator.join(format_.diagnosis(each, Style()) for each in found)
    whole: dict[str, Any] = json.loads(format_.opening + results + format_.closing)
    return whole


def test_a_run_with_a_result() -> None:
    log = sarif(FOUND)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert run["tool"]["driver"]["name"] == "diagnose"
    (result,) = run["results"]
    assert (result["ruleId"], result["level"]) == ("a/b", "error")
    assert result["message"]["text"].startswith("Too wide")
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "logs/x%20y.log"
    assert place["region"]["startLine"] == 12
    assert (place["region"]["byteOffset"], place["region"]["byteLength"]) == (340, 19)
    assert result["properties"]["diagnosis"]["id"] == "a/b"


def test_a_run_without_results_is_valid_too() -> None:
    assert sarif()["runs"][0]["results"] == []


@given(hostile, hostile)
def test_any_text_is_valid_json(message: str, file: str) -> None:
    log = sarif(FOUND._replace(message=message, where=Where(file, 1, 0, 1)))
    assert len(log["runs"]) == 1
