"""Raw texts from public reports, and harmless lines: tests/cases/README.md."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from diagnose.engine import Engine

if TYPE_CHECKING:
    from collections.abc import Iterable

    from diagnose.model import Diagnosis

CASES = Path(__file__).parent / "cases"
NAMES = sorted(path.stem for path in (CASES / "reports").glob("*.toml"))
HARMLESS = (CASES / "harmless.txt").read_text().splitlines()


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(budget_ms=0)


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((CASES / "reports" / f"{name}.toml").read_text())


def squeezed(text: str) -> str:
    """Without white space, and without the escapes of one level of quoting."""
    return "".join(text.replace('\\"', '"').replace("\\n", " ").split())


def said(diagnosis: Diagnosis) -> list[str]:
    values = [*diagnosis.captures.values(), *diagnosis.context.values()]
    return [", ".join(value) if isinstance(value, list) else str(value) for value in values]


def first_page(diagnoses: Iterable[Diagnosis]) -> Diagnosis | None:
    return next((each for each in diagnoses if each.match == "exact"), None)


def check(case: dict[str, Any], found: Diagnosis | None) -> None:
    assert found is not None, "nothing was diagnosed"
    assert found.id == case["page"]
    message, expected = squeezed(found.message), squeezed(case["message"])
    assert expected in message or message in expected
    for value in case["values"]:
        assert any(squeezed(value) in squeezed(text) for text in said(found)), value


@pytest.mark.parametrize("name", NAMES)
def test_the_right_page_comes_first_for_a_whole_text(engine: Engine, name: str) -> None:
    case = read(name)
    check(case, first_page(engine.diagnose(case["raw"])))


@pytest.mark.parametrize("name", NAMES)
def test_a_stream_says_the_same_of_it(engine: Engine, name: str) -> None:
    raw = read(name)["raw"]
    whole = {each.id for each in engine.diagnose(raw)}
    streamed = {each.id for each in engine.scan([raw.encode()]) if not each.is_guess}
    assert streamed <= whole


@pytest.mark.parametrize("line", HARMLESS)
def test_a_harmless_line_is_not_diagnosed(engine: Engine, line: str) -> None:
    assert [each.id for each in engine.diagnose(line) if not each.is_guess] == []


def test_hardly_a_harmless_line_is_given_a_class(engine: Engine) -> None:
    given = [line for line in HARMLESS if engine.diagnose(line)]
    assert len(given) <= len(HARMLESS) / 50, given


def test_harmless_lines_say_nothing_together_either(engine: Engine) -> None:
    assert engine.diagnose("\n".join(HARMLESS)) == []


def test_there_are_cases() -> None:
    assert len(NAMES) > 80
    assert len(HARMLESS) > 100
