"""Annotations of GitHub Actions, and SARIF."""

from __future__ import annotations

import json
import re
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


def test_an_annotation_is_cut_between_two_characters_and_keeps_to_64_kib() -> None:
    for char in ("é", "\U0001f600", "%", "\n"):
        long = char * 100_000
        (line,) = annotated(FOUND._replace(title=long, message=long, cause=long))
        assert len(line.encode()) <= 1 << 16
        assert line.startswith("::error file=logs/x y.log,line=12,title=")
        line.encode().decode()


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


# What the schema of SARIF 2.1.0 says of the objects that are written here. A name maps to what its
# value must be; a name with "!" must be there; no other names may be. A bag holds anything.
SHAPES: dict[str, dict[str, Any]] = {
    "log": {"$schema": "uri", "version!": {"2.1.0"}, "runs!": ["run"]},
    "run": {"tool!": "tool", "results": ["result"]},
    "tool": {"driver!": "driver"},
    "driver": {"name!": "text", "version": "text", "semanticVersion": "version"},
    "result": {
        "message!": "message", "ruleId": "text", "locations": ["location"], "properties": "bag",
        "level": {"none", "note", "warning", "error"}, "partialFingerprints": "texts",
    },
    "message": {"text!": "text"},
    "location": {"physicalLocation": "place"},
    "place": {"artifactLocation!": "artifact", "region": "region"},
    "artifact": {"uri!": "uri"},
    "region": {
        "startLine": 1, "byteOffset": -1, "byteLength": 0, "snippet": "snippet",
    },
    "snippet": {"text!": "text"},
}  # fmt: skip


def check(value: Any, shape: Any, at: str = "log") -> None:
    """Assert that a value is of a shape: a number is the least that may be."""
    if isinstance(shape, list):
        assert isinstance(value, list), at
        for number, each in enumerate(value):
            check(each, shape[0], f"{at}[{number}]")
    elif isinstance(shape, set):
        assert value in shape, at
    elif isinstance(shape, int):
        assert type(value) is int, at
        assert value >= shape, at
    elif shape in SHAPES:
        check_object(value, SHAPES[shape], at)
    elif shape in ("bag", "texts"):
        assert isinstance(value, dict), at
        assert shape == "bag" or all(isinstance(each, str) for each in value.values()), at
    else:
        pattern = {
            "text": r"[\s\S]*",
            "version": r"[0-9]+\.[0-9]+\.[0-9]+(?:[-+][0-9A-Za-z.+-]+)?",
            "uri": r"(?:%[0-9A-Fa-f]{2}|[A-Za-z0-9._~:/?#@!$&'()*+,;=\[\]-])*",
        }[shape]
        assert isinstance(value, str), at
        assert re.fullmatch(pattern, value), at


def check_object(value: Any, names: dict[str, Any], at: str) -> None:
    assert isinstance(value, dict), at
    wanted = {name.rstrip("!"): shape for name, shape in names.items()}
    assert set(value) <= set(wanted), at
    assert {name[:-1] for name in names if name.endswith("!")} <= set(value), at
    for name, each in value.items():
        check(each, wanted[name], f"{at}.{name}")


SEVERITIES = ["critical", "error", "warning", "info"]
FILES = ["-", "", "a b.log", "C:\\logs\\x", "ü%#?.log", "\udcff.log", "\u200b\n::error::"]


@given(hostile, hostile, st.sampled_from(FILES) | hostile, st.sampled_from(SEVERITIES))
def test_it_is_of_the_shape_that_the_schema_asks_for(
    title: str, message: str, file: str, severity: str
) -> None:
    found = FOUND._replace(
        title=title, message=message, severity=severity, where=Where(file, 1, 0, 0)
    )
    check(sarif(found, FOUND), "log")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda log: log.update(extra=1),
        lambda log: log.pop("version"),
        lambda log: log["runs"][0]["results"][0].pop("message"),
        lambda log: log["runs"][0]["results"][0].update(level="critical"),
        lambda log: log["runs"][0]["results"][0]["locations"][0].update(line=1),
    ],
)
def test_the_check_sees_what_is_not_of_that_shape(spoil: Any) -> None:
    log = sarif(FOUND)
    check(log, "log")
    spoil(log)
    with pytest.raises(AssertionError):
        check(log, "log")


def test_no_text_makes_a_link() -> None:
    (run,) = sarif(FOUND._replace(title="a [b](https://c) [d](0)"))["runs"]
    assert "](" not in run["results"][0]["message"]["text"]


def test_a_run_without_results_is_valid_too() -> None:
    assert sarif()["runs"][0]["results"] == []
    check(sarif(), "log")


@given(hostile, hostile)
def test_any_text_is_valid_json(message: str, file: str) -> None:
    log = sarif(FOUND._replace(message=message, where=Where(file, 1, 0, 1)))
    assert len(log["runs"]) == 1
