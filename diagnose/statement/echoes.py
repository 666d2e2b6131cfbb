"""Statements that a server, a driver or a test runner repeats next to the error."""

from __future__ import annotations

import re

from diagnose.lean import TYPE_CHECKING
from diagnose.statement.found import SQL_START, Found, end_of_sql, sql
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

_TIMESTAMP = r"[ \t]*+\[?\d{4}-\d\d-\d\d[T ,]"
_FIELD = lazy_pattern(r"(?<![\w.])(?:sql|statement|stmt)=")
_FIELD_END = lazy_pattern(r"\n(?=" + _TIMESTAMP + r"|[ \t]++at \S+:\d|[ \t]++in [\w:]++ with )|\Z")
_LATER_FIELDS = lazy_pattern(
    r"(?:\s(?:user|time|elapsed|duration|status|mode|session|session_id|database)=[^\s'\"()]*+)++\Z"
)
_MOST_LATER = 200
_FIELD_VALUE = lazy_pattern(r"\"|\s*+(?:--|/\*|\(|[A-Za-z])")
_JSON_FIELD = lazy_pattern(r'"(?:sql|statement)"\s*:\s*("(?:[^"\\]|\\.)*+")', re.DOTALL)
_QUOTED_VALUE = lazy_pattern(r'"((?:[^"\\]|\\.)*+)"', re.DOTALL)
_STATEMENT_LINE = lazy_pattern(r"(?m)^(.*?\bSTATEMENT:  )([^\n]*+(?:\n\t[^\n]*+)*+)")
_SLT_END = lazy_pattern(r"(?m)^[ \t]*+at [^\s:]++:\d|^[ \t]*+\[(?:Diff|SQL|FAILED)\]|\Z")
_BATCH = lazy_pattern(r"Batch entry \d+ ")
_HANDLE = lazy_pattern(r"failed to handle sql:\n")
_LINE_N = lazy_pattern(r"(?m)^([ \t]*+LINE (\d+): )([^\n]*+)$")
_TICKS = lazy_pattern(
    r"(?i)\b(?:execut\w++|run(?:ning)?|statement|query|sql|command)[: ]++`([^`]++)`"
)


def span_fields(text: str) -> Iterator[Found]:
    """``sql=...`` of a tracing span or event; an unquoted value ends with its span or its line."""
    ends = _Ends(text)
    position = 0
    for match in _FIELD.finditer(text):
        start = match.end()
        if start < position or not _FIELD_VALUE.match(text, start):
            continue
        quoted = _QUOTED_VALUE.match(text, start)
        position = quoted.end() if quoted else ends.after(start)
        value = _unescaped(quoted[1]) if quoted else _alone(text[start:position])
        if SQL_START.match(value):
            yield Found(sql(value, f"field {match[0][:-1]}"), start, position)


def _alone(value: str) -> str:
    """Without the fields that some versions write behind it."""
    later = _LATER_FIELDS.search(value, max(0, len(value) - _MOST_LATER))
    return value[: later.start()] if later else value


class _Ends:
    """Where unquoted values end. What has failed once is not tried again, so all is linear."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line = ""
        self._reads_sql = True

    def after(self, start: int) -> int:
        if start >= len(self._line):
            match = _FIELD_END.search(self._text, start)
            assert match is not None  # it matches at the end of the text
            self._line = self._text[: match.start()]
        line = self._line
        first = line.find("}:", start)
        if first < 0:
            return len(line)
        end = end_of_sql(line, start, "}") if self._reads_sql else -1
        if end < 0 or line[end : end + 2] != "}:":
            self._reads_sql = False
            return first
        return end


def json_fields(text: str) -> Iterator[Found]:
    r"""``"sql":"..."`` of a record in JSON."""
    for match in _JSON_FIELD.finditer(text):
        value = _unescaped(match[1][1:-1])
        if SQL_START.match(value):
            yield Found(sql(value, "field sql"), match.start(1), match.end(1))


_ESCAPE = lazy_pattern(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


def _unescaped(inner: str) -> str:
    return _ESCAPE.sub(
        lambda match: chr(int(match[1], 16)) if match[1] else _ESCAPES.get(match[2], match[2]),
        inner,
    )


def statement_lines(text: str) -> Iterator[Found]:
    """``STATEMENT:  ...`` of PostgreSQL's log; further lines are indented by a tab."""
    for match in _STATEMENT_LINE.finditer(text):
        value = match[2].replace("\n\t", "\n")
        yield Found(sql(value, "STATEMENT line"), match.start(2), match.end(2))


def sqlalchemy(text: str) -> Iterator[Found]:
    """``[SQL: ...]``; parameters are told apart from it, so it is not complete with them."""
    return _bracketed(text, "[SQL: ", "[SQL: ...]")


def spring(text: str) -> Iterator[Found]:
    """``bad SQL grammar [...]`` and ``executing SQL [...]`` of Spring and Hibernate."""
    yield from _bracketed(text, "SQL grammar [", "SQL [...]")
    yield from _bracketed(text, " SQL [", "SQL [...]")


def _bracketed(text: str, opener: str, origin: str) -> Iterator[Found]:
    start = text.find(opener)
    reads_sql = True
    while start >= 0:
        start += len(opener)
        end = end_of_sql(text, start, "]") if reads_sql else -1
        if end < 0:
            reads_sql = False
            end = text.find("]\n", start)
        end = len(text) if end < 0 else end
        bare = not text[end : end + 15].lstrip("]\r\n ").startswith("[parameters")
        yield Found(sql(text[start:end], origin, whole=bare), start, end)
        start = text.find(opener, end)


def sqllogictest(text: str) -> Iterator[Found]:
    """``[SQL] ...`` up to the place of the test."""
    start = text.find("[SQL] ")
    while start >= 0:
        start += len("[SQL] ")
        end_match = _SLT_END.search(text, start)
        assert end_match is not None  # it matches at the end of the text
        end = end_match.start()
        yield Found(sql(text[start:end], "[SQL] line"), start, end)
        start = text.find("[SQL] ", end)


def jdbc_batches(text: str) -> Iterator[Found]:
    """``Batch entry 0 INSERT ... was aborted``."""
    for match in _BATCH.finditer(text):
        end = text.find(" was aborted", match.end())
        if end < 0:
            break
        value = text[match.end() : end]
        yield Found(sql(value, "batch entry", whole="..." not in value), match.end(), end)


def handled(text: str) -> Iterator[Found]:
    """``failed to handle sql:``, the statement, a colon, and the error on the next line."""
    for match in _HANDLE.finditer(text):
        end = text.find(":\n", match.end())
        if end < 0:
            break
        yield Found(sql(text[match.end() : end], "server log"), match.end(), end)


def numbered_lines(text: str) -> Iterator[Found]:
    """``LINE 1: ...`` of a parser: the whole statement only if that line ends in ``;``."""
    for match in _LINE_N.finditer(text):
        value = match[3].strip()
        whole = match[2] == "1" and value.endswith(";") and not value.startswith("...")
        yield Found(sql(value, "LINE of the parser", whole=whole), match.start(3), match.end(3))


def backticked(text: str) -> Iterator[Found]:
    """``When executing `DROP TABLE t;` ...``"""
    for match in _TICKS.finditer(text):
        if SQL_START.match(match[1]):
            yield Found(sql(match[1], "quoted in the text"), match.start(1), match.end(1))


ECHOES = (
    (("sql=", "statement=", "stmt="), span_fields),
    (('"sql"', '"statement"'), json_fields),
    (("STATEMENT:  ",), statement_lines),
    (("[SQL: ",), sqlalchemy),
    ((" SQL [", "SQL grammar ["), spring),
    (("[SQL] ",), sqllogictest),
    (("Batch entry ",), jdbc_batches),
    (("failed to handle sql:\n",), handled),
    (("`",), backticked),
    (("LINE ",), numbered_lines),
)
"""What must stand in a text for a finder to be worth a try."""
