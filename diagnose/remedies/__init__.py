"""What to do about it: values and the user's statement become commands to paste."""

from __future__ import annotations

from diagnose.remedies.fixes import commands
from diagnose.remedies.showing import prose, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from diagnose.remedies.conditions import are_as
    from diagnose.remedies.editing import edit
    from diagnose.remedies.quoting import quote
    from diagnose.remedies.suggesting import MEANT, did_you_mean, meant
    from diagnose.remedies.writing import command_faults

__all__ = [
    "MEANT",
    "are_as",
    "command_faults",
    "commands",
    "did_you_mean",
    "edit",
    "meant",
    "prose",
    "quote",
    "shown",
]

_HOMES = {
    "conditions": ("are_as",),
    "editing": ("edit",),
    "quoting": ("quote",),
    "suggesting": ("MEANT", "did_you_mean", "meant"),
    "writing": ("command_faults",),
}


def __getattr__(name: str) -> Any:
    """Load what is asked for: most fixes are commands without a guess or an edit."""
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            value = getattr(import_module(f"{__name__}.{home}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
