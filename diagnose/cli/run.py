"""Diagnosing: inputs -> engine -> report -> exit status."""

from __future__ import annotations

import os

from diagnose.cli import status
from diagnose.cli.report import Report
from diagnose.cli.terminal import note
from diagnose.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diagnose.catalog import Catalog
    from diagnose.cli.inputs import Input
    from diagnose.cli.settings import Settings
    from diagnose.engine import Engine


def run(settings: Settings, inputs: Sequence[Input]) -> int:
    """Diagnose all inputs; one that cannot be read does not lose the others."""
    values = assignments(settings.set)
    engine = make_engine(settings, values)
    report = Report(settings)
    signal, failed = 0, False
    bit_by_bit = settings.passthrough or settings.follow
    if not bit_by_bit and all(each.text is not None for each in inputs):
        for each in inputs:
            report.add_all(engine.diagnose(os.fsencode(each.text or "")))
    else:
        from diagnose.cli.streams import Streams

        streams = Streams(engine, settings, report)
        streams.run(inputs)
        signal, failed = streams.signal, streams.failed
    report.finish(failed=failed)
    return status.of(settings, report, failed=failed, signal=signal)


def make_engine(settings: Settings, values: Mapping[str, str]) -> Engine:
    """The engine for these settings; what was overridden is said."""
    from diagnose import catalog
    from diagnose.engine import Engine, Options

    pages = catalog.load(settings.patterns)
    warn = note(settings.quiet)
    for notice in pages.notices:
        warn(notice)
    options = Options(
        statement=settings.statement,
        values=values,
        product_version=settings.product_version,
        all_layers=settings.all,
        ignore=_ignored(pages, settings),
    )
    return Engine(pages, options, budget_ms=0)


def _ignored(pages: Catalog, settings: Settings) -> frozenset[str]:
    """The ids as they are called today."""
    ignored: set[str] = set(settings.ignore)
    for name in settings.ignore:
        entry = pages.entry(name)
        if entry is None:
            note(settings.quiet)(f"--ignore {name}: there is no such page")
        else:
            ignored.add(entry.id)
    return frozenset(ignored)


def assignments(pairs: Sequence[str]) -> dict[str, str]:
    """``NAME=VALUE`` pairs as a mapping; raises ``UsageError``.

    >>> assignments(["job=t", "sql=a=b"])
    {'job': 't', 'sql': 'a=b'}
    """
    values: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.isidentifier():
            raise UsageError(f"--set {pair}: write NAME=VALUE, such as --set job=my_table")
        values[name] = value
    return values
