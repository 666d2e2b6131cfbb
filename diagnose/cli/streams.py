"""Inputs that are read bit by bit: files, pipes, growing files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from diagnose.cli.signals import Signals
from diagnose.cli.terminal import note, say
from diagnose.errors import InputError
from diagnose.stream import reading
from diagnose.stream.feeding import Feeder
from diagnose.stream.holding import causes_first

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diagnose.cli.inputs import Input
    from diagnose.cli.report import Report
    from diagnose.cli.settings import Settings
    from diagnose.engine import Engine
    from diagnose.stream.events import Gate


def run_streams(
    engine: Engine, settings: Settings, inputs: Sequence[Input], report: Report
) -> tuple[int, int]:
    """Diagnose inputs one after the other; gives the signal that ended it, and the failures."""
    failures = 0
    with Signals() as gate:
        for each in inputs:
            if gate.signal:
                break
            try:
                _run_one(engine, settings, each, report, gate)
            except InputError as error:
                failures += 1
                say("error", str(error))
    return gate.signal, failures


def _run_one(engine: Engine, settings: Settings, each: Input, report: Report, gate: Gate) -> None:
    if each.text is not None:
        report.add_all(engine.diagnose(os.fsencode(each.text)))
        return
    descriptor = reading.open_path(each.path, gate)
    at_once = reading.is_regular(descriptor)
    events = reading.events(descriptor, each.path, settings.idle, gate)
    feeder = Feeder(engine.session, note(settings.quiet))
    hold = float("inf") if at_once else settings.idle / 1000
    for batch in causes_first(feeder.batches(events), hold):
        for found in batch:
            report.add(found, at_once=at_once)
