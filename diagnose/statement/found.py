"""What the finders of statements share."""

from __future__ import annotations

import re

from diagnose.lean import NamedTuple
from diagnose.model import Statement
from diagnose.statement.lexing import BLANKS, scan
from diagnose.text import lazy_pattern


class Found(NamedTuple):
    """A statement and the span of the text that it was read from, prompts and all."""

    statement: Statement
    start: int
    end: int


class TextLine(NamedTuple):
    """A line without its end, and where it starts."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


SQL_START = lazy_pattern(
    r"\s*+(?:--[^\n]*+\n\s*+|/\*(?:[^*]|\*(?!/))*+\*/\s*+)*+\(?(?:"
    r"alter|analyze|backup|begin|cancel|close|comment|commit|copy|create|declare|delete|describe"
    r"|discard|drop|end|execute|explain|fetch|flush|grant|insert|kill|merge|prepare|reassign"
    r"|recover|refresh|reset|revoke|rollback|select|set|show|start|truncate|update|use|vacuum"
    r"|values|wait|with)\b",
    re.IGNORECASE,
)
"""A statement of RisingWave or PostgreSQL starts here."""

_HIDDEN = ("[REDACTED]", "...(truncated", "<redacted>", "********")
_CUT = lazy_pattern(r"(?<!\s)\s*+(?:\.\.\.|…)(?:\(truncated(?:,\d+)?\))?\Z")


def lines(text: str) -> list[TextLine]:
    r"""The lines of a text.

    >>> [line.text for line in lines("a\r\nb")]
    ['a', 'b']
    """
    found: list[TextLine] = []
    start = 0
    for line in text.split("\n"):
        found.append(TextLine(line.removesuffix("\r"), start))
        start += len(line) + 1
    return found


def sql(text: str, origin: str, *, whole: bool = True) -> Statement:
    """A statement in SQL; one that was cut, redacted or has parameters is not complete."""
    text = text.strip()
    cut = _CUT.search(text)
    if cut:
        text = text[: cut.start()]
    complete = whole and not cut and not any(mark in text for mark in _HIDDEN)
    return Statement(text, "sql", origin, complete and _is_whole(text))


def _is_whole(text: str) -> bool:
    """No parameter, no string that does not end, no bracket that is not closed."""
    depth = 0
    before = ","
    for token in scan(text):
        if not token.closed or token.kind == "parameter":
            return False
        if before == "?" and token.text in {",", ")", ";"}:
            return False
        if token.text in {"=?", "=%"}:
            return False
        if before in _BEFORE_PARAMETER and token.text in {"?", "%", ":"}:
            return False
        if token.kind not in BLANKS:
            before = "=" if token.text[-1] in "=<>" else token.text
        depth += (token.text == "(") - (token.text == ")")
    return depth == 0 and not before.endswith("?")


_BEFORE_PARAMETER = frozenset({"=", "(", ","})
"""``x = ?``, ``(%s, :name)``; elsewhere these may be operators."""


def end_of_sql(text: str, start: int, closer: str) -> int:
    """Where the first ``closer`` outside of the SQL's own brackets and quotes is; -1: nowhere.

    >>> end_of_sql("SELECT a[1], ']'] tail", 0, "]")
    16
    """
    depth = 0
    opener = {"]": "[", "}": "{", ")": "("}[closer]
    for token in scan(text, start):
        if token.text == opener:
            depth += 1
        elif token.text == closer:
            if depth == 0:
                return token.start
            depth -= 1
    return -1
