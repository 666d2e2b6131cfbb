"""Recognises documented error messages and answers with cause, fix and a corrected command.

>>> import diagnose
>>> diagnose.diagnose("nothing failed here")
[]
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from diagnose.catalog import load as load_catalog
    from diagnose.engine import Engine, Options, diagnose, explain, scan
    from diagnose.errors import (
        CatalogError,
        DiagnoseError,
        InputError,
        PageFaultsError,
        TemplateError,
        UsageError,
    )
    from diagnose.model import Command, Diagnosis, Entry, Where

__all__ = [
    "CatalogError",
    "Command",
    "DiagnoseError",
    "Diagnosis",
    "Engine",
    "Entry",
    "InputError",
    "Options",
    "PageFaultsError",
    "TemplateError",
    "UsageError",
    "Where",
    "diagnose",
    "explain",
    "load_catalog",
    "scan",
]

_HOMES = {
    "diagnose.catalog": ("load_catalog",),
    "diagnose.engine": ("Engine", "Options", "diagnose", "explain", "scan"),
    "diagnose.errors": (
        "CatalogError",
        "DiagnoseError",
        "InputError",
        "PageFaultsError",
        "TemplateError",
        "UsageError",
    ),
    "diagnose.model": ("Command", "Diagnosis", "Entry", "Where"),
    "diagnose._version": ("__version__",),
}
_RENAMED = {"load_catalog": "load"}


def __getattr__(name: str) -> Any:
    """Import a public name from its room when it is first asked for."""
    for home, names in _HOMES.items():
        if name in names:
            from importlib import import_module

            value = getattr(import_module(home), _RENAMED.get(name, name))
            globals()[name] = value
            return value
    raise AttributeError(f"module 'diagnose' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
