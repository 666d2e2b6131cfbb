"""One window for each wording: the part of its runs that ordinary logs have least."""

from __future__ import annotations

from collections import Counter
from math import log2

from diagnose.lean import TYPE_CHECKING
from diagnose.prefilter.needles import Needles, Wording
from diagnose.prefilter.runs import runs
from diagnose.template import Literal, Option
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from diagnose.prefilter.runs import Group
    from diagnose.template import Element, Template

    Cost = Callable[[str], float]
    """How common four characters are."""

LONG_WINDOW, SHORT_WINDOW = 15, 11
"""Bytes that hold a word of eight at a multiple of eight, wherever they stand; and the fewest."""
WIDEST = 40
"""Among so many bytes the rarest words are chosen."""
_GRAM = 4
_ORDINARY = """
2024-05-20T16:28:22.401123Z  INFO risingwave_meta::barrier::recovery: checkpoint completed
successfully
risingwave_stream::executor::source: risingwave_storage::hummock::compactor:
risingwave_connector::source::
risingwave_frontend::handler::query: risingwave_compute::server:
risingwave_rpc_client::meta_client: state table
{"timestamp":"","level":"INFO","fields":{"message":"","actor_id":1},"target":"","span":{"name":"epoch"},"spans":[
[2023-08-02 18:05:02,745] INFO [main] (org.apache.kafka.connect.runtime.WorkerSourceTask:233)
DEBUG TRACE WARN
Starting Started starting started Stopping stopped connected to the server, request received from
client; version
connection accepted for user with id and address, waiting for the next, created a new table,
finished in ms
worker node parallelism fragment streaming job is ready, loading configuration file, listening on
port, update
coordinator committed_epoch version delta config interval enable unrecognized recognized warehouse
compaction
parallel scheduled splits batch size total failed error invalid is not expected heartbeat timeout
retry statement
"""
"""What logs say all the time: windows of these words would be found everywhere."""
_ORDINARY_WEIGHT = 400


def collect(wordings: Iterable[Template], versioned: Iterable[str] = ()) -> Needles:
    """The needles of all wordings; ``versioned`` are products whose versions matter.

    >>> from diagnose.template import parse
    >>> collect([parse("no job {id:int} is in the store")]).wordings[0].windows
    ('is in the store',)
    """
    wordings = list(wordings)
    found = {tuple(groups) for groups in map(runs, wordings) if groups}
    cost = _commonness(found)
    chosen = tuple(Wording(groups, windows(groups, cost)) for groups in sorted(found))
    numbers = frozenset(number for each in wordings for number in _numbers(each.elements))
    return Needles(chosen, tuple(sorted(versioned)), numbers)


_NUMBER = lazy_pattern(r"[0-9]+")


def _numbers(elements: Iterable[Element]) -> Iterator[str]:
    """Numbers that a template writes out."""
    for element in elements:
        if isinstance(element, Option):
            yield from _numbers(element.elements)
        elif isinstance(element, Literal):
            yield from _NUMBER.findall(element.text)
        else:
            yield from (number for each in element.choices for number in _NUMBER.findall(each))


def _commonness(found: Iterable[Sequence[Group]]) -> Cost:
    """How common four characters are, in the wordings themselves and in ordinary logs."""
    counted: Counter[str] = Counter()
    for groups in found:
        for run in {run for group in groups for run in group}:
            counted.update(_grams(run))
    for gram in _grams(_ORDINARY):
        counted[gram] += _ORDINARY_WEIGHT
    return lambda gram: log2(1 + counted[gram])


def _grams(text: str) -> Iterator[str]:
    return (text[at : at + _GRAM] for at in range(len(text) - _GRAM + 1))


def windows(groups: Sequence[Group], cost: Cost) -> tuple[str, ...]:
    """The rarest window of each run of a group: of the group whose commonest one is rarest.

    Long windows come before short ones.
    """
    ranked = [[_rarest(run, cost) for run in group] for group in groups]
    best = min(ranked, key=max)
    return tuple(window for *_, window in best)


def _rarest(run: str, cost: Cost) -> tuple[bool, float, str]:
    """Whether a run is short, how common its rarest part is, and the window around that."""
    length = LONG_WINDOW if len(run) >= LONG_WINDOW else SHORT_WINDOW
    inside = length - _GRAM + 1
    costs = list(map(cost, _grams(run)))
    total, least, best = sum(costs[:inside]), sum(costs[:inside]), 0
    for at in range(1, len(run) - length + 1):
        total += costs[at + inside - 1] - costs[at - 1]
        if total < least:
            least, best = total, at
    return length < LONG_WINDOW, least / inside, around(run, best, length)


def around(run: str, at: int, length: int) -> str:
    """The widest window of a run around a part of it.

    >>> around("0123456789" * 6, 30, 15)[:3], around("no such job", 0, 11)
    ('890', 'no such job')
    """
    first = max(0, min(at - (WIDEST - length) // 2, len(run) - WIDEST))
    return run[first : first + WIDEST]
