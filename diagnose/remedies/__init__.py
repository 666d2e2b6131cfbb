"""What to do about it: values and the user's statement become commands to paste."""

from diagnose.remedies.editing import edit
from diagnose.remedies.fixes import commands
from diagnose.remedies.quoting import quote
from diagnose.remedies.showing import prose, shown
from diagnose.remedies.suggesting import MEANT, did_you_mean, meant
from diagnose.remedies.writing import command_faults

__all__ = [
    "MEANT",
    "command_faults",
    "commands",
    "did_you_mean",
    "edit",
    "meant",
    "prose",
    "quote",
    "shown",
]
