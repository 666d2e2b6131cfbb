"""What class a message is given, as data: ``cases.toml`` and the examples of the pages."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose import classes
from diagnose.classes import weights

HERE = Path(__file__).parent
CASES = [
    (text, case["class"])
    for case in tomllib.loads((HERE / "cases.toml").read_text("utf-8"))["case"]
    for text in case["texts"]
]
LOOK_ALIKES = [
    (text, name, other)
    for name in classes.names()
    for text, other, _ in classes.page(name).look_alikes
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_class_of_a_message(text: str, expected: str) -> None:
    found = classes.classify(text)
    assert (found.name if found else "") == expected


def test_cases_of_every_class() -> None:
    assert {name for _, name in CASES} == {"", *classes.names()}


@pytest.mark.parametrize(("text", "name", "other"), LOOK_ALIKES)
def test_look_alikes_are_not_of_the_class(text: str, name: str, other: str) -> None:
    found = classes.classify(text)
    assert found is None or found.name != name
    assert found is None or other


@pytest.mark.parametrize("text", [text for text, name in CASES if name])
def test_confidence_is_a_share_that_suffices(text: str) -> None:
    found = classes.classify(text)
    assert found is not None
    assert 0.5 < found.confidence <= 1
    assert set(found.roles) <= set(classes.page(found.name).extract)


@given(st.text(max_size=300))
def test_any_text_is_taken_and_always_answered_alike(text: str) -> None:
    first = classes.classify(text)
    assert classes.classify(text) == first
    assert first is None or (first.name in classes.names() and 0 <= first.confidence <= 1)


CUE_WORDS = "must not be <= 5 'x' is closed while /a/b : ( ) [ , ] range state in of"


@given(
    st.lists(
        st.sampled_from(CUE_WORDS.split()),
        max_size=40,
    )
)
def test_any_row_of_cues_is_taken(words: list[str]) -> None:
    text = " ".join(words)
    assert classes.classify(text) == classes.classify(text)


def test_a_long_message_costs_no_more_than_its_start() -> None:
    text = "pool_size must be at least 4 " + "x('" * 100_000
    assert classes.classify(text) == classes.classify(text[: 600 + 1000])


def test_nothing_is_loaded_before_the_first_question() -> None:
    program = (
        "import sys, diagnose.classes; "
        "print([n for n in ('tomllib', 'diagnose.classes.weights', 'diagnose.classes.pages') "
        "if n in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        cwd=HERE.parents[1],
    )
    assert done.stdout == "[]\n"


class TestWeights:
    TEXT = (
        "# made by hand\nclasses\ta b\nstart\t0 0\nconfidence\t0.5:0.4 1.0:0.9\n"
        "answers\t*:0.6 b:0.8\n=x\t0:100 1:-100\n"
    )

    def test_scores_are_shares(self) -> None:
        shares = weights.parse(self.TEXT).scores({"=x", "=unknown"})
        assert sum(shares) == pytest.approx(1)
        assert shares[0] == pytest.approx(0.8808, abs=1e-4)

    @pytest.mark.parametrize(
        ("score", "expected"), [(0.1, 0.4), (0.5, 0.4), (0.75, 0.65), (1.0, 0.9)]
    )
    def test_confidence_lies_between_the_knots(self, score: float, expected: float) -> None:
        assert weights.parse(self.TEXT).confidence(score) == pytest.approx(expected)

    def test_a_class_may_ask_for_more(self) -> None:
        read = weights.parse(self.TEXT)
        assert read.answers_at("a", 0.7)
        assert not read.answers_at("b", 0.7)
