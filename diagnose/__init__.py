"""Recognises documented error messages and answers with cause, fix and a corrected command.

>>> import diagnose
>>> [found.id for found in diagnose.diagnose("nothing failed here")]
[]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from diagnose.catalog import load as load_catalog
    from diagnose.engine import Engine, diagnose, explain, scan
    from diagnose.errors import CatalogError, DiagnoseError, InputError, UsageError
    from diagnose.model import Command, Diagnosis, Entry, Where

__all__ = [
    "CatalogError",
    "Command",
    "DiagnoseError",
    "Diagnosis",
    "Engine",
    "Entry",
    "InputError",
    "UsageError",
    "Where",
    "diagnose",
    "explain",
    "load_catalog",
    "scan",
]
