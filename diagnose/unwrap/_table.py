"""Which envelopes there are, in the order in which they are tried, and which a text may have.

An envelope is a module of this package; its row says what is cheap to see of the texts that it may
fit. By a text's first character and the marks in it, most rows are left out at once.
"""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.unwrap._tails import UNTIDY

if TYPE_CHECKING:
    from collections.abc import Callable

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
    return value[3:4] == " " and value[1:3].islower()


def _starts_with_pod(value: str) -> bool:
    return "-" in value.partition(" ")[0]


def _starts_with_zap(value: str) -> bool:
    return (
        value[:48].partition("\t" if "\t" in value[:48] else "   ")[2].lstrip()[:5].upper() in _ZAP
    )


def _may_be_simple(value: str) -> bool:
    return value.partition("] ")[2][:5].rstrip().isupper() and " - " in value


def _may_be_sql(value: str) -> bool:
    return value.rstrip().endswith(";") or value.lstrip().startswith(_SQL_LINES)


def _ends_with_mark(value: str) -> bool:
    return value.rstrip().endswith(("`", "**"))


def _may_be_thrown(value: str) -> bool:
    return "\n" in value and any(mark in value for mark in _THROWN)


_ZAP = ("DEBUG", "INFO\t", "INFO ", "WARN\t", "WARN ", "ERROR", "DPANI", "PANIC", "FATAL")
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
_THROWN = ("\tat ", "\n at ", "  at ", "\t at ", "Exception", "Error", "Throwable")
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
    Envelope("log_rows", " ", ("|  ",)),
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
    Envelope("zap", _DIGITS, ("\t", "   "), looks=_starts_with_zap),
    Envelope("postgres", "", (":  ",)),
    Envelope("csvlog", _DIGITS, (",LOG,", ",WARNING,", ",ERROR,", ",FATAL,", ",PANIC,")),
    Envelope("capnslog", _DIGITS, (" | ",)),
    Envelope("redis", _DIGITS, (" # ", " * ", " - ", " . ")),
    Envelope("log4j", _DIGITS, (" ",)),
    Envelope("log4j", "TDIWEFSC", (":", " - "), _LEVELS),
    Envelope("log4j", "[", ("] ",), looks=_may_be_simple),
    Envelope("kafka", "[", ("] ",)),
    Envelope("klog", "IWEF", (":",), tuple(level + digit for level in "IWEF" for digit in _DIGITS)),
    Envelope("golog", _DIGITS + "[", ("/",)),
    Envelope("rdkafka", "%l", ("|", "librdkafka: ")),
    Envelope("logfmt", _LETTERS, ("msg=", "message=", "err=", "error=")),
    Envelope("stamped", _DIGITS + "[(", (" ",)),
    Envelope("opendal", "s", ("path=",)),
    Envelope("minio", "AE", ("Error: ",)),
    Envelope("compute_error", "C", (", executor: ",)),
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
    Envelope("thrown", "", ("\tat ", " at ", "Exception"), looks=_may_be_thrown),
    Envelope("thrown", "", ('Exception in thread "',)),
    Envelope("cli", "eEfFp", (": ",), ("error", "Error", "fatal", "Fatal", "pq: ")),
    Envelope("json_behind", "", (': {"',)),
    Envelope("paste", "*` \t\r\n", ("**", "`"), looks=_ends_with_mark),
    Envelope("paste", "", _QUOTED_SEVERITIES),
    Envelope("paste", "", ("\\_", "\u2018", "\u2019", "\u201c", "\u201d", "\u00a0")),
    Envelope("escaped", "", ("\\", "%20")),
)


# ------------------------------------------------------------ plans for texts

_PLAIN = (_WORD + "_ ").encode()
"""What nearly every text has: it does not tell envelopes apart."""
_MOST_PLANS = 1 << 12


class Plans(dict[tuple[str, frozenset[int]], list[Envelope]]):
    """The rows of a table worth a look, by a text's first character and the marks in it."""

    def __init__(self, table: tuple[Envelope, ...]) -> None:
        super().__init__()
        self._table = table
        self.firsts = frozenset("".join(row.first for row in table))

    def of(self, value: str) -> list[Envelope]:
        """The rows for a text that is not empty."""
        return self[self.key(value)]

    def key(self, value: str) -> tuple[str, frozenset[int]]:
        return value[0] if value[0] in self.firsts else "", _marks(value)

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
        plain = [row for row in _ALL_PLANS[key] if row.starts == ("",) and row.looks is bool]
        conditional = [row for row in _ALL_PLANS[key] if row not in plain]
        parts = [needle for row in plain for needle in row.needles]
        untidy = [mark for mark in UNTIDY if _marks(mark) <= key[1]]
        needles = self[key] = tuple(dict.fromkeys([*parts, *untidy])), conditional
        return needles


LINE_PLANS = Plans(LINES)
RECORD_PLANS = Plans(RECORDS)
_ALL_PLANS = Plans((*LINES, *RECORDS))
_BARE = _Needles()


def wraps(value: str) -> bool:
    """Whether an envelope may fit a line, or something is to be taken off its end.

    >>> wraps("relation t is gone"), wraps("ERROR:  relation t is gone")
    (False, True)
    """
    needles, conditional = _BARE[_ALL_PLANS.key(value)]
    for needle in needles:
        if needle in value:
            return True
    for row in conditional:
        if value.startswith(row.starts) and row.looks(value):
            for needle in row.needles:
                if needle in value:
                    return True
    return False
