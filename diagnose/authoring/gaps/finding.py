"""Files -> the failing messages in them that have no page."""

from __future__ import annotations

from diagnose import classes
from diagnose.engine.session import Session
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.stream import reading
from diagnose.stream.events import Gate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from diagnose.engine import Engine
    from diagnose.engine.failing import Surroundings
    from diagnose.model import Diagnosis, Entry, Record

FOREVER = 86_400_000
"""Milliseconds; no silence completes a record here."""
LONGEST = 2000


class Gap(NamedTuple):
    """A failing message without a page."""

    text: str
    source: str
    line: int
    known: Entry | None = None
    """The known message that it is, where its source has it."""


def gaps(engine: Engine, path: str, warn: Callable[[str], None]) -> Iterator[Gap]:
    """The gaps of one file, ``-`` for standard input, in their order.

    Raises ``InputError``, also in the middle.
    """
    gate = Gate()
    found: list[Gap] = []

    def look(record: Record, surroundings: Surroundings) -> list[Diagnosis]:
        del surroundings
        gap = gap_of(engine, record)
        if gap is not None:
            found.append(gap)
        return []

    session = Session(look, path, "")
    with reading.Opening(path, gate) as descriptor:
        for event in reading.events(descriptor, path, FOREVER, gate):
            session.feed(event.block or b"")
            yield from _taken(found, session, warn)
    session.close()
    yield from _taken(found, session, warn)


def _taken(found: list[Gap], session: Session, warn: Callable[[str], None]) -> list[Gap]:
    for warning in session.warnings:
        warn(warning)
    session.warnings.clear()
    taken = list(found)
    found.clear()
    return taken


def gap_of(engine: Engine, record: Record) -> Gap | None:
    """What fails in a record and has no page.

    A record without level and time counts where its words alone tell a failure.
    """
    unexplained = engine.unexplained(record)
    if unexplained is None:
        return None
    text = " ".join(unexplained.text.value[:LONGEST].split())
    if not unexplained.is_failing and classes.classify(text) is None:
        return None
    return Gap(text, record.source, record.number, unexplained.known)
