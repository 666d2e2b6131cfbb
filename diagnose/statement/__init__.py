"""The failing statement or command: find it, take it apart, see what it is."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from diagnose.statement.finding import TYPED_ORIGINS, best, find
    from diagnose.statement.fitting import fit, sql_inside
    from diagnose.statement.found import Found
    from diagnose.statement.lexing import Token, content, significant, split, tokens
    from diagnose.statement.shell import Word, words
    from diagnose.statement.stated import given

__all__ = [
    "TYPED_ORIGINS",
    "Found",
    "Token",
    "Word",
    "best",
    "content",
    "find",
    "fit",
    "given",
    "significant",
    "split",
    "sql_inside",
    "tokens",
    "words",
]

_HOMES = {
    "finding": ("TYPED_ORIGINS", "best", "find"),
    "fitting": ("fit", "sql_inside"),
    "found": ("Found",),
    "shell": ("Word", "words"),
    "stated": ("given",),
    "lexing": ("Token", "content", "significant", "split", "tokens"),
}


def __getattr__(name: str) -> Any:
    """Load what is asked for: most messages come without a statement."""
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            value = getattr(import_module(f"{__name__}.{home}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
