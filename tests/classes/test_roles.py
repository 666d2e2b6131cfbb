"""What is found of a class in a message."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from diagnose import classes
from diagnose.classes.roles import Rule, expand, roles_of

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "roles.toml").read_text("utf-8")
)["case"]
EXAMPLES = [
    (name, text, roles)
    for name in classes.names()
    for text, roles in classes.page(name).examples
    if roles
]


def found_in(name: str, text: str) -> dict[str, str]:
    return roles_of(text, classes.rules(name), classes.page(name).extract)


@pytest.mark.parametrize("case", CASES, ids=[case["text"] for case in CASES])
def test_roles_of_a_message(case: dict[str, Any]) -> None:
    assert found_in(case["class"], case["text"]) == case["roles"]


@pytest.mark.parametrize(("name", "text", "roles"), EXAMPLES)
def test_examples_of_the_pages_state_their_roles(
    name: str, text: str, roles: dict[str, str]
) -> None:
    found = found_in(name, text)
    assert {role: found.get(role) for role in roles} == roles


def test_the_first_pattern_wins() -> None:
    rules = [Rule("a <x:int>", {}), Rule("<x:int> b", {"y": "1"})]
    assert roles_of("a 1, 2 b", rules, ["x", "y"]) == {"x": "1"}


def test_only_what_is_wanted_is_given() -> None:
    assert roles_of("a 1", [Rule("a <x:int>", {})], ["y"]) == {}


def test_a_kind_that_is_unknown_is_an_error() -> None:
    with pytest.raises(KeyError):
        expand("<x:nosuch>")


@pytest.mark.parametrize("name", classes.names())
@pytest.mark.parametrize("unit", ["a ", "1 ", "must be ", "'", "((", "x.", "not ", "-/"])
def test_no_pattern_runs_away(name: str, unit: str) -> None:
    found_in(name, unit * 400)
