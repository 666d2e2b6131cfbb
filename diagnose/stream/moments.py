"""When each diagnosis came, as far as its record and those around it tell."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.stream.times import DATED, DAYLESS, YEARLESS, stamp

if TYPE_CHECKING:
    from diagnose.stream.times import Stamp

IN_TIME = ""
"""The scale of all records that tell a time with a date, whatever their source."""
IN_SOME_YEAR = "year"
_OF_A_DAY = "day:"
_OF_LINES = "line:"
NEAR_LINES = 200
"""A record without a time has that of a diagnosed one so many lines away."""
MOST_SOURCES = 1024
_DAY = 86400.0


class Moment(NamedTuple):
    """A place on a scale: only those on one scale are compared."""

    scale: str
    at: float
    """In seconds, or in lines where the source tells no time."""
    shown: str
    """As the record tells it: a time, or a source and its line."""


class Reach(NamedTuple):
    """How far apart two diagnoses may be that belong together."""

    gap: float
    """From the last time of a page to its next one, in one incident."""
    window: float
    """From the last record of an incident to one that follows from it."""
    lead: float
    """From one that follows to the begin of what it follows from: clocks differ."""
    close: float
    """Followers of one page as near as this are looked at together."""


_SECONDS = Reach(gap=600.0, window=60.0, lead=10.0, close=5.0)
_LINES = Reach(gap=2000.0, window=400.0, lead=0.0, close=5.0)


def reach(scale: str) -> Reach:
    """How far a scale's records reach.

    >>> reach("").window, reach("line:a.log").window
    (60.0, 400.0)
    """
    return _LINES if scale.startswith(_OF_LINES) else _SECONDS


def of_line(source: str, line: int, shown: str = "") -> Moment:
    """A moment of which nothing is known but the line."""
    return Moment(_OF_LINES + source, float(line), shown or f"{source}:{line}")


class Moments:
    """Remembers of each source the last time that a diagnosed record told."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[int, Moment]] = {}

    def told(self, source: str, line: int, text: str) -> Moment | None:
        """What the record's own time says; None where it has none that can be read."""
        time = stamp(text) if text else None
        if time is None:
            return None
        moment = self._placed(source, time, text)
        if len(self._last) >= MOST_SOURCES and source not in self._last:
            del self._last[next(iter(self._last))]
        self._last[source] = line, moment
        return moment

    def near(self, source: str, line: int) -> Moment | None:
        """The last time of the source, where it is near enough to the line."""
        known = self._last.get(source)
        return known[1] if known and abs(line - known[0]) <= NEAR_LINES else None

    def _placed(self, source: str, time: Stamp, text: str) -> Moment:
        if time.kind == DATED:
            return Moment(IN_TIME, time.seconds, text)
        if time.kind == YEARLESS:
            return Moment(IN_SOME_YEAR, time.seconds, text)
        assert time.kind == DAYLESS
        return Moment(_OF_A_DAY + source, self._after_midnights(source, time.seconds), text)

    def _after_midnights(self, source: str, seconds: float) -> float:
        """A time of day, in the day that brings it nearest to the last one of its source."""
        known = self._last.get(source)
        if known is None or known[1].scale != _OF_A_DAY + source:
            return seconds
        days = round((known[1].at - seconds) / _DAY)
        return seconds + days * _DAY
