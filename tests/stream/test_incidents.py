"""What belongs together in a log: ``docs/incidents.md`` has the rule."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.engine import Engine
from diagnose.model import Diagnosis, Where
from diagnose.render.summary import summary, summary_json
from diagnose.stream.incidents import MOST_RUNS, Incident, Incidents
from diagnose.stream.times import seconds

LOGS = tomllib.loads((Path(__file__).parents[1] / "cases" / "incidents.toml").read_text())


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(budget_ms=0)


def of_sources(engine: Engine, sources: dict[str, str]) -> list[Incident]:
    incidents = Incidents()
    for name, text in sources.items():
        for found in engine.scan([text.lstrip("\n").encode()], source=name):
            incidents.add(found)
    return incidents.incidents()


def told(incident: Incident) -> tuple[str, int, dict[str, int]]:
    root = incident.root
    followers = {run.id: run.times for run in incident.followers}
    return (root.id if root else "", root.times if root else 0, followers)


def expected(root: dict[str, Any]) -> tuple[str, int, dict[str, int]]:
    return (root["id"], root.get("times", 0), root.get("followers", {}))


@pytest.mark.parametrize("log", LOGS["incident"], ids=lambda log: log["name"])
def test_incidents_of_a_log(engine: Engine, log: dict[str, Any]) -> None:
    assert list(map(told, of_sources(engine, log["sources"]))) == list(map(expected, log["roots"]))


@pytest.mark.parametrize("log", LOGS["incident"], ids=lambda log: log["name"])
def test_the_order_of_the_sources_does_not_matter(engine: Engine, log: dict[str, Any]) -> None:
    other_way_round = dict(reversed(log["sources"].items()))
    assert list(map(told, of_sources(engine, other_way_round))) == list(map(expected, log["roots"]))


# ------------------------------------------------------------------ any rows


def made(
    page: int, second: int, *, follows: bool, source: str = "a.log", timed: bool = True
) -> Diagnosis:
    return Diagnosis(
        id=f"page/{page}{'/follows' * follows}",
        title="Something",
        match="exact",
        message="m",
        where=Where(source, second + 1, 0, 1),
        timestamp=f"2026-03-04T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}Z"
        * timed,
        component="c",
        role="follower" if follows else "cause",
    )


rows = st.lists(
    st.builds(
        made,
        st.integers(0, 3),
        st.integers(0, 80_000),
        follows=st.booleans(),
        source=st.sampled_from(["a.log", "b.log"]),
        timed=st.booleans(),
    ),
    max_size=40,
)


def collected(found: list[Diagnosis]) -> list[Incident]:
    incidents = Incidents()
    for each in found:
        incidents.add(each)
    return incidents.incidents()


@given(rows)
def test_every_diagnosis_is_counted_in_one_incident(found: list[Diagnosis]) -> None:
    counted = [run.times for incident in collected(found) for run in incident.runs]
    assert sum(counted) == len(found)


@given(rows, st.randoms())
def test_the_order_of_timed_records_does_not_matter(found: list[Diagnosis], random: Any) -> None:
    timed = [each for each in found if each.timestamp]
    shuffled = list(timed)
    random.shuffle(shuffled)
    assert list(map(told, collected(timed))) == list(map(told, collected(shuffled)))


@given(rows)
def test_a_root_is_never_a_follower(found: list[Diagnosis]) -> None:
    for incident in collected(found):
        assert incident.root is None or not incident.root.is_follower
        assert all(run.is_follower for run in incident.followers)


def test_what_is_remembered_is_bounded() -> None:
    incidents = Incidents()
    for number in range(3 * MOST_RUNS):
        found = made(1, 0, follows=False, source=f"{number}.log", timed=False)
        incidents.add(
            found._replace(timestamp=f"{2000 + number // 12}-{number % 12 + 1:02}-01T00:00:00Z")
        )
    found_incidents = incidents.incidents()
    assert len(found_incidents) == MOST_RUNS
    assert sum(run.times for each in found_incidents for run in each.runs) == 3 * MOST_RUNS


# ------------------------------------------------------------------- times


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-04T02:14:55.5Z",
        "2026-03-04 02:14:55,500",
        "2026/03/04 02:14:55.500",
        "2026-03-04T03:14:55.500+01:00",
        "2026-03-03T20:44:55.5-0530",
        "[2026-03-04 02:14:55.5 UTC]",
        "1772590495.5",
        "1772590495500",
        "1772590495500000000",
    ],
)
def test_one_time_in_many_forms(text: str) -> None:
    assert seconds(text) == 1772590495.5


@pytest.mark.parametrize(
    "text", ["", "02:14:55", "Mar  4 02:14:55", "I0304 02:14:55", "2026-13-41T99:00:00Z"]
)
def test_a_time_without_a_date_is_none(text: str) -> None:
    assert seconds(text) is None


@given(st.text(max_size=60))
def test_any_text_may_stand_for_a_time(text: str) -> None:
    assert seconds(text) is None or isinstance(seconds(text), float)


# ------------------------------------------------------------------ rendered


def test_an_incident_is_told_with_its_followers() -> None:
    found = [made(1, 60, follows=False), made(2, 61, follows=True), made(2, 62, follows=True)]
    assert summary(collected(found)) == (
        "summary: 3 diagnosed, 1 incident\n"
        "  1. page/1  Something\n"
        "     once, 2026-03-04T00:01:00Z\n"
        "     in c\n"
        "     followed by page/2/follows  Something\n"
        "       2 times, first 2026-03-04T00:01:01Z, last 2026-03-04T00:01:02Z\n"
        "       in c\n"
    )


def test_followers_alone_are_told_as_such() -> None:
    text = summary(collected([made(2, 61, follows=True)]))
    assert text.splitlines()[1] == "  1. consequences only; their cause is not in this input"


def test_as_json_each_incident_is_a_line() -> None:
    found = [made(1, 60, follows=False), made(2, 61, follows=True), made(3, 9000, follows=False)]
    assert len(summary_json(collected(found)).splitlines()) == 2
