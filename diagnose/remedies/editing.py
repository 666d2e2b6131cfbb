"""The user's own statement with some captures replaced, the rest as typed."""

from __future__ import annotations

from diagnose.errors import RemedyError
from diagnose.lean import TYPE_CHECKING
from diagnose.remedies.showing import hides_something
from diagnose.remedies.single import has_client_command, runs_alone
from diagnose.remedies.writing import Known, Written, write

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from diagnose.model import Fit, Statement, Value


def edit(
    fit: Fit, edits: Mapping[str, str], values: Mapping[str, Value], kinds: Mapping[str, str]
) -> str:
    """The statement with its captures replaced: ``edits`` maps a capture to a template.

    In such a template ``{name}`` of a capture of the statement is its text as typed; every other
    value is quoted by its kind. An empty template takes the capture out. A capture that is
    empty marks a place: its template is put there, with a blank where words would
    run together and without a comma that would stand next to a bracket.
    Raises ``RemedyError`` when a value cannot be written, a name was not captured, or the
    statement is cut, or holds invisible characters or a command of ``psql``.

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
    unfit = hides_something(statement.text) or has_client_command(statement)
    if not statement.complete or unfit:
        raise RemedyError("statement", statement.text[:100], statement.language)
    changes = [
        change
        for spans in (fit.spans, *fit.others)
        for change in _changes(statement, edits, spans, known)
    ]
    changes.sort(key=lambda change: change[0])
    text = statement.text
    for span, written in reversed(changes):
        text = _spliced(text, span, written.text, statement.language)
    missing = dict.fromkeys(name for _, written in changes for name in written.missing)
    doubtful = any(written.doubtful for _, written in changes) or not runs_alone(statement)
    return Written(text, tuple(missing), doubtful)


def _changes(
    statement: Statement,
    edits: Mapping[str, str],
    spans: Mapping[str, tuple[int, int]],
    known: Known,
) -> Iterator[tuple[tuple[int, int], Written]]:
    """What is put where, at one of the places that the statement template fits."""
    as_typed = {name: statement.text[start:end] for name, (start, end) in spans.items()}
    for name, source in edits.items():
        if name not in spans and not source:
            continue  # an optional part that is not there need not be taken out
        if name not in spans:
            raise RemedyError(name, source, statement.language)
        here = known._replace(verbatim=_without_last_commas(source, as_typed))
        yield spans[name], write(source, statement.language, here)


def _without_last_commas(source: str, as_typed: Mapping[str, str]) -> dict[str, str]:
    """A list that was typed with a comma at its end goes on with only one."""
    return {
        name: text[:-1] if text.endswith(",") and f"{{{name}}}," in source else text
        for name, text in as_typed.items()
    }


def _spliced(text: str, span: tuple[int, int], new: str, language: str) -> str:
    before, after = text[: span[0]], text[span[1] :]
    if not new and language == "sql" and span[0] < span[1]:
        return _closed_gap(before, after)
    if span[0] == span[1] and language == "sql":
        new = _without_loose_commas(before, new, after)
    if new and (language == "sql" or span[0] == span[1]):
        new = " " * _runs_together(before[-1:], new[0]) + new
        new += " " * _runs_together(new[-1], after[:1])
    return before + new + after


def _closed_gap(before: str, after: str) -> str:
    """Where something was taken out: one comma and one blank too many go with it."""
    left, right = before.rstrip()[-1:], after.lstrip()[:1]
    if right == "," and left in {"(", "[", ","}:
        after = after.lstrip()[1:]
    elif left == "," and right in {")", "]"}:
        before = before.rstrip()[:-1]
    left, right = before.rstrip(), after.lstrip()
    gap = _one_gap(before[len(left) :], after[: len(after) - len(right)])
    if "\n" not in gap and (left.endswith(("(", "[")) or right[:1] in {")", "]", ",", ";", ""}):
        gap = ""
    return left + (gap or " " * _runs_together(left[-1:], right[:1])) + right


def _one_gap(before: str, after: str) -> str:
    """Of the blanks on both sides those with a line end, which may end a comment."""
    if not (before and after):
        return before or after
    return before if "\n" in before and "\n" not in after else after


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
