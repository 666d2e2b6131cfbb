from __future__ import annotations

import pytest

from diagnose import template
from diagnose.prefilter import collect, runs, stands_in
from diagnose.prefilter.windows import WIDEST


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("no such job {id:int} in the catalog", [("no such job",), ("in the catalog",)]),
        ("too short {a} to say {b}", []),
        ('the name of "{name}" is not known here', [("the name of",), ("is not known here",)]),
        ("a[[ part that may be missing]] and one that stays", [("and one that stays",)]),
        (
            "{what:one_of(first of all things|second of them)}: gone",
            [("first of all things", "second of them")],
        ),
        ("{what:one_of(first of all things|other)}: gone", []),
        ("first line of it\nthe second line is longer", [("the second line is longer",)]),
        (
            "rate must be <= 3 of the whole cluster",
            [("rate must be",), ("3 of the whole cluster",)],
        ),
    ],
)
def test_runs_are_what_no_escape_changes(source: str, expected: list[tuple[str, ...]]) -> None:
    assert runs(template.parse(source)) == expected


def test_all_groups_must_stand_in_one_line() -> None:
    groups = [("no such job",), ("in the catalog", "in the store")]
    assert stands_in(groups, "x\nno such job 3 in the store")
    assert not stands_in(groups, "no such job 3\nin the store")
    assert not stands_in(groups, "no such  job 3 in the store")


def test_what_has_no_run_stands_nowhere() -> None:
    assert not stands_in([], "anything")


def test_windows_are_parts_of_runs_and_avoid_what_logs_always_say() -> None:
    source = "risingwave_meta::barrier: checkpoint completed: the zebra quagga jumped"
    (wording,) = collect([template.parse(source)]).wordings
    assert wording.groups == ((source,),)
    (window,) = wording.windows
    assert len(window) == WIDEST
    assert "zebra quagga" in window
    assert "risingwave" not in window


def test_the_same_runs_are_searched_for_once() -> None:
    twice = [template.parse("no such job {a} here"), template.parse("no such job {b} here")]
    assert len(collect(twice).wordings) == 1
