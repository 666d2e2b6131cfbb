"""Statements and commands that a person typed at a prompt, or a script echoed."""

from __future__ import annotations

import re

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.model import Statement
from diagnose.statement.found import SQL_START, Found, TextLine, lines, sql
from diagnose.statement.shell import words
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_PSQL = lazy_pattern(
    r"(?P<db>[\w.@~/:-]*?)(?P<state>[=!^]|[-('\"$*])(?P<transaction>[*!?]?)[>#](?: |\Z)(?P<rest>.*)"
)
_BARE_PROMPT = lazy_pattern(r"(?:[\w.@:/\[\]~-]*>) (?P<rest>.*)")
_SHELL = lazy_pattern(
    r"""
    (?: \([\w.-]+\)\ )?+                                   # (venv)
    (?: \++\ (?=.*?\b(?:risectl|risingwave|psql|kubectl|docker|helm|risedev)\b)
      | [\w.-]++@[^\s$\#%]++(?:\ [^\s$\#%]++)?\ ?[$\#%]\ # user@host:dir$
      | \[[^\]@]++@[^\]]++\][$\#]\                        # [user@host dir]$
      | [\u279c\u276f]\ +(?:[\w.~/-]+\ +)?(?:git:\([^)]*\)\ +)?(?:[\u2717\u2714\u00d7]\ +)?
      | [$%]\ (?=\S)
      | (?=(?:\./|/\S*/)?(?:risectl\b|risingwave\ (?:ctl|risectl)\b))
    )
    (?P<rest>.+)
    """,
    re.VERBOSE,
)
_FAILED = lazy_pattern(
    r"(?:\[[^\]]*+\] ?)*+(?:psql:\S*: )?(?:\w+ )*+(?:error|fatal|panic)\b"
    r"|server closed the connection|thread '|connection to server|caused by|failed to",
    re.IGNORECASE,
)
_OUTPUT = lazy_pattern(
    r"(?:(?:psql:\S* )?(?:ERROR|FATAL|PANIC|WARNING|NOTICE|INFO|LOG|DEBUG|DETAIL|HINT|LINE \d+)\b"
    r"|db error|error:|caused by|failed to|-{3,}|\(\d+ rows?\)|thread ')"
    r"|[A-Z]+(?:_[A-Z]+)*(?: \d+)*$|\[?\d{4}-\d\d-\d\d[T ,]"
)
_ERROR_LINE = lazy_pattern(
    r"\s*+(?:\[[^\]]*+\] ?)*+(?:psql:\S* |db error: )?(?:ERROR|FATAL|PANIC|Error|Failed)\b[: ]"
)
_MOST_LINES = 1000
_CONTINUED = frozenset("-('\"$*")


class _Typed(NamedTuple):
    """A line behind a prompt: what was typed, and whether it goes on from the line before."""

    text: str
    continues: bool
    origin: str


def psql_prompts(text: str) -> Iterator[Found]:
    """``dev=> ...`` and its continuations; those whose output is no error are left out."""
    rows = lines(text)
    typed = [_typed(row.text) for row in rows]
    index = 0
    while index < len(rows):
        first = typed[index]
        if first is None or first.continues:
            index += 1
            continue
        stop = _statement_end(rows, typed, index)
        behind = next((at for at in range(stop, len(rows)) if typed[at]), len(rows))
        if _has_failed(rows[stop:behind], is_last=behind == len(rows)):
            pieces = [_typed_text(rows[at], typed[at]) for at in range(index, stop)]
            statement = sql("\n".join(pieces), first.origin)
            if SQL_START.match(statement.text):
                yield Found(statement, rows[index].start, rows[stop - 1].end)
        index = max(stop, index + 1)


def _typed(line: str) -> _Typed | None:
    if ">" not in line and "#" not in line:
        return None
    match = _PSQL.match(line)
    if match and len(match["db"]) + len(match["state"]):
        return _Typed(match["rest"], match["state"] in _CONTINUED, "psql prompt")
    match = _BARE_PROMPT.match(line)
    if match and SQL_START.match(match["rest"]):
        return _Typed(match["rest"], continues=False, origin="prompt")
    return None


def _typed_text(row: TextLine, typed: _Typed | None) -> str:
    return typed.text if typed else row.text


def _statement_end(rows: Sequence[TextLine], typed: Sequence[_Typed | None], first: int) -> int:
    """The line behind a statement: continuation prompts, or lines up to a ``;`` or to output."""
    at = first + 1
    is_open = not rows[first].text.rstrip().endswith(";")
    while at < len(rows) and at < first + _MOST_LINES:
        here = typed[at]
        if here is not None:
            if not here.continues:
                break
            is_open = False
        elif not is_open or not rows[at].text.strip() or _OUTPUT.match(rows[at].text):
            break
        elif rows[at].text.rstrip().endswith(";"):
            return at + 1
        at += 1
    return at


def _has_failed(output: Sequence[TextLine], *, is_last: bool) -> bool:
    """Whether the output tells of an error, or nothing came after the last statement."""
    printed = [row.text.strip() for row in output[:_MOST_LINES] if row.text.strip()]
    return any(_FAILED.match(line) for line in printed) or (is_last and not printed)


def bare_sql(text: str) -> Iterator[Found]:
    """SQL without a prompt right above an error."""
    rows = lines(text)
    for index, row in enumerate(rows):
        if not _ERROR_LINE.match(row.text):
            continue
        stop = index
        while stop and _is_gap(rows[stop - 1].text):
            stop -= 1
        first = stop
        while first and stop - first < _MOST_LINES and _may_be_sql(rows[first - 1].text):
            first -= 1
        top = first
        while first < stop and not SQL_START.match(rows[first].text):
            first += 1
        if first < stop:
            start, end = rows[first].start, rows[stop - 1].end
            # Lines above it that are no SQL may be the statement's own beginning.
            statement = sql(text[start:end], "lines above the error", whole=first == top)
            yield Found(statement, start, end)


def _is_gap(line: str) -> bool:
    return not line.strip() or line.startswith(("----", "```"))


def _may_be_sql(line: str) -> bool:
    return not (_is_gap(line) or _OUTPUT.match(line) or _typed(line) or _SHELL.match(line)
                or line.startswith(("statement ", "query ")))  # fmt: skip


def shell_commands(text: str) -> Iterator[Found]:
    """Commands behind a shell's prompt, ``+`` traces, and ``risectl`` wherever a line starts so."""
    rows = lines(text)
    commands = [_SHELL.match(row.text) for row in rows]
    for index, match in enumerate(commands):
        if match is None:
            continue
        stop, value = _command_end(rows, index, match["rest"])
        behind = next((at for at in range(stop, len(rows)) if commands[at]), len(rows))
        if _has_failed(rows[stop:behind], is_last=behind == len(rows)):
            whole = all(word.closed for word in words(value))
            statement = Statement(value, "shell", "shell prompt", whole)
            yield Found(statement, rows[index].start, rows[stop - 1].end)


def _command_end(rows: Sequence[TextLine], index: int, first: str) -> tuple[int, str]:
    """A command goes on behind a backslash and inside quotes."""
    value, stop = first.rstrip(), index + 1
    while stop < min(len(rows), index + 50) and not all(word.closed for word in words(value)):
        value += "\n" + rows[stop].text
        stop += 1
    return stop, value


PROMPTS: tuple[tuple[tuple[str, ...], Callable[[str], Iterator[Found]]], ...] = (
    (("> ", "# "), psql_prompts),
    (("ERROR", "Error", "FATAL", "PANIC", "Failed"), bare_sql),
    (("$ ", "# ", "% ", "+ ", "\u279c", "\u276f", "risectl", "risingwave ctl"), shell_commands),
)
