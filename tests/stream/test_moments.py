"""When a diagnosis came, as far as its record and those around it tell."""

from __future__ import annotations

from diagnose.stream import moments
from diagnose.stream.moments import IN_TIME, MOST_SOURCES, NEAR_LINES, Moments, of_line

ONE, TWO = "2026-03-04T02:14:55Z", "2026-03-04T02:15:00Z"


def test_times_with_a_date_are_on_one_scale() -> None:
    told = Moments()
    first, second = told.told("a.log", 1, ONE), told.told("b.log", 9, TWO)
    assert first is not None
    assert second is not None
    assert first.scale == second.scale == IN_TIME
    assert (second.at - first.at, second.shown) == (5.0, TWO)


def test_a_time_of_day_is_of_its_source_alone() -> None:
    told = Moments()
    first, second = told.told("a.log", 1, "02:14:55"), told.told("b.log", 1, "02:14:55")
    assert first is not None
    assert second is not None
    assert first.scale != second.scale


def test_midnight_passes_forward_and_back() -> None:
    told = Moments()
    times = [told.told("a.log", 1, each) for each in ("23:59:58", "00:00:03", "23:59:59")]
    seconds = [each.at for each in times if each]
    assert seconds == [86398.0, 86403.0, 86399.0]


def test_near_lines_share_a_time() -> None:
    told = Moments()
    told.told("a.log", 1000, ONE)
    near = told.near("a.log", 1000 + NEAR_LINES)
    assert near is not None
    assert near.shown == ONE
    assert told.near("a.log", 1000 - NEAR_LINES) == near
    assert told.near("a.log", 1001 + NEAR_LINES) is None
    assert told.near("b.log", 1000) is None


def test_what_cannot_be_read_is_shown_as_it_is() -> None:
    assert Moments().told("a.log", 7, "yesterday") is None
    assert of_line("a.log", 7, "yesterday").shown == "yesterday"
    assert of_line("a.log", 7).shown == "a.log:7"


def test_sources_that_are_remembered_are_bounded() -> None:
    told = Moments()
    for number in range(2 * MOST_SOURCES):
        told.told(f"{number}.log", 1, ONE)
    assert told.near("0.log", 1) is None
    assert told.near(f"{2 * MOST_SOURCES - 1}.log", 1) is not None


def test_lines_and_seconds_reach_differently() -> None:
    assert moments.reach(of_line("a", 1).scale).gap == 2000.0
    assert moments.reach(IN_TIME).gap == 600.0
