"""The times that records tell, as seconds: only to compare them."""

from __future__ import annotations

from datetime import MAXYEAR, MINYEAR, UTC, datetime, timedelta, timezone, tzinfo

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    import re

DATED, YEARLESS, DAYLESS = "dated", "yearless", "dayless"


class Stamp(NamedTuple):
    """A time, and what is known of its day."""

    kind: str
    """``DATED``: since 1970; ``YEARLESS``: in a year that is not said; ``DAYLESS``: of a day."""
    seconds: float


_CLOCK = r"(?P<h>\d\d):(?P<min>\d\d):(?P<s>\d\d)(?:[.,](?P<part>\d{1,9}))?"
_MONTH = r"(?P<mon>[A-Z][a-z]{2})"
_ZONE = r"(?: ?(?:Z|UTC|GMT)\b| ?(?P<sign>[+-])(?P<zh>\d\d):?(?P<zm>\d\d)?)?"
_DATES = (
    lazy_pattern(rf"(?P<y>\d{{4}})[-/](?P<m>\d\d)[-/](?P<d>\d\d)[T ]{_CLOCK}{_ZONE}"),
    lazy_pattern(rf"(?P<d>\d\d?)[/ -]{_MONTH}[/ -](?P<y>\d{{4}})[: ]{_CLOCK}{_ZONE}"),
    lazy_pattern(rf"{_MONTH} {{1,2}}(?P<d>\d\d?) {_CLOCK}(?: (?P<y>\d{{4}})\b)?"),
    lazy_pattern(rf"{_CLOCK} UTC (?P<m>\d\d)/(?P<d>\d\d)/(?P<y>\d{{4}})"),
)
_OF_DAY = lazy_pattern(_CLOCK + "$")
_EPOCH = lazy_pattern(r"\d{10}(?:\d{3}|\d{6}|\d{9})?(?:\.\d{1,9})?$")
_SECONDS_DIGITS = 10
_LEAP_SECOND = 60
_MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec"
_SOME_YEAR = 2000
"""One with a 29th of February."""
_HOUR = 3600


def stamp(text: str) -> Stamp | None:
    """The time that a record tells; None where it tells none. Without a zone it is read as UTC.

    >>> stamp("2026-03-04T02:14:55.5Z") == stamp("2026-03-04 03:14:55,500 +01:00")
    True
    >>> stamp("1772590495500"), stamp("02:14:55")
    (Stamp(kind='dated', seconds=1772590495.5), Stamp(kind='dayless', seconds=8095.0))
    """
    for form in _DATES:
        found = form.search(text)
        if found:
            return _of_date(found.groupdict())
    if _EPOCH.match(text):
        whole = text.partition(".")[0]
        return Stamp(DATED, float(text) / 10.0 ** (len(whole) - _SECONDS_DIGITS))
    found = _OF_DAY.match(text)
    return Stamp(DAYLESS, _of_day(found)) if found else None


def _of_day(found: re.Match[str]) -> float:
    hours, minutes, seconds = int(found["h"]), int(found["min"]), int(found["s"])
    return hours * _HOUR + minutes * 60.0 + seconds + float(f"0.{found['part'] or 0}")


def _of_date(said: dict[str, str | None]) -> Stamp | None:
    year, month = said.get("y"), _month(said)
    second = int(said["s"] or 0)
    leap = second == _LEAP_SECOND
    try:
        time = datetime(
            int(year or _SOME_YEAR),
            month,
            int(said["d"] or 0),
            int(said["h"] or 0),
            int(said["min"] or 0),
            second - leap,
            tzinfo=_zone(said),
        )
        seconds = time.timestamp() + leap + float(f"0.{said['part'] or 0}")
    except (ValueError, OverflowError):
        return None
    return Stamp(DATED if year else YEARLESS, seconds)


def _month(said: dict[str, str | None]) -> int:
    name = said.get("mon")
    if name:
        place = _MONTHS.find(name)
        return place // 3 + 1 if place >= 0 and place % 3 == 0 else 0
    return int(said.get("m") or 0)


def _zone(said: dict[str, str | None]) -> tzinfo:
    if not said.get("sign"):
        return UTC
    offset = timedelta(hours=int(said["zh"] or 0), minutes=int(said["zm"] or 0))
    return timezone(offset if said["sign"] == "+" else -offset)


def in_year(seconds: float, near: float) -> float:
    """A time of a year that is not said, in the year that brings it nearest to another time."""
    day = datetime.fromtimestamp(seconds, UTC)
    about = datetime.fromtimestamp(near, UTC).year
    years = (year for year in (about - 1, about, about + 1) if MINYEAR < year < MAXYEAR)
    found = [_moved(day, year).timestamp() for year in years]
    return min(found, key=lambda time: abs(time - near))


def _moved(day: datetime, year: int) -> datetime:
    try:
        return day.replace(year=year)
    except ValueError:  # the 29th of February
        return day.replace(year=year, day=28)
