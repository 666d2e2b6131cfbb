"""Bytes -> Line -> Record: decoding, framing, joining of continuation lines.

``lines`` cuts bytes into lines, ``Joiner`` puts the lines that belong together
into records. In between, the caller's ``peel_line`` takes transports off.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from diagnose.records.joiner import SILENT_LINES, Joiner
    from diagnose.records.opened import MAX_LINES, MAX_SPAN
    from diagnose.records.shapes import is_plain, is_text, surely_starts
    from diagnose.records.single import groups, is_log_line, may_be_one, of_line
    from diagnose.records.splitter import Splitter, is_utf16, lines

__all__ = [
    "MAX_LINES",
    "MAX_SPAN",
    "SILENT_LINES",
    "Joiner",
    "Splitter",
    "groups",
    "is_log_line",
    "is_plain",
    "is_text",
    "is_utf16",
    "lines",
    "may_be_one",
    "of_line",
    "surely_starts",
]

_HOMES = {
    "joiner": ("SILENT_LINES", "Joiner"),
    "opened": ("MAX_LINES", "MAX_SPAN"),
    "shapes": ("is_plain", "is_text", "surely_starts"),
    "single": ("groups", "is_log_line", "may_be_one", "of_line"),
    "splitter": ("Splitter", "is_utf16", "lines"),
}


def __getattr__(name: str) -> Any:
    """Load what is asked for: one message needs nothing of a stream."""
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            value = getattr(import_module(f"{__name__}.{home}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
