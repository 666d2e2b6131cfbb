"""Events -> sessions -> batches of diagnoses."""

from __future__ import annotations

from diagnose.errors import InputError
from diagnose.lean import TYPE_CHECKING
from diagnose.stream.events import Batch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from diagnose.stream.events import Event, Session


class Feeder:
    """One session for each run of bytes."""

    def __init__(self, open_session: Callable[[str], Session], warn: Callable[[str], None]) -> None:
        self._open = open_session
        self._warn = warn
        self._sessions: dict[int, Session] = {}

    def batches(self, events: Iterable[Event]) -> Iterator[Batch]:
        """A batch for each event, and one for the end.

        An ``InputError`` in the middle is raised after what was read has been diagnosed.
        """
        failure: InputError | None = None
        try:
            for event in events:
                yield self._batch(event)
        except InputError as error:
            failure = error
        for key in list(self._sessions):
            yield self._close(key)
        yield Batch((), quiet=True)
        if failure is not None:
            raise failure

    def _batch(self, event: Event) -> Batch:
        if event.block is None:
            return self._close(event.key)
        if not event.block:
            found = [each for session in self._sessions.values() for each in session.idle()]
            self._say_warnings()
            return Batch(found, quiet=True)
        session = self._sessions.get(event.key)
        if session is None:
            session = self._sessions[event.key] = self._open(event.source)
        batch = Batch(session.feed(event.block))
        self._say_warnings()
        return batch

    def _close(self, key: int) -> Batch:
        session = self._sessions.get(key)
        if session is None:
            return Batch(())
        batch = Batch(session.close())
        self._say_warnings()
        del self._sessions[key]
        return batch

    def _say_warnings(self) -> None:
        for session in self._sessions.values():
            for warning in session.warnings:
                self._warn(warning)
            session.warnings.clear()
