"""The fixes of an explanation, filled in: titles, texts and commands ready to paste."""

from __future__ import annotations

import re

from diagnose.errors import RemedyError
from diagnose.lean import TYPE_CHECKING
from diagnose.model import Command
from diagnose.remedies.showing import hides_something, prose
from diagnose.remedies.single import runs_alone
from diagnose.remedies.writing import Known, Written, write
from diagnose.template import parse, slots
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping

    from diagnose.model import Explanation, Fit, Fix, Statement, Value

_NOTHING = Written("", ())


def commands(
    explanation: Explanation,
    values: Mapping[str, Value],
    kinds: Mapping[str, str],
    fit: Fit | None,
    statement: Statement | None,
) -> tuple[Command, ...]:
    """Every fix of an explanation, filled in.

    ``values`` and their ``kinds`` are what the message and its context hold; ``fit`` is the
    explanation's statement template on the failing ``statement``. In a command ``{statement}`` is
    the whole statement, after the fix's ``edit`` if it has one; it must stand last. A value
    that is not there stays as ``<name>`` and is listed in ``missing``; a
    command that cannot be written safely is left out, its text stays.

    >>> from diagnose.model import Explanation, Fix
    >>> fix = Fix("Lower it to {max}", command="SET p = {max};", applicability="safe")
    >>> commands(Explanation("", (fix,)), {"max": 4}, {"max": "int"}, None, None)[0].command
    'SET p = 4;'
    """
    known = Known(values, kinds)
    if fit:
        from diagnose.remedies.editing import known_to

        known = known_to(fit, values, kinds)
    return tuple(_command(fix, known, fit, statement) for fix in explanation.fixes)


def _command(fix: Fix, known: Known, fit: Fit | None, statement: Statement | None) -> Command:
    try:
        written = _written(fix, known, fit, statement)
    except RemedyError:
        written = _NOTHING
    own = fit.statement if fit and fix.edit and not fix.command else None
    language = own.language if own else fix.language
    return Command(
        title=prose(fix.title, known.values),
        text=prose(fix.text, known.values),
        command=written.text,
        language=language if written.text else "",
        applicability=_applicability(fix, written, fit),
        missing=written.missing,
        corrects=own.text if own and written.text else "",
    )


def _written(fix: Fix, known: Known, fit: Fit | None, statement: Statement | None) -> Written:
    whole = fit.statement if fit else statement
    own = _NOTHING
    if fix.edit:
        if fit is None:
            return _NOTHING
        from diagnose.remedies.editing import edited

        own = edited(fit, fix.edit, known)
        if not fix.command:
            return own
    elif whole is not None and _may_be_repeated(whole, fix.language):
        own = Written(whole.text, ())
    if own.text:
        known = known._replace(verbatim={"statement": own.text})
        _refuse_text_behind_statement(fix)
    written = write(fix.command, fix.language, known)
    if "{statement}" not in fix.command:
        return written
    missing = tuple(dict.fromkeys((*written.missing, *own.missing)))
    return Written(written.text, missing, written.doubtful or own.doubtful)


def _may_be_repeated(statement: Statement, language: str) -> bool:
    return (
        statement.complete
        and statement.language == language
        and not hides_something(statement.text)
        and runs_alone(statement)
    )


def _refuse_text_behind_statement(fix: Fix) -> None:
    """A comment at the statement's end would swallow it, and its ``;`` would cut it off."""
    _, found, behind = fix.command.partition("{statement}")
    if found and behind.strip():
        raise RemedyError("statement", behind, fix.language)


def _applicability(fix: Fix, written: Written, fit: Fit | None) -> str:
    if not written.text or written.missing or written.doubtful or fix.language == "text":
        return "display-only"
    if fix.applicability != "safe":
        return fix.applicability
    if fit and not fit.statement.complete and _names(fix) & set(fit.spans):
        return "display-only"
    return "unsafe" if _does_harm(written.text, is_own=bool(fix.edit)) else "safe"


def _does_harm(command: str, *, is_own: bool) -> bool:
    """Whether a command may lose something; ``is_own``: it is the user's own statement."""
    if command.isascii() and not _holds_any(command.lower(), _MARKS):
        return False
    return (_OWN_HARM if is_own else _HARM).search(command) is not None


def _holds_any(text: str, marks: tuple[str, ...]) -> bool:
    for mark in marks:  # noqa: SIM110 - asked of every message: a generator takes twice the time
        if mark in text:
            return True
    return False


def _names(fix: Fix) -> set[str]:
    return {slot.name for slot in slots(parse(fix.command))}


_FLAGS = re.IGNORECASE | re.DOTALL
_NEVER_SAFE = (
    r"\bDROP\b.*?\bCASCADE\b|\brestart\b|\breboot\b|\bshutdown\b|\brestore\b|\brestore-meta\b"
    r"|\brm\s+-|\bkill(?:all)?\b|\bUNSAFE\b"
)
"""Not even when they are the user's own statement."""
_NOT_SAFE_FROM_A_PAGE = (
    r"\bDROP\b|\bTRUNCATE\b|\bDELETE\b|\bUPDATE\b|\bINSERT\b|\bRECOVER\b|\bCANCEL\b"
    r"|\bALTER\b|(?<!SHOW\s)\bCREATE\b|\bGRANT\b|\bREVOKE\b|\bpg_(?:drop|terminate)_\w+"
    r"|--force\b|--overwrite\w*|\bunregister-workers\b|\bdelete-meta-snapshots\b"
    r"|\bmeta\s+(?:pause|resume|reschedule)\b|\bkubectl\s+(?:delete|rollout|scale|drain)\b"
)
_OWN_HARM = lazy_pattern(_NEVER_SAFE, _FLAGS)
_HARM = lazy_pattern(f"{_NEVER_SAFE}|{_NOT_SAFE_FROM_A_PAGE}", _FLAGS)
_MARKS = (
    "drop", "restart", "reboot", "shutdown", "restore", "rm", "kill", "unsafe", "truncate",
    "delete", "update", "insert", "recover", "cancel", "alter", "create", "grant", "revoke",
    "terminate", "force", "overwrite", "unregister", "meta", "kubectl",
)  # fmt: skip
"""Parts of commands, in small letters: whatever does harm has one of them."""
