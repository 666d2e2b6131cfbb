"""What belongs together in a log: ``docs/incidents.md`` has the rule."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.engine import Engine
from diagnose.model import Diagnosis, Entry, Follows, Where
from diagnose.render.summary import summary, summary_json
from diagnose.stream import runs
from diagnose.stream.incidents import Incident, Incidents
from tests.stream import composed

if TYPE_CHECKING:
    from diagnose.stream.runs import Run

LOGS = composed.read()


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(budget_ms=0)


def of_sources(engine: Engine, sources: dict[str, str]) -> list[Incident]:
    incidents = Incidents(engine.catalog.entry)
    for name, text in sources.items():
        for found in engine.scan([text.encode()], source=name):
            incidents.add(found)
    return incidents.incidents()


def counts(found: tuple[Run, ...]) -> dict[str, int]:
    return {run.id: run.times for run in found}


def told(incident: Incident) -> dict[str, Any]:
    said = {
        "root": incident.root.id if incident.root else "",
        "times": incident.root.times if incident.root else 0,
        "led_to": counts(incident.led_to),
        "followers": counts(incident.followers),
        "beside": counts(incident.beside),
        "candidates": list(incident.candidates),
    }
    return {key: value for key, value in said.items() if value}


def expected(incident: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in incident.items() if key not in ("look", "components")}


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log["name"])
def test_incidents_of_a_log(engine: Engine, log: dict[str, Any]) -> None:
    found = of_sources(engine, composed.sources(log))
    assert [told(each) for each in found] == [expected(each) for each in log["incident"]]
    for incident, wanted in zip(found, log["incident"], strict=True):
        assert len(incident.look) >= len(wanted.get("look", []))
        for where in wanted.get("look", []):
            assert any(where in each for each in incident.look)
        if "components" in wanted:
            assert incident.root is not None
            assert list(incident.root.components) == wanted["components"]


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log["name"])
def test_the_order_of_the_sources_does_not_matter(engine: Engine, log: dict[str, Any]) -> None:
    other_way_round = dict(reversed(composed.sources(log).items()))
    found = of_sources(engine, other_way_round)
    assert [told(each) for each in found] == [expected(each) for each in log["incident"]]


def test_the_logs_are_of_many_kinds() -> None:
    assert len({log["name"] for log in LOGS}) == len(LOGS) >= 30


# ------------------------------------------------------------------ any rows

PAGES = {
    "a/first": Entry("a/first", "First", ()),
    "a/second": Entry("a/second", "Second", (), follows=(Follows(("a/first",)),)),
    "b/other": Entry("b/other", "Other", ()),
    "a/echo": Entry("a/echo", "Echo", (), role="follower", follows=(Follows(("a/",)),)),
    "a/any": Entry("a/any", "Any", (), role="follower", follows=(Follows(("*",)),)),
    "b/own": Entry("b/own", "Own", (), role="follower"),
    "known:a/0123": Entry("known:a/0123", "A line", (), role="headline"),
}


def made(
    page: str, second: float, *, source: str = "a.log", timed: bool = True, statement: str = ""
) -> Diagnosis:
    whole = int(second)
    clock = f"{whole // 3600 % 24:02}:{whole // 60 % 60:02}:{whole % 60:02}"
    return Diagnosis(
        id=page,
        title=PAGES[page].title,
        match="known" if page.startswith("known:") else "exact",
        message="m",
        where=Where(source, whole + 1, 0, 1),
        timestamp=f"2026-03-{4 + whole // 86400:02}T{clock}Z" * timed,
        component="c",
        statement=statement,
        statement_origin="field sql" if statement else "",
        role=PAGES[page].role,
    )


pages = st.sampled_from(sorted(PAGES))
near = st.builds(
    made,
    pages,
    st.integers(0, 300),
    source=st.sampled_from(["a.log", "b.log"]),
    timed=st.booleans(),
    statement=st.sampled_from(["", "SELECT 1"]),
)
far = st.builds(made, pages, st.integers(0, 80_000))
rows = st.lists(near | far, max_size=60)


def collected(found: list[Diagnosis]) -> list[Incident]:
    incidents = Incidents(PAGES.get)
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
def test_sources_may_come_in_any_order(found: list[Diagnosis]) -> None:
    one = [each for each in found if each.where.file == "a.log"]
    other = [each for each in found if each.where.file == "b.log"]
    there, back = collected([*one, *other]), collected([*other, *one])
    assert list(map(told, there)) == list(map(told, back))


@given(rows)
def test_a_root_is_never_a_follower(found: list[Diagnosis]) -> None:
    for incident in collected(found):
        own = [PAGES[run.id].role for run in (incident.root, *incident.led_to) if run]
        assert set(own) <= {"cause"}
        assert {PAGES[run.id].role for run in incident.followers} <= {"follower"}


@given(rows)
def test_a_page_that_may_not_follow_does_not(found: list[Diagnosis]) -> None:
    for incident in collected(found):
        if incident.root and incident.root.id.startswith("b/"):
            assert "a/echo" not in counts(incident.followers)
        if incident.root and incident.root.id.startswith("a/"):
            assert "b/own" not in counts(incident.followers)


@given(rows)
def test_candidates_are_other_incidents_with_a_root(found: list[Diagnosis]) -> None:
    incidents = collected(found)
    for number, incident in enumerate(incidents, 1):
        assert number not in incident.candidates
        assert len(incident.candidates) != 1
        assert all(incidents[each - 1].root for each in incident.candidates)


@given(rows)
def test_incidents_can_be_asked_for_twice(found: list[Diagnosis]) -> None:
    incidents = Incidents(PAGES.get)
    for each in found:
        incidents.add(each)
    assert list(map(told, incidents.incidents())) == list(map(told, incidents.incidents()))


# ------------------------------------------------------------------- bounded


def test_many_runs_of_one_page_become_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "MOST_RUNS", 20)
    found = [made("a/first", 1000.0 * number) for number in range(70)]
    incidents = collected(found)
    assert len(incidents) <= 20
    assert sum(run.times for each in incidents for run in each.runs) == 70


def test_a_loop_without_end_stays_one_incident(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "MOST_RUNS", 20)
    found = [
        made(page, 100.0 * number + at)
        for number in range(200)
        for page, at in (("a/first", 0.0), ("a/echo", 10.0))
    ]
    roots = [each for each in collected(found) if each.root]
    assert [each.root.times for each in roots if each.root] == [200]
    assert sum(run.times for each in collected(found) for run in each.followers) == 200


def test_followers_that_cannot_be_told_apart_are_said_to_be_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(runs, "MOST_RUNS", 4)
    text = summary(collected([made("a/echo", 1000.0 * number) for number in range(9)]))
    assert "too many to tell what each of them followed from" in text


def test_sources_without_times_are_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "MOST_RUNS", 10)
    incidents = Incidents(PAGES.get)
    for number in range(500):
        incidents.add(made("a/first", 1.0, source=f"{number}.log", timed=False))
    found = incidents.incidents()
    assert len(found) <= 10
    assert sum(run.times for each in found for run in each.runs) + incidents.lost == 500


# ------------------------------------------------------------------ rendered


def test_an_incident_is_told_with_all_that_belongs_to_it() -> None:
    found = [
        made("a/first", 60),
        made("a/second", 61),
        made("a/echo", 62),
        made("a/echo", 63),
        made("known:a/0123", 64),
    ]
    assert summary(collected(found)) == (
        "summary: 5 diagnosed, 1 incident\n"
        "  1. a/first  First\n"
        "     once, 2026-03-04T00:01:00Z\n"
        "     in c\n"
        "     led to a/second  Second\n"
        "       once, 2026-03-04T00:01:01Z\n"
        "       in c\n"
        "     followed by a/echo  Echo\n"
        "       2 times, first 2026-03-04T00:01:02Z, last 2026-03-04T00:01:03Z\n"
        "       in c\n"
        "     beside it known:a/0123  A line\n"
        "       once, 2026-03-04T00:01:04Z\n"
        "       in c\n"
    )


def test_followers_alone_are_told_as_such() -> None:
    text = summary(collected([made("a/echo", 61)]))
    assert text.splitlines()[1] == "  1. consequences only; what came first is not in this input"


def test_followers_of_one_of_several_are_told_as_such() -> None:
    text = summary(collected([made("a/first", 60), made("b/other", 60), made("a/any", 61)]))
    assert "  3. consequences only; nothing says whether of 1 or 2\n" in text


def test_lines_that_belong_to_no_incident_come_last() -> None:
    text = summary(collected([made("known:a/0123", 60), made("b/other", 9000)]))
    assert text.splitlines()[0] == "summary: 2 diagnosed, 1 incident"
    assert text.splitlines()[4:6] == [
        "  no incident, or nothing says of which: log lines that no page describes",
        "     known:a/0123  A line",
    ]


def test_as_json_each_incident_is_a_line() -> None:
    found = [made("a/first", 60), made("a/echo", 61), made("b/other", 9000)]
    first, second = map(json.loads, summary_json(collected(found)).splitlines())
    assert first["type"] == second["type"] == "incident"
    assert (first["number"], first["schema"]) == (1, 1)
    assert (first["root"]["id"], first["times"]) == ("a/first", 2)
    assert [each["id"] for each in first["followers"]] == ["a/echo"]
    assert second["followers"] == second["led_to"] == second["candidates"] == []


def test_what_there_was_no_room_for_is_told() -> None:
    assert "  and 3 more, too many to tell apart\n" in summary([], 3)
    assert json.loads(summary_json([], 3)) == {"type": "lost", "times": 3, "schema": 1}
