"""Runs -> incidents: which failure came first, by the rule of ``docs/incidents.md``."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort

from diagnose.lean import TYPE_CHECKING
from diagnose.stream.moments import reach
from diagnose.stream.runs import CAUSE, FOLLOWER, GUESS, NOTE

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from diagnose.stream.follows import Following
    from diagnose.stream.runs import Run


class Group:
    """An incident while it is put together."""

    def __init__(self, *roots: Run) -> None:
        self.roots = list(roots)
        """The runs of the page that came first; none where that is not known."""
        self.led_to: list[Run] = []
        """Causes of their own, where nothing had come before them."""
        self.followers: list[Run] = []
        self.beside: list[Run] = []
        self.candidates: tuple[Group, ...] = ()
        """Each may be what came first."""

    @property
    def runs(self) -> list[Run]:
        """All that belongs to it."""
        return [*self.roots, *self.led_to, *self.followers, *self.beside]

    @property
    def start(self) -> float:
        """Where it begins; what stands beside it says nothing of that."""
        own = (*self.roots, *self.led_to, *self.followers) or self.beside
        return min(run.start for run in own)

    def tells(self, later: Run, following: Following) -> bool:
        """Whether a page says that a later failure can follow from one of this incident."""
        return any(following.may_follow(later, cause) for cause in (*self.roots, *self.led_to))

    def is_named_by(self, later: Run) -> bool:
        """Whether a later failure names an actor, a worker or the like that failed here."""
        own = (*self.roots, *self.led_to, *self.followers)
        return any(later.names & run.marks for run in own)


class _Seen:
    """Which groups are there at which time."""

    def __init__(self) -> None:
        self._rows: list[tuple[float, int, Run, Group]] = []
        self._longest = 0.0

    def add(self, run: Run, group: Group) -> None:
        insort(self._rows, (run.start, len(self._rows), run, group), key=_row_order)
        self._longest = max(self._longest, run.end - run.start)

    def before(self, run: Run, window: float) -> list[Group]:
        """Those seen no longer than ``window`` before."""
        since = run.start - window
        high = bisect_right(self._rows, run.start, key=_row_start)
        low = bisect_left(self._rows, since - self._longest, key=_row_start)
        seen = (row for row in self._rows[low:high] if row[2].end >= since)
        return list(dict.fromkeys(row[3] for row in seen if not row[2].is_written_below(run)))

    def behind(self, run: Run, lead: float) -> list[Group]:
        """Those seen no later than ``lead`` after, that may have been there before all the same."""
        low = bisect_right(self._rows, run.start, key=_row_start)
        high = bisect_right(self._rows, run.start + lead, key=_row_start)
        rows = self._rows[low:high]
        return list(dict.fromkeys(row[3] for row in rows if row[2].may_be_late(run)))


def _row_order(row: tuple[float, int, Run, Group]) -> tuple[float, int]:
    return row[:2]


def _row_start(row: tuple[float, int, Run, Group]) -> float:
    return row[0]


def groups(runs: Iterable[Run], following: Following) -> list[Group]:
    """The incidents of one scale, not in order."""
    in_order = sorted(runs, key=lambda run: (run.start, run.id, run.end))
    return _Grouping(in_order, following).groups()


class _Grouping:
    def __init__(self, runs: Sequence[Run], following: Following) -> None:
        self._following = following
        self._reach = reach(runs[0].scale) if runs else reach("")
        self._groups: list[Group] = []
        self._last: dict[Hashable, tuple[Run, Group]] = {}
        """The last run of each page that can be a cause, and where it went."""
        self._sure, self._guessed, self._rootless = _Seen(), _Seen(), _Seen()
        self._open: dict[tuple[Group, ...], tuple[Group, float]] = {}
        self._runs = runs

    def groups(self) -> list[Group]:
        causes = self._of_kind(CAUSE)
        free = [run for run in causes if self._following.is_free(run)]
        ruled = [run for run in causes if not self._following.is_free(run)]
        for run in (*free, *ruled, *self._of_kind(GUESS)):
            self._place_cause(run)
        for run in self._of_kind(FOLLOWER):
            self._place_follower(run)
        beside = [run for run in self._of_kind(NOTE) if not self._stands_beside(run)]
        return [*self._groups, *([_others(beside)] if beside else [])]

    def _of_kind(self, kind: str) -> list[Run]:
        return [run for run in self._runs if run.kind == kind]

    def _place_cause(self, run: Run) -> None:
        """It follows from another, or goes on with what it was, or begins an incident."""
        found = [] if run.is_coarse else self._candidates(run)
        last = self._last.get(run.key)
        if len(found) == 1:
            group = found[0]
            group.led_to.append(run)
        elif last and run.start - last[0].end <= self._reach.gap:
            group = last[1]
            (group.roots if last[0] in group.roots else group.led_to).append(run)
        else:
            group = self._new(Group(run))
        self._last[run.key] = run, group
        if not run.is_coarse:
            (self._guessed if run.kind == GUESS else self._sure).add(run, group)

    def _place_follower(self, run: Run) -> None:
        if run.is_coarse:
            self._new(Group()).followers.append(run)
            return
        found = self._candidates(run)
        if len(found) == 1:
            found[0].followers.append(run)
            seen = self._guessed if found[0].roots[0].kind == GUESS else self._sure
            seen.add(run, found[0])
        else:
            self._gather(run, tuple(found))

    def _candidates(self, run: Run) -> list[Group]:
        """The incidents that it may follow from; one, where something tells which."""
        own = self._reach
        for seen in (self._sure,) if run.kind != FOLLOWER else (self._sure, self._guessed):
            for near in (seen.before(run, own.window), seen.behind(run, own.lead)):
                found = [group for group in near if group.tells(run, self._following)]
                if found:
                    named = [group for group in found[1:] and found if group.is_named_by(run)]
                    return named if len(named) == 1 else found
        return []

    def _gather(self, run: Run, candidates: tuple[Group, ...]) -> None:
        """Followers of which nothing says whose they are, those that are near together."""
        group, end = self._open.get(candidates, (None, 0.0))
        if group is None or run.start - end > self._reach.window:
            group, end = self._new(Group()), run.end
            group.candidates = candidates
        group.followers.append(run)
        self._open[candidates] = group, max(end, run.end)
        self._rootless.add(run, group)

    def _stands_beside(self, run: Run) -> bool:
        """Whether it falls into one incident, and only one."""
        if run.is_coarse:
            return False
        seen = (self._sure, self._guessed, self._rootless)
        found = {group for each in seen for group in each.before(run, self._reach.window)}
        for group in found if len(found) == 1 else ():
            group.beside.append(run)
        return len(found) == 1

    def _new(self, group: Group) -> Group:
        self._groups.append(group)
        return group


def _others(runs: Iterable[Run]) -> Group:
    group = Group()
    group.beside += runs
    return group
