"""For ``patch`` and for reviewers: what is to be changed in the failing statement.

Lines that start with ``# `` are for people; ``patch`` passes over them.
"""

from __future__ import annotations

from difflib import unified_diff

from diagnose.lean import TYPE_CHECKING
from diagnose.render import Format, Style
from diagnose.render.caveats import caveats
from diagnose.render.commands import label, shown
from diagnose.render.plain import cut, paint, place, visible
from diagnose.unseen import is_seen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diagnose.model import Command, Diagnosis

LONGEST_TITLE = 400
FAINT = "2"
_HEAD_COLOR, _HUNK_COLOR = "1", "36"
_LINE_COLORS = {"-": "31", "+": "32"}
_HEAD_LINES = 2


def diagnosis(found: Diagnosis, style: Style) -> str:
    """One diagnosis: its first correction of the statement as a diff, other commands as they are.

    >>> from diagnose.model import Command, Diagnosis, Where
    >>> fix = Command("Less", command="SET a = 4;", applicability="safe", corrects="SET a = 9;")
    >>> where = Where("x.log", 7, 0, 1)
    >>> print(diagnosis(Diagnosis("a/b", "Too much", "exact", "m", where, fixes=(fix,)), Style()))
    # ERROR  Too much (x.log:7)
    # Less [safe]
    --- statement
    +++ corrected
    @@ -1 +1 @@
    -SET a = 9;
    +SET a = 4;
    <BLANKLINE>
    """
    correction = next(filter(_can_be_patched, found.fixes), None)
    lines = [_comment(_head(found, correction), style)]
    lines += [_comment(caveat, style) for caveat in caveats(found)]
    for fix in found.fixes:
        lines += _fix(fix, style, as_diff=fix is correction)
    return "\n".join(lines) + "\n"


def _head(found: Diagnosis, correction: Command | None) -> str:
    title = f"{found.severity.upper()}  {cut(found.title, LONGEST_TITLE)}"
    at = place(found.where)
    without = "" if correction else "; no corrected statement"
    return title + (f" ({at})" if at else "") + without


def _comment(text: str, style: Style) -> str:
    return paint(f"# {visible(text)}", FAINT, style.color)


def _fix(fix: Command, style: Style, *, as_diff: bool) -> Iterator[str]:
    command = shown(fix)
    if not command.lines:
        return
    yield _comment(f"{cut(fix.title, LONGEST_TITLE)} [{label(fix, command)}]", style)
    if as_diff:
        yield from _colored(_diff(fix), style)
    else:
        yield from command.lines


def _can_be_patched(fix: Command) -> bool:
    """Whether it corrects the statement, and both can be shown as they are."""
    return bool(fix.corrects) and all(
        is_seen(line.replace("\t", ""))
        for line in (*fix.corrects.split("\n"), *fix.command.split("\n"))
    )


def _diff(fix: Command) -> list[str]:
    before, after = (text.rstrip("\n").split("\n") for text in (fix.corrects, fix.command))
    return list(unified_diff(before, after, "statement", "corrected", lineterm=""))


def _colored(lines: list[str], style: Style) -> Iterator[str]:
    for number, line in enumerate(lines):
        if number < _HEAD_LINES:
            color = _HEAD_COLOR
        else:
            color = _HUNK_COLOR if line.startswith("@@") else _LINE_COLORS.get(line[0], "")
        yield paint(line, color, style.color)


FORMAT = Format(diagnosis, separator="\n")
