"""One page, again and again without a longer pause."""

from __future__ import annotations

from bisect import bisect_right

from diagnose.lean import TYPE_CHECKING
from diagnose.stream import repeats
from diagnose.stream.moments import reach

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator

    from diagnose.model import Diagnosis
    from diagnose.stream.moments import Moment

MOST_RUNS = 4096
"""So many runs are told apart, of all pages together."""
MOST_COMPONENTS = 8
MOST_MARKS = 32
"""So many values of one run are kept to compare them with those of another."""
_LONGEST_VALUE = 64

CAUSE, FOLLOWER, GUESS, NOTE = "cause", "follower", "guess", "note"
"""What a diagnosis can be: ``NOTE`` is a log line's own words, of which no page says anything."""

Marks = frozenset[tuple[str, str]]


class Run:
    """A page on one scale, from its first to its last time; grows with each diagnosis."""

    __slots__ = (
        "components",
        "end",
        "first",
        "id",
        "in_statements",
        "is_coarse",
        "key",
        "kind",
        "last",
        "line",
        "marks",
        "more_components",
        "names",
        "rules",
        "scale",
        "severity",
        "source",
        "start",
        "times",
        "title",
    )

    def __init__(self, found: Diagnosis, moment: Moment) -> None:
        self.id = found.id
        self.title = found.title
        self.severity = found.severity
        self.kind = kind_of(found)
        self.key: Hashable = repeats.key(found) if found.is_guess else found.id
        """A page; of a guess, the message too: two of a class are not one cause."""
        self.scale, self.start, self.first = moment
        self.end, self.last = self.start, self.first
        self.source, self.line = found.where.file, found.where.line
        """Where its first record stands."""
        self.times = found.count
        component = found.component or found.where.file
        self.components: tuple[str, ...] = () if component in ("", "-") else (component,)
        self.more_components = False
        self.in_statements = is_of_client(found)
        """Whether only clients' statements have met it."""
        self.marks: Marks = marks_of(found)
        self.names: Marks = frozenset()
        """What it says of the one that failed first."""
        self.rules: frozenset[int] = frozenset()
        """Which of its page's ``follows`` have held each time."""
        self.is_coarse = False
        """Joined only to save memory: what lies between is not known."""

    @property
    def order(self) -> tuple[float, str, int, str]:
        """Which of two runs begins first."""
        return self.start, self.source, self.line, self.first

    def may_be_late(self, follower: Run) -> bool:
        """Whether it may have happened first although it tells a later time.

        Clocks of two sources differ; within one, what is written first came first.
        """
        return self.source != follower.source or self.line < follower.line

    def is_written_below(self, other: Run) -> bool:
        """Whether it tells the same time, and stands below in the same source."""
        return (self.start, self.source) == (other.start, other.source) and self.line > other.line

    def copy(self) -> Run:
        """One that grows by itself."""
        new = Run.__new__(Run)
        for name in Run.__slots__:
            setattr(new, name, getattr(self, name))
        return new

    def place(self, moment: Moment) -> None:
        """It was somewhere else."""
        self.scale, self.start, self.first = moment
        self.end, self.last = self.start, self.first

    def join(self, other: Run) -> None:
        """Take another run of the same page in."""
        if other.order < self.order:
            self.start, self.first = other.start, other.first
            self.source, self.line = other.source, other.line
            self.components = _united(other.components, self.components)
        else:
            self.components = _united(self.components, other.components)
        self.end, self.last = max((self.end, self.last), (other.end, other.last))
        self.more_components |= other.more_components or len(self.components) > MOST_COMPONENTS
        self.components = self.components[:MOST_COMPONENTS]
        self.times += other.times
        self.in_statements &= other.in_statements
        self.marks = _some(self.marks | other.marks)
        self.names = _some(self.names | other.names)
        self.rules &= other.rules
        self.is_coarse |= other.is_coarse


def _united(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*one, *other)))


def _some(marks: Marks) -> Marks:
    return marks if len(marks) <= MOST_MARKS else frozenset(sorted(marks)[:MOST_MARKS])


def kind_of(found: Diagnosis) -> str:
    """What a diagnosis can be in an incident."""
    if found.is_guess:
        return GUESS
    if found.role == "headline":
        return NOTE
    return FOLLOWER if found.role == "follower" else CAUSE


_OF_CLIENTS = frozenset(
    {
        "LINE of the parser",
        "STATEMENT line",
        "[SQL] line",
        "field sql",
        "lines above the error",
        "prompt",
        "psql prompt",
        "server log",
        "shell prompt",
    }
)
"""Origins of statements that a client had sent, and that failed."""


def is_of_client(found: Diagnosis) -> bool:
    """Whether a client's statement met the failure, and not the system by itself."""
    return bool(found.statement) and found.statement_origin in _OF_CLIENTS


def marks_of(found: Diagnosis) -> Marks:
    """Short values that a diagnosis tells: ids of actors, workers, pods."""
    told = [*found.context.items(), *found.captures.items()]
    texts = [(name, str(value)) for name, value in told if not isinstance(value, list)]
    return _some(frozenset(each for each in texts if len(each[1]) <= _LONGEST_VALUE))


class Runs:
    """Runs by page and scale, none nearer to the next than ``reach`` says; bounded."""

    def __init__(self) -> None:
        self._lists: dict[Hashable, list[Run]] = {}
        self._size = 0
        self.lost = 0
        """How many diagnoses were only counted."""

    def __iter__(self) -> Iterator[Run]:
        for runs in self._lists.values():
            yield from runs

    def add(self, new: Run) -> None:
        """Add a run; it becomes one with those that it touches."""
        runs = self._lists.setdefault((new.key, new.scale), [])
        gap = _gap(new)
        low = high = bisect_right(runs, new.start, key=_start)
        while low and new.start - runs[low - 1].end <= gap:
            low -= 1
        while high < len(runs) and runs[high].start - new.end <= gap:
            high += 1
        touched = runs[low:high]
        runs[low:high] = [_joined([*touched, new])]
        self._size += 1 - len(touched)
        if self._size > MOST_RUNS:
            self._make_room()

    def _make_room(self) -> None:
        """The earlier half of the longest list becomes less, or the oldest list goes."""
        runs = max(self._lists.values(), key=len)
        half = len(runs) // 2
        if half > 1:
            fewer = _fewer(runs[:half])
            runs[:half] = fewer
            self._size -= half - len(fewer)
            return
        gone = self._lists.pop(next(iter(self._lists)))  # of a source without times
        self._size -= len(gone)
        self.lost += sum(run.times for run in gone)


def _fewer(runs: list[Run]) -> list[Run]:
    """What is one incident all the same becomes one run; where that is no gain, all do."""
    gap = reach(runs[0].scale).gap
    found = [runs[0]]
    for run in runs[1:]:
        if run.start - found[-1].end <= gap:
            found[-1].join(run)
            found[-1].is_coarse = True
        else:
            found.append(run)
    if len(found) > len(runs) // 2:
        found = [_joined(found)]
        found[0].is_coarse = True
    return found


def _joined(runs: Iterable[Run]) -> Run:
    first, *others = runs
    for other in others:
        first.join(other)
    return first


def _gap(run: Run) -> float:
    """A cause is seen all the time where it comes again within the window of its followers."""
    own = reach(run.scale)
    return own.close if run.kind == FOLLOWER else own.window


def _start(run: Run) -> float:
    return run.start
