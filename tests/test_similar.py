"""Near misses: messages that no template fits, and the page that they are nearest to."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.engine import Engine, Options
from diagnose.model import Difference
from diagnose.similar.aligning import align

PAGE = "risingwave/scale/parallelism-exceeds-max"
HARMLESS = (Path(__file__).parent / "cases" / "harmless.txt").read_text().splitlines()


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(budget_ms=0)


NEAR = [
    ("a word changed", "specified parallelism 6 must not exceed max parallelism 4"),
    ("a letter wrong", "specified paralelism 6 should not exceed max parallelism 4"),
    ("cut off", "specified parallelism 6 should not exceed max paral"),
    ("a clause more", "specified parallelism 6 of the job should not exceed max parallelism 4"),
    ("the other way round", "should not exceed max parallelism 4, specified parallelism 6"),
]


@pytest.mark.parametrize("text", [text for _, text in NEAR], ids=[name for name, _ in NEAR])
def test_the_nearest_page_is_offered(engine: Engine, text: str) -> None:
    (found,) = engine.diagnose(text)
    assert (found.id, found.match) == (PAGE, "similar")
    assert 0 < found.confidence < 1


def test_the_difference_and_what_can_still_be_captured(engine: Engine) -> None:
    (found,) = engine.diagnose("specified parallelism 6 must not exceed max parallelism 4")
    assert found.difference == (Difference("should", "must"),)
    assert found.captures == {"n": 6, "max_parallelism": 4}


def test_a_corrected_statement_is_not_called_safe(engine: Engine) -> None:
    text = "specified parallelism 6 must not exceed max parallelism 4"
    (found,) = engine.diagnose(text, statement="ALTER TABLE t SET PARALLELISM = 6")
    commands = [fix for fix in found.fixes if fix.command]
    assert any("PARALLELISM = 4" in fix.command for fix in commands)
    assert all(fix.applicability != "safe" for fix in found.fixes)


def test_the_layer_below_known_wrappers_is_compared(engine: Engine) -> None:
    text = (
        "ERROR:  Failed to run the query\n\nCaused by these errors (recent errors listed first):\n"
        "  1: gRPC request to meta service (call `/ddl_service.DdlService/AlterParallelism`) "
        "failed: Internal error\n"
        "  2: specified parallelism 6 must not exceed max parallelism 4\n"
    )
    (found,) = engine.diagnose(text)
    assert (found.id, found.match) == (PAGE, "similar")
    assert found.message == "specified parallelism 6 must not exceed max parallelism 4"
    assert found.context["call"] == "/ddl_service.DdlService/AlterParallelism"


@pytest.mark.parametrize(
    "text",
    [
        "the parallelism of the choir is exceeded only by its volume",
        "specified on the label",
        "max",
        "",
        "6 4",
    ],
)
def test_what_only_shares_words_is_near_to_nothing(engine: Engine, text: str) -> None:
    assert [each for each in engine.diagnose(text) if each.match == "similar"] == []


def test_words_that_are_only_quoted_are_not_compared(engine: Engine) -> None:
    found = engine.diagnose('grep -r "no space left on device" /var/log')
    assert [each for each in found if each.match == "similar"] == []


def test_no_harmless_line_is_near_to_a_page(engine: Engine) -> None:
    found = [each for line in HARMLESS for each in engine.diagnose(line)]
    assert [each.message for each in found if each.match == "similar"] == []


def test_an_exact_match_is_not_compared(engine: Engine) -> None:
    (found,) = engine.diagnose("specified parallelism 6 should not exceed max parallelism 4")
    assert (found.id, found.match, found.difference) == (PAGE, "exact", ())


def test_a_near_page_can_be_ignored() -> None:
    quiet = Engine(options=Options(ignore=frozenset({PAGE})), budget_ms=0)
    assert quiet.diagnose(NEAR[0][1]) == []


# ------------------------------------------------------------------ alignment

ALIGNED = [
    ("job {id:int} is gone", "job 7 is gone", [], {"id": 7}),
    ("job {id:int} is gone", "job seven is gone", [("{id}", "seven")], {}),
    ("job {id:int} is gone", "task 7 is gone", [("job {id}", "task 7")], {}),
    ("{a} to {b}: refused", "x1 to y2: denied", [("refused", "denied")], {"a": "x1", "b": "y2"}),
    ("no {kind:one_of(job|sink)} here", "no sink here now", [("", "now")], {"kind": "sink"}),
    ("a worker {id:int} left", "a wroker 7 left", [("worker", "wroker")], {"id": 7}),
    ("no job here[[ since {day}]]", "no job here since May", [], {"day": "May"}),
    ("no job here[[ since {day}]]", "no job here", [], {}),
]


@pytest.mark.parametrize(("source", "message", "difference", "captures"), ALIGNED)
def test_alignment(
    source: str,
    message: str,
    difference: list[tuple[str, str]],
    captures: dict[str, object],
) -> None:
    found = align(source, message)
    assert [tuple(each) for each in found.difference] == difference
    assert found.captures == captures


@given(st.text(max_size=200))
def test_any_text_can_be_aligned(text: str) -> None:
    found = align("job {id:int} of {owner} is {state:one_of(gone|late)}[[: {why:chain}]]", text)
    assert set(found.captures) <= {"id", "owner", "state"}


@given(st.lists(st.sampled_from([*NEAR[0][1].split(), "\n", ":", "ERROR", "\x00", "é"])))
def test_any_row_of_words_is_answered_honestly(engine: Engine, words: list[str]) -> None:
    for found in engine.diagnose(" ".join(words)):
        assert found.match == "exact" or found.confidence < 1
        assert found.match == "exact" or all(fix.applicability != "safe" for fix in found.fixes)


def test_the_answer_does_not_depend_on_the_order_of_sets() -> None:
    ask = f"import diagnose; print(diagnose.diagnose({NEAR[1][1]!r})[0].to_dict())"
    said = {
        subprocess.run(
            [sys.executable, "-c", ask],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in (1, 2, 3)
    }
    assert len(said) == 1
