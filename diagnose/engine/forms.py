"""Lines that differ in numbers only: what their diagnoses have in common, found out by trying.

What is said of a line is said of every line like it with other numbers in it, as long as those
numbers only pass through: they are captured, filled into prose and commands, and decide nothing.
Which do is seen when the line is read again with other numbers, one at a time and then all
together. A number that was not seen to pass through has to be the same; of a stamp, that the page
never sees, only its length.
"""

from __future__ import annotations

import json
import re
from operator import itemgetter

from diagnose.engine.alike import like
from diagnose.engine.session import Start
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.model import Alike, Diagnosis, Where
from diagnose.text import Filling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    Probe = Callable[[str], Diagnosis | None]
    """The one diagnosis of a line, as if it were the first of a source; None without."""
    Pick = Callable[[Sequence[str]], tuple[str, ...]]

_STAMP = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?")
_TRIED = ("479", "7351906", "918273645547")
"""Values that are tried for each number; of others, their digits are turned until they are new."""
_MARK = 571_900_347
LONGEST_NUMBER = 15
"""Digits of a number that every reader of JSON takes."""
split = re.compile(r"([0-9]+)").split
"""A line as texts and numbers in turn."""


class Form(NamedTuple):
    """What lines of one form have in common; numbers are meant by their place in the line."""

    same: Pick
    values: tuple[str, ...]
    """Numbers that must be as they are, and what they are."""
    stamps: Pick
    lengths: tuple[int, ...]
    free: Pick
    whole: Pick
    """Those of the free ones that are read as numbers: they must be written like one."""
    sample: Diagnosis
    marks: tuple[str, ...]
    """What stands in the sample for its count, line, offset, length and time, and free numbers."""
    place: tuple[int, int]
    """Offset and length of the message, as far as no free number moves them."""
    moving: Pick
    widening: Pick
    stamp: slice
    """Where the record's time stands in the line."""
    message: Filling | None
    """Makes the message of the free numbers; None where it stands in the line as it is."""
    kept: dict[str, object]
    """For those who render."""

    def fits(self, numbers: Sequence[str], telling: frozenset[str]) -> bool:
        """Whether a line with these numbers has this form; ``telling`` ones are not passed on."""
        if self.same(numbers) != self.values:
            return False
        if tuple(map(len, self.stamps(numbers))) != self.lengths:
            return False
        free = self.free(numbers)
        if not telling.isdisjoint(free) or (free and max(map(len, free)) > LONGEST_NUMBER):
            return False
        return all(number[0] != "0" for number in self.whole(numbers))

    def diagnosis(self, line: str, numbers: Sequence[str], start: Start) -> Diagnosis:
        """What is said of a line with these numbers, which starts there in a source."""
        sample = self.sample
        at = self.place[0] + sum(map(len, self.moving(numbers)))
        length = self.place[1] + sum(map(len, self.widening(numbers)))
        offset, number = start
        time, free = line[self.stamp], self.free(numbers)
        message = line[at : at + length] if self.message is None else self.message.filled(free)
        values = (str(number), str(offset + at), str(length), time, *free)
        known = {
            "id": sample.id,
            "match": sample.match,
            "severity": sample.severity,
            "role": sample.role,
            "count": 1,
            "message": message,
            "where": Where(sample.where.file, number, offset + at, length),
        }
        return like(Alike(sample, self.marks, values, self.kept), known)


class _Line(NamedTuple):
    """A line in parts, and what is said of it."""

    texts: list[str]
    numbers: list[str]
    found: Diagnosis
    said: str

    def with_numbers(self, numbers: Mapping[int, str]) -> str:
        """The same line with others of these numbers."""
        parts = [*self.texts, ""]
        out = [parts[0]]
        for index, number in enumerate(self.numbers):
            out += [numbers.get(index, number), parts[index + 1]]
        return "".join(out)

    def starts(self) -> Iterator[int]:
        """Where each number starts."""
        place = 0
        for text, number in zip(self.texts, self.numbers, strict=False):
            place += len(text)
            yield place
            place += len(number)


class _Passing(NamedTuple):
    """A number that passes through, and whether the message begins behind it or holds it."""

    at: int
    """Its place among the numbers of the line."""
    moves: bool
    widens: bool


def learn(line: str, probe: Probe, telling: frozenset[str]) -> Form | None:
    """The form of a line; None where what is said of it may hang on its numbers.

    ``telling`` numbers have to be the same, whatever becomes of them.
    """
    found = probe(line)
    if found is None or not _is_simple(found):
        return None
    parts = split(line)
    known = _Line(parts[::2], parts[1::2], found, _said(found))
    stamps = _stamps(line, known)
    stamp = _stamp(line, known, stamps)
    if stamp is None:
        return None
    tried = [
        _passing(known, index, probe)
        for index, number in enumerate(known.numbers)
        if index not in stamps and number not in telling
    ]
    passing = [each for each in tried if each]
    marks = _marks(known, len(passing))
    sample = probe(known.with_numbers(_values_of(passing, marks[_FIXED:])))
    if sample is None or not _is_simple(sample):
        return None
    form = _form(known, stamps, stamp, passing, _marked(sample, marks), marks)
    others = [str(int("94862375"[: 2 + at % 6]) + at) for at in range(len(passing))]
    other = known.with_numbers(_values_of(passing, others))
    return form if _says(form, line, found) and _says(form, other, probe(other)) else None


def _values_of(passing: Sequence[_Passing], values: Sequence[str]) -> dict[int, str]:
    return {each.at: value for each, value in zip(passing, values, strict=True)}


def _says(form: Form, line: str, read: Diagnosis | None) -> bool:
    """Whether a form says of a line what is said when it is read."""
    said = form.diagnosis(line, split(line)[1::2], Start())
    return read is not None and said.to_dict() == read.to_dict()


def _is_simple(found: Diagnosis) -> bool:
    """Whether a page or the inventory says all of it, and no number with a fraction was read."""
    if found.statement or found.is_guess:
        return False
    return not any(isinstance(each, float) for each in _values(found))


def _values(found: Diagnosis) -> list[object]:
    return [*found.captures.values(), *found.context.values()]


def _said(found: Diagnosis) -> str:
    """All that a diagnosis says, but for its place and time."""
    return json.dumps({**found.to_dict(), "where": None, "timestamp": None, "count": None})


def _stamps(line: str, known: _Line) -> list[int]:
    """The numbers of stamps outside of the message."""
    begin_, length = known.found.where.offset, known.found.where.length
    spans = [
        each.span()
        for each in _STAMP.finditer(line)
        if each.end() <= begin_ or each.start() >= begin_ + length
    ]
    starts = enumerate(known.starts())
    return [index for index, at in starts if any(start <= at < end for start, end in spans)]


def _stamp(line: str, known: _Line, stamps: Sequence[int]) -> slice | None:
    """Where the record's time stands; None where it is not written as such at a fixed place."""
    time = known.found.timestamp
    at = line.find(time)
    before = [index for index, start in enumerate(known.starts()) if start < at + len(time)]
    if at < 0 or (time and not {*before} <= {*stamps}):
        return None
    return slice(at, at + len(time))


def _passing(known: _Line, index: int, probe: Probe) -> _Passing | None:
    """Whether a number passes through, by what is said when others are in its place."""
    moves = widens = False
    for tried in _TRIED:
        value = _new(tried, known.said)
        found = probe(known.with_numbers({index: value}))
        if found is None:
            return None
        said = _said(found)
        if value not in said or said.replace(value, known.numbers[index]) != known.said:
            return None
        longer = len(value) - len(known.numbers[index])
        moved = found.where.offset - known.found.where.offset
        widened = found.where.length - known.found.where.length
        if not {moved, widened} <= {0, longer} or (moved and widened):
            return None
        moves, widens = moves or moved != 0, widens or widened != 0
    return _Passing(index, moves, widens)


def _new(value: str, said: str) -> str:
    """A number that is not in a text yet."""
    while value in said:
        value = str(int(value) + 10 ** (len(value) // 2) + 1)
    return value


_FIXED = 5
"""Marks of what stands in every diagnosis: count, line, offset, length, time."""


def _marks(known: _Line, count: int) -> tuple[str, ...]:
    """Numbers of which none is in what is said, nor in another one."""
    numbers = (str(_MARK + 1_000_003 * each) for each in range(10_000))
    new = (each for each in numbers if each not in known.said)
    return tuple(next(new) for _ in range(count + _FIXED))


def _marked(sample: Diagnosis, marks: Sequence[str]) -> Diagnosis:
    """The sample with marks for what stands in every diagnosis, too."""
    count, number, offset, length, time = marks[:_FIXED]
    return sample._replace(
        count=int(count),
        where=Where(sample.where.file, int(number), int(offset), int(length)),
        timestamp=time if sample.timestamp else "",
    )


def _form(  # noqa: PLR0917 - the parts of what was learnt
    known: _Line,
    stamps: Sequence[int],
    stamp: slice,
    passing: Sequence[_Passing],
    sample: Diagnosis,
    marks: tuple[str, ...],
) -> Form:
    free = [each.at for each in passing]
    same = [index for index in range(len(known.numbers)) if index not in {*free, *stamps}]
    integers = {str(abs(each)) for each in _values(sample) if isinstance(each, int)}
    whole = [index for index, mark in zip(free, marks[_FIXED:], strict=True) if mark in integers]
    moving = [each.at for each in passing if each.moves]
    widening = [each.at for each in passing if each.widens]
    at, length = known.found.where.offset, known.found.where.length
    is_shown = known.with_numbers({})[at : at + length] == known.found.message
    return Form(
        _picker(same),
        tuple(known.numbers[index] for index in same),
        _picker(stamps),
        tuple(len(known.numbers[index]) for index in stamps),
        _picker(free),
        _picker(whole),
        sample,
        marks,
        (at - _lengths(known, moving), length - _lengths(known, widening)),
        _picker(moving),
        _picker(widening),
        stamp,
        None if is_shown else Filling.of(sample.message, marks[_FIXED:]),
        {},
    )


def _lengths(known: _Line, indexes: Sequence[int]) -> int:
    return sum(len(known.numbers[index]) for index in indexes)


def _picker(indexes: Sequence[int]) -> Pick:
    """What picks those from a list."""
    if len(indexes) > 1:
        return itemgetter(*indexes)
    if indexes:
        (index,) = indexes
        return lambda numbers: (numbers[index],)
    return lambda _: ()
