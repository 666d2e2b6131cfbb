"""Diagnoses -> incidents: what failed first, its repeats, and what followed from it.

``docs/incidents.md`` has the rule.
"""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.stream.follows import Following
from diagnose.stream.grouping import groups
from diagnose.stream.moments import IN_SOME_YEAR, IN_TIME, Moments, of_line
from diagnose.stream.runs import FOLLOWER, Run, Runs
from diagnose.stream.times import in_year

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from diagnose.model import Diagnosis, Entry
    from diagnose.stream.grouping import Group
    from diagnose.stream.moments import Moment

MOST_WAITING = 64
"""So many records of a source wait for a time that is told near them."""


class Incident(NamedTuple):
    """A failure that came first, and what followed from it."""

    root: Run | None
    """None where it is not in the input, or where nothing says which one it is."""
    led_to: tuple[Run, ...] = ()
    """Failures that can come first themselves; here another one did."""
    followers: tuple[Run, ...] = ()
    beside: tuple[Run, ...] = ()
    """Log lines at the same time, of which no page says anything."""
    candidates: tuple[int, ...] = ()
    """Numbers of the incidents, from 1, whose root may be the one."""
    look: tuple[str, ...] = ()
    """Without root and candidates: where the pages say that the root is to be looked for."""

    @property
    def runs(self) -> tuple[Run, ...]:
        """All that belongs to it."""
        return (*((self.root,) if self.root else ()), *self.led_to, *self.followers, *self.beside)

    @property
    def is_coarse(self) -> bool:
        """Whether these followers are too many to tell apart what each followed from."""
        return not self.root and any(run.is_coarse for run in self.followers)

    @property
    def is_other(self) -> bool:
        """Whether these are only log lines that belong to none, or may belong to several."""
        return not (self.root or self.followers)


class Incidents:
    """Collects diagnoses; bounded, whatever the input.

    ``entry_of`` gives a page by its id: what it says of followers is heeded.
    """

    def __init__(self, entry_of: Callable[[str], Entry | None] = lambda _: None) -> None:
        self._following = Following(entry_of)
        self._moments = Moments()
        self._runs = Runs()
        self._waiting: dict[str, list[Run]] = {}

    @property
    def lost(self) -> int:
        """How many diagnoses there were that no incident counts, for want of room."""
        return self._runs.lost

    def add(self, found: Diagnosis) -> None:
        """Count one diagnosis."""
        source, line = found.where.file, found.where.line
        told = self._moments.told(source, line, found.timestamp)
        moment = told or self._moments.near(source, line)
        run = Run(found, moment or of_line(source, line, found.timestamp))
        run.rules = self._following.held(found)
        if run.kind == FOLLOWER:
            run.names = self._following.names(found)
        if moment is None:
            self._wait(source, run)
            return
        if told and source in self._waiting:
            self._settle(source, told)
        self._runs.add(run)

    def _wait(self, source: str, run: Run) -> None:
        waiting = self._waiting.setdefault(source, [])
        waiting.append(run)
        if len(waiting) > MOST_WAITING:
            self._runs.add(waiting.pop(0))
        if len(self._waiting) > MOST_WAITING:
            self._settle(next(iter(self._waiting)))

    def _settle(self, source: str, told: Moment | None = None) -> None:
        """Records without a time have that of the next one, where it is near."""
        for run in self._waiting.pop(source):
            if told and self._moments.near(source, int(run.start)):
                run.place(told)
            self._runs.add(run)

    def incidents(self) -> list[Incident]:
        """All incidents, the earliest first; log lines that belong to none come last."""
        for source in list(self._waiting):
            self._settle(source)
        scales: dict[str, list[Run]] = {}
        for run in _with_years(self._runs):
            scales.setdefault(run.scale, []).append(run)
        found = [
            (scale, group)
            for scale, runs in scales.items()
            for group in groups(runs, self._following)
        ]
        found.sort(key=lambda each: (_is_other(each[1]), each[0], each[1].start))
        numbers = {group: number for number, (_, group) in enumerate(found, 1)}
        return [self._incident(group, numbers) for _, group in found]

    def _incident(self, group: Group, numbers: dict[Group, int]) -> Incident:
        root = next(iter(_by_page(group.roots)), None)
        followers = _by_page(group.followers)
        is_lost = not (root or group.candidates)
        look = tuple(filter(None, map(self._following.look, followers))) if is_lost else ()
        return Incident(
            root,
            _by_page(group.led_to),
            followers,
            _by_page(group.beside),
            tuple(sorted(numbers[each] for each in group.candidates)),
            tuple(dict.fromkeys(look)),
        )


def _is_other(group: Group) -> bool:
    return not (group.roots or group.followers)


def _with_years(runs: Iterable[Run]) -> Iterator[Run]:
    """Times without a year are of the year that brings them nearest to the first one with it."""
    dated = [run for run in runs if run.scale == IN_TIME]
    yield from (run for run in runs if run.scale not in (IN_TIME, IN_SOME_YEAR))
    yearless = [run for run in runs if run.scale == IN_SOME_YEAR]
    if not (dated and yearless):
        yield from (*dated, *yearless)
        return
    near = min(run.start for run in dated)
    together = Runs()
    for run in dated:
        together.add(run.copy())
    for run in yearless:
        new = run.copy()
        new.start = in_year(run.start, near)
        new.end = new.start + run.end - run.start
        new.scale = IN_TIME
        together.add(new)
    yield from together


def _by_page(runs: Sequence[Run]) -> tuple[Run, ...]:
    """The runs of one page as one, in the order of their beginning."""
    found: dict[object, Run] = {}
    for run in sorted(runs, key=lambda run: (run.start, run.id)):
        if run.key in found:
            found[run.key].join(run)
        else:
            found[run.key] = run.copy()
    return tuple(found.values())
