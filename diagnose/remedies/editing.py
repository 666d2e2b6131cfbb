"""The user's own statement with some captures replaced, the rest as typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diagnose.errors import RemedyError
from diagnose.remedies.showing import hides_something
from diagnose.remedies.writing import Known, Written, write

if TYPE_CHECKING:
    from collections.abc import Mapping

    from diagnose.model import Fit, Value


def edit(
    fit: Fit, edits: Mapping[str, str], values: Mapping[str, Value], kinds: Mapping[str, str]
) -> str:
    """The statement with its captures replaced: ``edits`` maps a capture to a template.

    In such a template ``{name}`` of a capture of the statement is its text as typed; every other
    value is quoted by its kind. An empty template takes the capture out. A capture that is
    empty marks a place: its template is put there, with a blank where words would
    run together and without a comma that would stand next to a bracket.
    Raises ``RemedyError`` when a value cannot be written, a name was not captured, or the
    statement is cut or holds invisible characters.

    >>> from diagnose.model import Fit, Statement
    >>> fitted = Fit(Statement("alter table t set x=8;"), {"n": 8}, {"n": "int"}, {"n": (20, 21)})
    >>> edit(fitted, {"n": "{most}"}, {"most": 4}, {"most": "int"})
    'alter table t set x=4;'
    """
    return edited(fit, edits, known_to(fit, values, kinds)).text


def known_to(fit: Fit, values: Mapping[str, Value], kinds: Mapping[str, str]) -> Known:
    """All that a command can name: what message and statement captured."""
    typed = frozenset(name for name, kind in fit.kinds.items() if kind == "sql_name")
    return Known({**values, **fit.captures}, {**kinds, **fit.kinds}, as_typed=typed)


def edited(fit: Fit, edits: Mapping[str, str], known: Known) -> Written:
    """Like ``edit``, and says which values are missing."""
    statement = fit.statement
    if not statement.complete or hides_something(statement.text):
        raise RemedyError("statement", statement.text[:100], statement.language)
    as_typed = {name: statement.text[start:end] for name, (start, end) in fit.spans.items()}
    known = known._replace(verbatim=as_typed)
    text = statement.text
    missing: list[str] = []
    doubtful = False
    for name in sorted(edits, key=lambda each: fit.spans.get(each, (0, 0)), reverse=True):
        if name not in fit.spans:
            raise RemedyError(name, edits[name], statement.language)
        written = write(edits[name], statement.language, known)
        text = _spliced(text, fit.spans[name], written.text, statement.language)
        missing[:0] = written.missing
        doubtful = doubtful or written.doubtful
    return Written(text, tuple(dict.fromkeys(missing)), doubtful)


def _spliced(text: str, span: tuple[int, int], new: str, language: str) -> str:
    before, after = text[: span[0]], text[span[1] :]
    if span[0] == span[1] and language == "sql":
        new = _without_loose_commas(before, new, after)
    if new and (language == "sql" or span[0] == span[1]):
        new = " " * _runs_together(before[-1:], new[0]) + new
        new += " " * _runs_together(new[-1], after[:1])
    return before + new + after


def _without_loose_commas(before: str, new: str, after: str) -> str:
    if before.rstrip().endswith("("):
        new = new.lstrip(", ")
    if after.lstrip().startswith(")"):
        new = new.rstrip(", ")
    return new


def _runs_together(left: str, right: str) -> bool:
    """Whether two characters that meet would be read as one token."""
    if left == "-" and right == "-":
        return True
    return _is_wordlike(left) and _is_wordlike(right)


def _is_wordlike(char: str) -> bool:
    return char.isalnum() or char in {"_", "$", "'", '"'}
