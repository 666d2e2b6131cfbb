"""``--passthrough``: the input goes to stdout, as it is or with diagnoses in its JSON lines."""

from __future__ import annotations

from diagnose.cli.terminal import write_bytes
from diagnose.lean import TYPE_CHECKING
from diagnose.stream.annotating import Annotator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from diagnose.cli.report import Report
    from diagnose.model import Diagnosis
    from diagnose.stream.annotating import Passed
    from diagnose.stream.events import Event, Session


def copied(events: Iterable[Event]) -> Iterator[Event]:
    """The events, after their bytes have been written to stdout."""
    for event in events:
        if event.block:
            write_bytes(event.block)
        yield event


class Annotating:
    """One annotator for each run of bytes; what no line can hold goes to the report."""

    def __init__(
        self, open_session: Callable[[str], Session], report: Report, seconds: float
    ) -> None:
        self._open = open_session
        self._report = report
        self._seconds = seconds
        self._annotators: dict[int, Annotator] = {}

    def run(self, events: Iterable[Event]) -> None:
        """Write everything, also what was held when the input breaks off."""
        try:
            for event in events:
                self._event(event)
        finally:
            for annotator in self._annotators.values():
                self._write(annotator.close())

    def _event(self, event: Event) -> None:
        if event.block:
            self._write(self._annotator(event).feed(event.block))
        elif event.block is None:
            if event.key in self._annotators:
                self._write(self._annotators.pop(event.key).close())
        else:
            for annotator in self._annotators.values():
                self._write(annotator.idle())

    def _annotator(self, event: Event) -> Annotator:
        if event.key not in self._annotators:
            session = self._open(event.source)
            self._annotators[event.key] = Annotator(session, self._annotate, self._seconds)
        return self._annotators[event.key]

    def _annotate(self, line: bytes, found: Sequence[Diagnosis]) -> bytes | None:
        from diagnose.render.annotate import annotate, is_free

        if not is_free(line):
            return None
        return annotate(line, [self._report.counted(each) for each in found])

    def _write(self, passed: Passed) -> None:
        write_bytes(passed.data)
        for found in passed.unplaced:
            self._report.add(found)
