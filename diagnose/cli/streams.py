"""Inputs that are read bit by bit: files, pipes, growing files."""

from __future__ import annotations

import os
import signal

from diagnose.cli.barrier import fault
from diagnose.cli.inputs import STDIN_NAME, Input
from diagnose.cli.passing import Annotating, copied
from diagnose.cli.signals import Handling
from diagnose.cli.terminal import note, say
from diagnose.errors import InputError, UsageError
from diagnose.lean import TYPE_CHECKING
from diagnose.stream import reading
from diagnose.stream.events import Batch, Event, Gate, Interrupted
from diagnose.stream.feeding import Feeder
from diagnose.stream.guarded import Guarded
from diagnose.stream.holding import causes_first

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from diagnose.cli.report import Report
    from diagnose.cli.settings import Settings
    from diagnose.engine import Engine
    from diagnose.stream.events import Session
    from diagnose.stream.follow import Follower

FOREVER = float("inf")
_ENDING = (signal.SIGINT, signal.SIGTERM)
"""They end the input; what is complete is still reported."""


class Streams:
    """One run over several inputs; one that cannot be read does not lose the others."""

    def __init__(self, engine: Engine, settings: Settings, report: Report) -> None:
        self._engine = engine
        self._settings = settings
        self._report = report
        self._warn = note(settings.quiet)
        self.signal = 0
        self.failed = False
        self._said: set[str] = set()

    def run(self, inputs: Sequence[Input]) -> None:
        """Diagnose inputs one after the other, or growing files side by side."""
        gate = Gate()
        with Handling(dict.fromkeys(_ENDING, gate.stop)):
            try:
                if self._settings.follow and list(inputs) != [Input()]:
                    self._follow(inputs, gate)
                else:
                    self._read_all(inputs, gate)
            except Interrupted:
                pass
            self.signal = gate.signal

    def _read_all(self, inputs: Sequence[Input], gate: Gate) -> None:
        for each in inputs:
            if gate.signal:
                break
            try:
                self._read(each, gate)
            except InputError as error:
                self._fail(error)

    def _fail(self, error: Exception) -> None:
        self.failed = True
        text = str(error) if isinstance(error, InputError) else fault(error)
        if text not in self._said:
            self._said.add(text)
            say("error", text)

    def _session(self, source: str) -> Session:
        return Guarded(self._engine.session(source), self._fail)

    def _read(self, each: Input, gate: Gate) -> None:
        if each.text is not None:
            self._message(os.fsencode(each.text))
            return
        with reading.Opening(each.path, gate) as descriptor:
            if reading.is_regular(descriptor) and self._in_parts(each.path, gate):
                return
            events = reading.events(descriptor, each.path, self._settings.idle, gate)
            self._diagnose(events, at_once=reading.is_regular(descriptor))

    def _in_parts(self, path: str, gate: Gate) -> bool:
        """Read a large file by several processes; False where one does it."""
        if path == STDIN_NAME or self._settings.jobs == 1:
            return False
        from diagnose.cli.jobs import Jobs, processes

        count = processes(self._settings, path)
        if count > 1:
            with Jobs(self._engine, path, count) as jobs:
                self._report_all(jobs.batches(gate), FOREVER, at_once=True)
        return count > 1

    def _message(self, text: bytes) -> None:
        if self._settings.passthrough:
            self._diagnose([Event(1, "-", text + b"\n")], at_once=True)
        else:
            self._report.add_all(self._engine.diagnose(text))

    def _follow(self, inputs: Sequence[Input], gate: Gate) -> None:
        from diagnose.stream.follow import Follower, follow

        followers: list[Follower] = []
        for each in inputs:
            there = each.text is not None or os.path.exists(each.path) or each.path == "-"
            if there and not os.path.isfile(each.path):
                raise UsageError(f"--follow takes files; this is none: {each.text or each.path}")
        for each in inputs:
            try:
                followers.append(Follower(each.path, self._warn))
            except InputError as error:
                self._fail(error)
        if followers:
            self._diagnose(follow(followers, self._settings.idle, gate), at_once=False)

    def _diagnose(self, events: Iterable[Event], *, at_once: bool) -> None:
        seconds = self._settings.idle / 1000
        if self._settings.annotates:
            Annotating(self._session, self._report, seconds).run(events)
            return
        if self._settings.passthrough:
            events = copied(events)
        batches = Feeder(self._session, self._warn).batches(events)
        self._report_all(batches, FOREVER if at_once else seconds, at_once=at_once)

    def _report_all(self, batches: Iterable[Batch], seconds: float, *, at_once: bool) -> None:
        for batch in causes_first(batches, seconds):
            self._report.add_batch(batch, at_once=at_once)
