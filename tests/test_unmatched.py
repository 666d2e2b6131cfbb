"""A failure that no template fits: what is said of it, and when nothing is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from diagnose import classes
from diagnose.engine import Engine, Options

if TYPE_CHECKING:
    from diagnose.model import Diagnosis

OUT_OF_RANGE = "knob_depth must be between 1 and 500, got 900"


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(budget_ms=0)


def only(found: list[Diagnosis]) -> Diagnosis:
    (diagnosis,) = found
    return diagnosis


def test_the_class_of_a_bare_message_and_what_it_says(engine: Engine) -> None:
    found = only(engine.diagnose(OUT_OF_RANGE))
    assert (found.id, found.match, found.class_) == (
        "class/range_validation",
        "class",
        "range_validation",
    )
    assert found.captures["parameter"] == "knob_depth"
    assert (found.captures["lower"], found.captures["upper"]) == ("1", "500")
    assert found.confidence < 1
    assert found.fixes == classes.advice("range_validation")
    assert not any(fix.command for fix in found.fixes)


def test_the_layers_above_are_told_apart_and_the_deepest_one_counts(engine: Engine) -> None:
    found = only(
        engine.diagnose(f"ERROR:  Failed to run the query\n\nCaused by:\n  {OUT_OF_RANGE}")
    )
    assert found.id == "class/range_validation"
    assert found.message == OUT_OF_RANGE
    assert found.chain == ("Failed to run the query", OUT_OF_RANGE)


def test_an_exception_is_a_text_on_its_own(engine: Engine) -> None:
    assert only(engine.diagnose(ValueError(OUT_OF_RANGE))).class_ == "range_validation"


@pytest.mark.parametrize(
    ("line", "answered"),
    [
        (f"2026-03-04T05:06:07.000008Z ERROR shop::till: {OUT_OF_RANGE}", True),
        (f'{{"level":"fatal","msg":"{OUT_OF_RANGE}"}}', True),
        (f"2026-03-04T05:06:07.000008Z  WARN shop::till: {OUT_OF_RANGE}", False),
        (f"2026-03-04T05:06:07.000008Z  INFO shop::till: {OUT_OF_RANGE}", False),
        (f"2026-03-04 05:06:07 {OUT_OF_RANGE}", False),
    ],
)
def test_a_record_is_asked_about_only_at_a_failing_level(
    engine: Engine, line: str, answered: bool
) -> None:
    streamed = engine.scan([line.encode() + b"\n"])
    assert [each.match for each in streamed] == ["class"] * answered
    assert [each.match for each in engine.diagnose(line)] == ["class"] * answered


def test_a_line_of_a_stream_without_a_level_is_not_asked_about(engine: Engine) -> None:
    assert list(engine.scan([OUT_OF_RANGE.encode() + b"\n"])) == []


def test_a_guess_is_not_given_beside_a_page(engine: Engine) -> None:
    page = "ERROR:  specified parallelism 6 should not exceed max parallelism 4"
    text = f"2026-03-04T05:06:07.000008Z ERROR shop::till: {OUT_OF_RANGE}\n{page}\n"
    assert [each.match for each in engine.diagnose(text)] == ["exact"]


@pytest.mark.parametrize(
    "text", ["all is well", "the till reports 4 sales", "no failure here", "", "select 1;"]
)
def test_nothing_is_said_of_what_reports_no_failure(engine: Engine, text: str) -> None:
    assert engine.diagnose(text) == []


def test_a_class_can_be_ignored() -> None:
    quiet = Engine(options=Options(ignore=frozenset({"class/range_validation"})), budget_ms=0)
    assert quiet.diagnose(OUT_OF_RANGE) == []
