"""A diagnosis as flat names and values, for formats that know no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diagnose.model import in_json

if TYPE_CHECKING:
    from diagnose.model import Command, Diagnosis

PREFIX = "diagnosis."


def flat(found: Diagnosis, prefix: str = PREFIX) -> dict[str, str]:
    """What a person on call needs, as strings.

    ``fix`` and ``command`` are those of the first fix, or of the first that has a command.

    >>> from diagnose.model import Diagnosis, Where
    >>> flat(Diagnosis("a/b", "Out of rope", "exact", "m", Where("-", 1, 0, 1)))["diagnosis.id"]
    'a/b'
    """
    fix = best_fix(found)
    said = {
        "id": found.id,
        "title": found.title,
        "match": found.match,
        "confidence": f"{found.confidence:.2f}",
        "severity": found.severity,
        "class": found.class_,
        "message": found.message,
        "cause": found.cause,
        "fix": fix.title if fix else "",
        "command": fix.command if fix else "",
        "applicability": fix.applicability if fix and fix.command else "",
    }
    values = {f"captures.{name}": str(in_json(value)) for name, value in found.captures.items()}
    return {prefix + name: value for name, value in {**said, **values}.items() if value}


def best_fix(found: Diagnosis) -> Command | None:
    """The first fix with a command, else the first one."""
    with_command = (fix for fix in found.fixes if fix.command)
    return next(with_command, found.fixes[0] if found.fixes else None)


def sentence(found: Diagnosis) -> str:
    """One line of text.

    >>> from diagnose.model import Diagnosis, Where
    >>> found = Diagnosis("a/b", "Out of rope", "exact", "m", Where("-", 1, 0, 1), cause="Used up.")
    >>> sentence(found)
    'Out of rope [a/b]: Used up.'
    """
    fix = best_fix(found)
    parts = [f"{found.title} [{found.id}]"]
    if found.cause:
        parts.append(f": {found.cause}")
    if fix:
        parts.append(f" -> {fix.title}" + (f": {fix.command}" if fix.command else ""))
    return " ".join("".join(parts).split())
