"""Diagnosing: inputs -> engine -> report -> exit status."""

from __future__ import annotations

import gc
import os

from diagnose.cli import engine as engines
from diagnose.cli import status
from diagnose.cli.report import Report
from diagnose.cli.terminal import STDERR
from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diagnose.cli.inputs import Input
    from diagnose.cli.settings import Settings
    from diagnose.engine import Engine


def run(settings: Settings, inputs: Sequence[Input]) -> int:
    """Diagnose all inputs; one that cannot be read does not lose the others."""
    engine = engines.make_engine(settings, engines.assignments(settings.set))
    report = _report(settings, engine)
    signal, failed = 0, False
    bit_by_bit = settings.passthrough or settings.follow
    if not bit_by_bit and all(each.text is not None for each in inputs):
        for each in inputs:
            report.add_all(engine.diagnose(os.fsencode(each.text or "")))
    else:
        gc.enable()
        from diagnose.cli.streams import Streams

        streams = Streams(engine, settings, report)
        streams.run(inputs)
        signal, failed = streams.signal, streams.failed
    report.finish(failed=failed)
    return status.of(settings, report, failed=failed, signal=signal)


def _report(settings: Settings, engine: Engine) -> Report:
    """Beside an input that passes, on stderr; as text when JSON goes into the input's records."""
    if not settings.passthrough:
        return Report(settings, entry_of=engine.catalog.entry)
    beside = settings._replace(format="text") if settings.annotates else settings
    return Report(beside, STDERR, engine.catalog.entry)
