"""A suggested command as it may be shown: what can be copied, and what must be said about it."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.render.plain import visible
from diagnose.text import lazy_pattern
from diagnose.unseen import is_seen

if TYPE_CHECKING:
    from diagnose.model import Command


_LIKE_A_HEAD = lazy_pattern(r"\n(?:# )?(?:CRITICAL|ERROR|WARNING|INFO)  ")
"""The first line of a diagnosis, as text has it: a command must not hold another one."""


class Shown(NamedTuple):
    """The lines of a command, and whether they still are the command."""

    lines: tuple[str, ...]
    faithful: bool = True


def shown(fix: Command) -> Shown:
    r"""The command without anything that a terminal would obey.

    >>> from diagnose.model import Command
    >>> shown(Command("t", command="SELECT '\x1b';"))
    Shown(lines=("SELECT '\\x1b';",), faithful=False)
    """
    if not fix.command:
        return Shown(())
    command = fix.command.rstrip()
    if "\n" in command and _LIKE_A_HEAD.search(command):
        return Shown((visible(command),), faithful=False)
    plain = [_without_tabs(line) for line in command.split("\n")]
    return Shown(tuple(map(visible, plain)), all(map(is_seen, plain)))


def _without_tabs(line: str) -> str:
    """A tab between words means a space, and would complete words when pasted."""
    if "\t" not in line or any(quote in line for quote in "'\"`$"):
        return line
    return line.replace("\t", "    ")


def label(fix: Command, command: Shown) -> str:
    """What to know before it is run; "" where there is nothing to run."""
    if not command.lines:
        return of_applicability(fix.applicability) if fix.applicability == "unsafe" else ""
    if not command.faithful:
        return "do not paste: it holds characters that cannot be shown"
    if fix.missing:
        return "fill in " + ", ".join(f"<{visible(name)}>" for name in fix.missing)
    return of_applicability(fix.applicability)


def of_applicability(applicability: str) -> str:
    """What it means for a reader.

    >>> of_applicability("unsafe")
    'changes things: read first'
    """
    known = {"safe": "safe", "unsafe": "changes things: read first"}
    return known.get(applicability, "an example: adapt it first")
