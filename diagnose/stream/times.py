"""The times that records tell, as seconds: only to compare them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    import re

_DATE = lazy_pattern(
    r"(\d{4})[-/](\d\d)[-/](\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?"
    r" ?(?:(Z|UTC|GMT)\b|([+-])(\d\d):?(\d\d)?)?"
)
_EPOCH = lazy_pattern(r"\d{10}(?:\d{3}|\d{6}|\d{9})?(?:\.\d{1,9})?$")
_SECONDS_DIGITS = 10
_LEAP_SECOND = 60


def seconds(timestamp: str) -> float | None:
    """Seconds since 1970; None for a form without a date. A time without zone is read as UTC.

    >>> seconds("2026-03-04T02:14:55.5Z") == seconds("2026-03-04 03:14:55,500 +01:00")
    True
    >>> seconds("1772590495500"), seconds("02:14:55")
    (1772590495.5, None)
    """
    found = _DATE.search(timestamp)
    if found:
        return _of_date(found)
    if _EPOCH.match(timestamp):
        whole = timestamp.partition(".")[0]
        return float(timestamp) / 10.0 ** (len(whole) - _SECONDS_DIGITS)
    return None


def _of_date(found: re.Match[str]) -> float | None:
    year, month, day, hour, minute, second = (int(found[group]) for group in range(1, 7))
    zone = UTC
    if found[9]:
        offset = timedelta(hours=int(found[10]), minutes=int(found[11] or 0))
        zone = timezone(offset if found[9] == "+" else -offset)
    leap = second == _LEAP_SECOND
    try:
        time = datetime(year, month, day, hour, minute, second - leap, tzinfo=zone)
        return float(time.timestamp()) + leap + float(f"0.{found[7] or 0}")
    except (ValueError, OverflowError):
        return None
