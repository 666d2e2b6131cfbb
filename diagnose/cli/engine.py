"""The engine that the settings ask for."""

from __future__ import annotations

from diagnose.cli.terminal import note
from diagnose.errors import UsageError
from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diagnose.catalog import Catalog
    from diagnose.cli.settings import Settings
    from diagnose.engine import Engine


def make_engine(settings: Settings, values: Mapping[str, str], command: str = "") -> Engine:
    """The engine for these settings; ``command`` is the one whose output it will read."""
    from diagnose.engine import Engine, Options

    pages = load_pages(settings)
    options = Options(
        statement=settings.statement,
        command=command,
        values=values,
        product_version=settings.product_version,
        all_layers=settings.all,
        ignore=_ignored(pages, settings),
    )
    return Engine(pages, options, budget_ms=0)


def load_pages(settings: Settings) -> Catalog:
    """The catalogue; what was overridden is said."""
    from diagnose import catalog

    pages = catalog.load(settings.patterns)
    warn = note(settings.quiet)
    for notice in pages.notices:
        warn(notice)
    return pages


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
