"""What belongs together: a cause, its repeats, and what followed from it.

The rule, in full in ``docs/incidents.md``:

- the same cause again within ``GAP`` is the same incident;
- a follower belongs to the last cause that began before it and was seen no longer than ``WINDOW``
  ago, else to the next one that begins within ``LEAD``, else to none;
- two causes are two incidents.
"""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.stream.times import seconds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diagnose.model import Diagnosis


class Reach(NamedTuple):
    """How far apart two diagnoses may be that belong together."""

    gap: float
    window: float
    lead: float


IN_TIME = Reach(gap=600.0, window=60.0, lead=10.0)
"""In seconds."""
IN_LINES = Reach(gap=2000.0, window=400.0, lead=50.0)
"""In lines of one source, where its records tell no time."""
FOLLOWER_GAP = 5.0
"""Followers of one page that are as near are looked at together, in seconds or lines."""
MOST_COMPONENTS = 8
MOST_RUNS = 256
"""So many runs of one page are told apart."""


class Run(NamedTuple):
    """One page, again and again without a longer pause."""

    id: str
    title: str
    severity: str
    is_follower: bool
    scale: str
    """"" for time; else the source whose lines count."""
    start: float
    end: float
    times: int
    first: str
    last: str
    """As the records tell it: a time, or a source and its line."""
    components: tuple[str, ...] = ()
    more_components: bool = False


class Incident(NamedTuple):
    """A cause and what followed from it."""

    root: Run | None
    """None where the cause is not in the input."""
    followers: tuple[Run, ...] = ()

    @property
    def runs(self) -> tuple[Run, ...]:
        """All that belongs to it."""
        return (self.root, *self.followers) if self.root else self.followers

    @property
    def start(self) -> tuple[str, float]:
        """Where it begins."""
        first = min(self.runs, key=lambda run: run.start)
        return first.scale, first.start


class Incidents:
    """Collects diagnoses; bounded by the catalogue's size, not by the input's."""

    def __init__(self) -> None:
        self._runs: dict[tuple[str, str], list[Run]] = {}
        self._clocks: dict[str, tuple[float, str]] = {}

    def add(self, found: Diagnosis) -> None:
        """Count one diagnosis."""
        new = self._run_of(found)
        runs = self._runs.setdefault((found.id, new.scale), [])
        apart = [run for run in runs if not _meet(run, new)]
        for run in runs:
            if _meet(run, new):
                new = _joined(run, new)
        apart.append(new)
        apart.sort(key=_start)
        if len(apart) > MOST_RUNS:
            apart[:2] = [_joined(apart[0], apart[1])]
        runs[:] = apart

    def incidents(self) -> list[Incident]:
        """All incidents, the earliest first."""
        causes = [run for run in self._all() if not run.is_follower]
        held: dict[int, list[Run]] = {}
        lost: list[Run] = []
        for run in self._all():
            if run.is_follower:
                index = _cause_of(run, causes)
                if index is None:
                    lost.append(run)
                else:
                    held.setdefault(index, []).append(run)
        found = [
            Incident(cause, _by_page(held.get(index, ()))) for index, cause in enumerate(causes)
        ]
        return sorted([*found, *_without_cause(lost)], key=lambda incident: incident.start)

    def _all(self) -> list[Run]:
        runs = [run for runs in self._runs.values() for run in runs]
        return sorted(runs, key=lambda run: (run.scale, run.start, run.id))

    def _run_of(self, found: Diagnosis) -> Run:
        scale, place, shown = self._place(found)
        component = found.component or found.where.file
        return Run(
            id=found.id,
            title=found.title,
            severity=found.severity,
            is_follower=found.role == "follower",
            scale=scale,
            start=place,
            end=place,
            times=found.count,
            first=shown,
            last=shown,
            components=() if component in ("", "-") else (component,),
        )

    def _place(self, found: Diagnosis) -> tuple[str, float, str]:
        """When it came, or where; a record without a time has that of the last one before it."""
        source = found.where.file
        time = seconds(found.timestamp)
        if time is not None:
            self._clocks[source] = (time, found.timestamp)
            return "", time, found.timestamp
        if source in self._clocks and not found.timestamp:
            return ("", *self._clocks[source])
        shown = found.timestamp or f"{source}:{found.where.line}"
        return source, float(found.where.line), shown


def _start(run: Run) -> float:
    return run.start


def reach(run: Run) -> Reach:
    """How far a run reaches, in its own scale."""
    return IN_LINES if run.scale else IN_TIME


def _meet(one: Run, other: Run) -> bool:
    """Whether two runs of one page are near enough to be one."""
    gap = FOLLOWER_GAP if one.is_follower else reach(one).gap
    return other.start - one.end <= gap and one.start - other.end <= gap


def _joined(one: Run, other: Run) -> Run:
    early, late = (one, other) if one.start <= other.start else (other, one)
    ends_last = one if one.end > other.end else other
    components = tuple(dict.fromkeys((*early.components, *late.components)))
    return early._replace(
        end=ends_last.end,
        last=ends_last.last,
        times=one.times + other.times,
        components=components[:MOST_COMPONENTS],
        more_components=(
            one.more_components or other.more_components or len(components) > MOST_COMPONENTS
        ),
    )


def _cause_of(follower: Run, causes: Sequence[Run]) -> int | None:
    """Which cause a follower belongs to; None where no rule says it."""
    own = reach(follower)
    before = [
        (cause.start, index)
        for index, cause in enumerate(causes)
        if cause.scale == follower.scale and cause.start <= follower.start <= cause.end + own.window
    ]
    if before:
        return max(before)[1]
    behind = [
        (cause.start, index)
        for index, cause in enumerate(causes)
        if cause.scale == follower.scale and 0 <= cause.start - follower.start <= own.lead
    ]
    return min(behind)[1] if behind else None


def _by_page(runs: Sequence[Run]) -> tuple[Run, ...]:
    """The runs of one page as one, in the order of their beginning."""
    found: dict[str, Run] = {}
    for run in runs:
        found[run.id] = _joined(found[run.id], run) if run.id in found else run
    return tuple(sorted(found.values(), key=_start))


def _without_cause(lost: Sequence[Run]) -> Iterator[Incident]:
    """Followers whose cause is not there, those that are near together."""
    group: list[Run] = []
    end = 0.0
    for run in lost:
        if group and (run.scale != group[0].scale or run.start - end > reach(run).window):
            yield Incident(None, _by_page(group))
            group = []
        end = max(end, run.end) if group else run.end
        group.append(run)
    if group:
        yield Incident(None, _by_page(group))
