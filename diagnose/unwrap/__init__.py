"""Record -> Message: envelopes are taken off until none fits.

``peel_line`` takes transports off a line, ``peel`` loggers and clients off a
record. An envelope is a module here whose ``peel`` returns None when it does
not fit exactly; the tables say in which order they are tried.
"""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.model import Message, Peeled, Section
from diagnose.unwrap._levels import normalise
from diagnose.unwrap._sections import NOISE
from diagnose.unwrap._tails import UNTIDY, finish

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from diagnose.model import Line, Record
    from diagnose.text import Text

__all__ = ["is_bare", "peel", "peel_line"]

MAX_LINE_ENVELOPES = 8
MAX_DEPTH = 8
_FLUENTBIT_END = '"}]'

_DIGITS = "0123456789"
_SMALL = "abcdefghijklmnopqrstuvwxyz"
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LETTERS = _SMALL + _CAPITALS
_WORD = _LETTERS + _DIGITS


class Envelope(NamedTuple):
    """A row of a table: when an envelope is worth trying."""

    module: str
    first: str = ""
    """Characters that the text may start with; "" for any."""
    needles: tuple[str, ...] = ("",)
    """Parts of which the text holds one at least."""
    starts: tuple[str, ...] = ("",)
    """What the text starts with: one of these."""
    looks: Callable[[str], bool] = bool
    """What else is cheap to see of a text that it fits."""


def _starts_with_month(value: str) -> bool:
    return value[3:4] == " "


def _starts_with_pod(value: str) -> bool:
    return "-" in value.partition(" ")[0]


def _may_be_sql(value: str) -> bool:
    return value.rstrip().endswith(";") or value.lstrip().startswith(_SQL_LINES)


def _ends_with_mark(value: str) -> bool:
    return value.rstrip().endswith(("`", "**"))


def _has_lines(value: str) -> bool:
    return "\n" in value


_SQL_LINES = ("--", "/*", "statement ", "query ")
_SEVERITIES = (
    "ERROR: ",
    "FATAL: ",
    "PANIC: ",
    "WARNING: ",
    "NOTICE: ",
    "INFO: ",
    "LOG: ",
    "DEBUG: ",
)
_CLIENTS = ("psql", "pg_dump", "createdb", "dropdb", "DEBUG")
_QUOTED_SEVERITIES = tuple(
    f"{mark}{severity}: " for mark in "`\u201c" for severity in ("ERROR", "FATAL", "PANIC")
)
_LEVELS = (
    "TRACE",
    "DEBUG",
    "INFO",
    "WARN",
    "ERROR",
    "FATAL",
    "SEVERE",
    "CRITICAL",
    "CONFIG",
    "FINE",
)
"""What a line of Python's or Java's logger starts with where it has no time."""

LINES = (
    Envelope("ansi", "", ("\x1b", "\\u001b[", "^[[", "[0m")),
    Envelope("docker", "{", ('"log"',)),
    Envelope("journald", "{", ('"MESSAGE"',)),
    Envelope("store", "{", ('"_source"', '"line"')),
    Envelope("fluentbit", "[", ('"log"=>',)),
    Envelope("kubectl", "[", ("[pod/",)),
    Envelope("worker", "[", ("[Worker-",)),
    Envelope("airflow", "[", ("] {",)),
    Envelope("datagrip", "[", ("]",)),
    Envelope("cri", _DIGITS, (" stdout ", " stderr ")),
    Envelope("syslog", "<"),
    Envelope("syslog", _CAPITALS, (": ",), looks=_starts_with_month),
    Envelope("syslog", _SMALL, ("]: ",)),
    Envelope("syslog", _DIGITS, ("]: ", " !")),
    Envelope("timestamps", _DIGITS, (" ",)),
    Envelope("dbt_stamp", _DIGITS, (":",)),
    Envelope("compose", _WORD, ("|",)),
    Envelope("stern", _SMALL + "[", ("-",), looks=_starts_with_pod),
    Envelope("ci_error", "#", ("##[",)),
    Envelope("bars", " ", ("|",)),
    Envelope("quote", ">E", (">", "E  ")),
)

RECORDS = (
    Envelope("sql_source", "", (";", *_SQL_LINES), looks=_may_be_sql),
    Envelope("carried", _DIGITS, (" stdout ", " stderr ")),
    Envelope("tracing_json", "{", ('"fields"',)),
    Envelope("json_log", "{"),
    Envelope(
        "broken_json",
        '{" ',
        ('"error', '"err', '"msg', '"message', '"log"', '"failInfo', '"panicInfo'),
    ),
    Envelope("table", "|"),
    Envelope("tracing_pretty", _DIGITS + " ", ("\n    at ",)),
    Envelope("tracing", _DIGITS + " TDIWE", ("TRACE ", "DEBUG ", "INFO ", "WARN ", "ERROR ")),
    Envelope("postgres", "", (":  ",)),
    Envelope("csvlog", _DIGITS, (",LOG,", ",WARNING,", ",ERROR,", ",FATAL,", ",PANIC,")),
    Envelope("capnslog", _DIGITS, (" | ",)),
    Envelope("redis", _DIGITS, (" # ", " * ", " - ", " . ")),
    Envelope("log4j", _DIGITS, (" ",)),
    Envelope("log4j", "TDIWEFSC", (":",), _LEVELS),
    Envelope("kafka", "[", ("] ",)),
    Envelope("klog", "IWEF", (":",), tuple(level + digit for level in "IWEF" for digit in _DIGITS)),
    Envelope("golog", _DIGITS + "[", ("/",)),
    Envelope("rdkafka", "%l", ("|", "librdkafka: ")),
    Envelope("logfmt", _LETTERS, ("msg=", "message=", "err=", "error=")),
    Envelope("stamped", _DIGITS + "[(", (" ",)),
    Envelope("opendal", "s", ("path=",)),
    Envelope("minio", "AE", ("Error: ",)),
    Envelope("events", "", ("Warning  ", "Normal  ")),
    Envelope("panic", "", ("panicked at ",)),
    Envelope("node", "", ("severity: '",)),
    Envelope("python", "", ("Traceback (", "psycopg", "asyncpg", "sqlalchemy", "pg8000", "aiopg")),
    Envelope("dbt", "", (" Error", " adapter: ")),
    Envelope("pgx", "", ("(SQLSTATE ",)),
    Envelope("psql", "", (*_SEVERITIES, "connection to server")),
    Envelope("psql", "pcdD", ("error: ", "failed: "), _CLIENTS),
    Envelope("tokio", "", ("db error: ",)),
    Envelope("tonic", "", (', message: "',)),
    Envelope("grpc_go", "", (' desc = "',)),
    Envelope("io_debug", "", ("Os {",)),
    Envelope("jdbc", "", ("Exception: ", "SQL Error [", "Error: ")),
    Envelope("thrown", "", ("\tat ", " at ", "Exception"), looks=_has_lines),
    Envelope("thrown", "", ('Exception in thread "',)),
    Envelope("cli", "eEfFp", (": ",), ("error", "Error", "fatal", "Fatal", "pq: ")),
    Envelope("json_behind", "", (': {"',)),
    Envelope("paste", "*` \t\r\n", ("**", "`"), looks=_ends_with_mark),
    Envelope("paste", "", _QUOTED_SEVERITIES),
    Envelope("paste", "", ("\\_", "\u2018", "\u2019", "\u201c", "\u201d", "\u00a0")),
    Envelope("escaped", "", ("\\", "%20")),
)


def peel_line(line: Line) -> Line:
    """``line`` without its transports: what they say is in its other fields.

    >>> from diagnose.model import Line
    >>> from diagnose.text import Text
    >>> found = peel_line(Line(Text("meta-1  | 2024-05-20T16:28:22.4Z stderr F boom"), 1))
    >>> found.text.value, found.stream, found.envelopes
    ('boom', 'meta-1/stderr', ('compose', 'cri'))
    """
    for _ in range(MAX_LINE_ENVELOPES):
        value = line.text.value
        if line.partial or not value:
            break
        module, found = _peel_once(_LINES, value, line)
        if found is None:
            break
        line = found._replace(envelopes=(*line.envelopes, module))
    return line


def peel(record: Record) -> Message:
    """What ``record`` says once loggers and clients are taken off.

    >>> from diagnose.model import Record
    >>> from diagnose.text import Text
    >>> message = peel(Record(Text("ERROR:  Failed to run the query")))
    >>> message.sections[0].text.value, message.level
    ('Failed to run the query', 'ERROR')
    """
    taken: list[tuple[str, Peeled]] = []
    sections = tuple(_open(Section(_whole(record)), 0, taken))
    level, timestamp, component = normalise(record.level), record.timestamp, ""
    fields = record.fields
    for _, peeled in taken:
        level = peeled.level or level
        timestamp = peeled.timestamp or timestamp
        component = peeled.component or component
        if peeled.fields:
            fields = {**fields, **peeled.fields}
    envelopes = (*record.envelopes, *(name for name, _ in taken)) if taken else record.envelopes
    return Message(sections, record, level, timestamp, component, fields, envelopes)


def _whole(record: Record) -> Text:
    """The record's text, without what closes fluent-bit's bracket on a later line."""
    end = len(record.text.value) - len(_FLUENTBIT_END)
    if "fluentbit" in record.envelopes and record.text.value.endswith(_FLUENTBIT_END):
        return record.text.slice(0, end)
    return record.text


def _open(section: Section, depth: int, taken: list[tuple[str, Peeled]]) -> list[Section]:
    """The sections inside ``section``; itself, tidied up, when no envelope fits."""
    value = section.text.value
    if value and depth < MAX_DEPTH:
        module, peeled = _peel_once(_RECORDS, value, section.text)
        if peeled is not None:
            taken.append((module, peeled))
            inner = [_inherit(section, part) for part in peeled.sections]
            return [x for part in inner for x in _open(part, depth + 1, taken)]
    text = finish(section.text)
    if not text.value.strip(NOISE):
        return []
    return [Section(text, section.open_end)]


def _inherit(outer: Section, inner: Section) -> Section:
    """What stands at the end of an open section has an open end too."""
    if outer.open_end and outer.text.value.endswith(inner.text.value):
        return inner._replace(open_end=True)
    return inner


def is_bare(value: str) -> bool:
    """Whether a line is a message and nothing else, for sure: no envelope is worth a try.

    >>> is_bare("relation t is gone"), is_bare("ERROR:  relation t is gone")
    (True, False)
    """
    if not value.strip(NOISE) or value[0].isspace() or value[-1].isspace():
        return False
    first = value[0] if value[0] in _ALL.firsts else ""
    needles, conditional = _BARE[first, _marks(value)]
    for needle in needles:
        if needle in value:
            return False
    for row in conditional:
        if value.startswith(row.starts) and row.looks(value):
            for needle in row.needles:
                if needle in value:
                    return False
    return True


# ------------------------------------------------------- which ones are tried

_PLAIN = (_WORD + "_ ").encode()
"""What nearly every text has: it does not tell envelopes apart."""
_MOST_PLANS = 1 << 12


class _Plans(dict[tuple[str, frozenset[int]], list[Envelope]]):
    """The rows of a table worth a look, by a text's first character and the marks in it."""

    def __init__(self, table: tuple[Envelope, ...]) -> None:
        super().__init__()
        self._table = table
        self.firsts = frozenset("".join(row.first for row in table))

    def __missing__(self, key: tuple[str, frozenset[int]]) -> list[Envelope]:
        if len(self) >= _MOST_PLANS:
            self.clear()
        plan = self[key] = []
        first, there = key
        for row in self._table:
            needles = tuple(each for each in row.needles if _marks(each) <= there)
            if needles and (not row.first or (first and first in row.first)):
                plan.append(row._replace(needles=needles))
        return plan


def _marks(text: str) -> frozenset[int]:
    """Which characters a text has besides letters, digits and spaces, as bytes."""
    return frozenset(text.encode("utf-8", "replace").translate(None, _PLAIN))


class _Needles(dict[tuple[str, frozenset[int]], tuple[tuple[str, ...], list[Envelope]]]):
    """What no bare text has: parts, and the rows that ask for more than a part."""

    def __missing__(
        self, key: tuple[str, frozenset[int]]
    ) -> tuple[tuple[str, ...], list[Envelope]]:
        if len(self) >= _MOST_PLANS:
            self.clear()
        plain = [row for row in _ALL[key] if row.starts == ("",) and row.looks is bool]
        conditional = [row for row in _ALL[key] if row not in plain]
        parts = [needle for row in plain for needle in row.needles]
        untidy = [mark for mark in UNTIDY if _marks(mark) <= key[1]]
        needles = self[key] = tuple(dict.fromkeys([*parts, *untidy])), conditional
        return needles


_LINES = _Plans(LINES)
_RECORDS = _Plans(RECORDS)
_ALL = _Plans((*LINES, *RECORDS))
_BARE = _Needles()
_LOADED: dict[str, Callable[[Any], Any]] = {}


def _peel_once(plans: _Plans, value: str, whole: Any) -> tuple[str, Any]:
    """The first envelope of a table that fits, and what it gives; ``"", None`` without any."""
    first = value[0] if value[0] in plans.firsts else ""
    for module, _, needles, starts, looks in plans[first, _marks(value)]:
        if not (value.startswith(starts) and looks(value)):
            continue
        for needle in needles:
            if needle in value:
                peeled = (_LOADED.get(module) or _load(module))(whole)
                if peeled is not None:
                    return module, peeled
                break
    return "", None


def _load(module: str) -> Callable[[Any], Any]:
    loaded: Callable[[Any], Any] = __import__(f"{__name__}.{module}", fromlist=("peel",)).peel
    _LOADED[module] = loaded
    return loaded
