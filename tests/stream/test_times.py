"""The times that records tell."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.stream.times import DATED, DAYLESS, YEARLESS, in_year, stamp


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-04T02:14:55.5Z",
        "2026-03-04 02:14:55,500",
        "2026/03/04 02:14:55.500",
        "2026-03-04T03:14:55.500+01:00",
        "2026-03-03T20:44:55.5-0530",
        "[2026-03-04 02:14:55.5 UTC]",
        "04/Mar/2026:02:14:55.5 +0000",
        "1772590495.5",
        "1772590495500",
        "1772590495500000000",
    ],
)
def test_one_time_in_many_forms(text: str) -> None:
    assert stamp(text) == (DATED, 1772590495.5)


@pytest.mark.parametrize(
    "text", ["02:14:55 UTC 03/04/2026", "Wed Mar  4 02:14:55 2026", "4 Mar 2026 02:14:55"]
)
def test_forms_without_parts_of_a_second(text: str) -> None:
    assert stamp(text) == (DATED, 1772590495.0)


@pytest.mark.parametrize("text", ["02:14:55", "02:14:55.000000"])
def test_a_time_of_day(text: str) -> None:
    assert stamp(text) == (DAYLESS, 2 * 3600 + 14 * 60 + 55)


@pytest.mark.parametrize("text", ["Mar  4 02:14:55", "Mar 04 02:14:55", "Feb 29 10:00:00"])
def test_a_time_without_a_year(text: str) -> None:
    found = stamp(text)
    assert found is not None
    assert found.kind == YEARLESS


@pytest.mark.parametrize("text", ["", "4m12s", "I0304", "2026-13-41T99:00:00Z", "Foo 12 02:14:55"])
def test_what_tells_no_time(text: str) -> None:
    assert stamp(text) is None


@given(st.text(max_size=60) | st.from_regex(r"[0-9TZ:. +-]{5,30}"))
def test_any_text_may_stand_for_a_time(text: str) -> None:
    found = stamp(text)
    assert found is None or isinstance(found.seconds, float)


@given(
    st.datetimes(datetime(1971, 2, 1), datetime(2100, 1, 1)),  # noqa: DTZ001 - UTC below
    st.timedeltas(timedelta(days=-150), timedelta(days=150)),
)
def test_a_year_is_the_one_that_is_nearest(time: datetime, off: timedelta) -> None:
    said = time.replace(microsecond=0, tzinfo=UTC)
    found = stamp(said.strftime("%b %d %H:%M:%S"))
    assert found is not None
    assert in_year(found.seconds, (said + off).timestamp()) == said.timestamp()


def test_the_29th_of_february_in_another_year() -> None:
    found = stamp("Feb 29 10:00:00")
    assert found is not None
    near = datetime(2026, 3, 1, tzinfo=UTC).timestamp()
    assert datetime.fromtimestamp(in_year(found.seconds, near), UTC).day == 28
