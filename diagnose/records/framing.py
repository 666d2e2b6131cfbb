"""Which lines start a record, and which go on with the one before.

A *head* starts a record whatever stands before it; a *continuation* never
does while a record is open; of *plain* text it depends on the open record.
"""

from __future__ import annotations

from diagnose.text import lazy_pattern

PLAIN = "plain"
BLANK = "blank"
CONTINUATION = "continuation"
LOG = "log"
"""The head of a known logger: unknown text below it belongs to it."""
CLIENT = "client"
"""The head of a client's message: unknown text belongs to it up to a blank line."""
PANIC = "panic"
PROMPT = "prompt"
COMMAND = "command"
TAG = "tag"
"""Says all on its line: ``CREATE_TABLE``, a row of events."""
REPORT = "report"
"""``API: ...``, MinIO's head lines: the error stands below them."""
EXCEPTION = "exception"
TRACEBACK = "traceback"
JSON = "json"

_LEVELS = (
    r"(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|SEVERE|CRITICAL|FATAL|PANIC|LOG"
    r"|Trace|Debug|Info|Warn|Warning|Error|Fatal)"
)

_STAMP = (
    r"(?:\d{4}[-/]\d\d[-/]\d\d[T ,_]+\d\d:\d\d"  # 2024-05-21T15:54, 2023/08/31 14:26
    r"|\d\d-[A-Z][a-z]{2}-\d{4}[ ]\d\d:\d\d"  # 26-Jul-2021 17:04
    r"|[A-Z][a-z]{2}[ ]+\d{1,2}[ ]\d\d:\d\d:\d\d"  # Mar 17 17:23:36
    r"|\d\d:\d\d:\d\d(?:[.,]\d+)?(?:[ ][|][ ]|[ ]{2}|[ ]\[?" + _LEVELS + r"\b))"
)

_LOG = lazy_pattern(
    r"[ ]{0,2}(?:\[Worker-\w+\][ ])?[\[(]?" + _STAMP + r"|"
    r"%\d\|\d|"  # librdkafka
    r"[IWEF]\d{4,6}[ ]\d\d:\d\d:\d\d|"  # klog, glog
    r"[ ]?(?:TRACE|DEBUG|INFO|WARN|ERROR)[ ]+\[?[\w:.]+[\]:{][ :]?|"  # a logger without its time
    r"\[[ ]?" + _LEVELS + r"[ ]?\][ ]|"
    r"(?:ts|t|time|timestamp|level|lvl|logger)=\S|"
    r"(?:TRACE|DEBUG|INFO|WARNING|ERROR|CRITICAL):[\w.]+:"  # Python's logging
)

_LOG_DETAIL = lazy_pattern(
    r"[^\n]{0,200}?[ ](?:DETAIL|HINT|QUERY|CONTEXT|STATEMENT|LOCATION|BACKTRACE):[ ]{2}"
)

_CLIENT = lazy_pattern(
    r"(?:ERROR|FATAL|PANIC|WARNING|NOTICE|INFO|LOG|DEBUG):[ ]|"
    r"psql:[ ]|psql:[^ :]+:\d+:[ ]|db[ ]error:[ ]|pq:[ ]|[Ee]rror:[ ]|fatal:[ ]|error\[|"
    r"Exception[ ]in[ ]thread[ ]|SQL[ ]Error[ ]\[|\[[0-9A-Z]{5}\][ ]|"
    r"statement[ ]failed:[ ]|\((?:psycopg\d?|sqlalchemy|asyncpg)\.|"
    r"[ ]*(?:Database|Compilation|Runtime|Parsing|Dependency)[ ]Error"
    r"(?:[ ]in[ ]\w+[ ]\S+)?(?:[ ]\(|$)|"  # dbt
    r"\S+:[ ]line[ ]\d+:[ ]|(?:error|query)[ ]returned[ ]"
)

_EVENT = lazy_pattern(r"[ ]+(?:Warning|Normal)[ ]{2,}\w+[ ]{2,}")  # of Kubernetes

_CONTINUATION = lazy_pattern(
    r"Caused[ ]by|Suppressed:|LINE[ ]\d+:|(?:HINT|DETAIL|CONTEXT|STATEMENT|QUERY|LOCATION):|"
    r"(?:Hint|Detail|Where|Position):[ ]|[Ss]tack[ ]backtrace:|Backtrace:|backtrace[ ]of|"
    r"note:[ ]run[ ]with|disabled[ ]backtrace|Tracking[ ]issue:|No[ ]tracking[ ]issue|"
    r"in[ ]`|\.\.\.[ ]\d+[ ]more|\[SQL[:\]]|\[parameters:|\(Background[ ]on[ ]this|"
    r"The[ ]above[ ]exception[ ]was|During[ ]handling[ ]of|Near[ ]\"|at[ ]character[ ]|"
    r"[)\]}]+[,;]?$|\d+:[ ]"
)

_PROMPT = lazy_pattern(r"[\w.-]{0,64}=[*!?]?[>#](?:[ ]|$)|(?:mysql|sqlite)>[ ]")
_PROMPT_GOES_ON = lazy_pattern(r"[\w.-]{0,64}[-'\"(*$^][*!?]?[>#](?:[ ]|$)|[ ]{3,5}->[ ]")
_COMMAND = lazy_pattern(r"[$][ ]|[\w.-]+@[\w.-]+[: ~][^$#\n]{0,80}[$#][ ]")
_TAG = lazy_pattern(
    r"(?:CREATE|DROP|ALTER|INSERT|SELECT|UPDATE|DELETE|SET|SHOW|FLUSH|BEGIN|START|COMMIT|ROLLBACK"
    r"|COPY|COMMENT|GRANT|REVOKE|DECLARE|FETCH|CLOSE|WAIT|RECOVER|BACKUP)"
    r"(?:[ _][A-Z]+){0,3}(?:[ ]\d+){0,2}$"
)

_EXCEPTION = lazy_pattern(
    r"(?:[a-zA-Z_][\w$]*\.)+[A-Z][\w$]*(?::[ ]|:?$)|"
    r"[A-Z]\w*(?:Error|Exception|Exit|Interrupt)(?::[ ]|$)"
)
_FRAME = lazy_pattern(r"\s+at[ ]|\s+\.\.\.[ ]\d+[ ]more")


def classify(value: str) -> str:
    """What kind of line ``value`` is, looked at alone.

    >>> classify("ERROR:  Failed to run the query"), classify("  1: timeout"), classify("hello")
    ('client', 'continuation', 'plain')
    """
    if not value or value.isspace():
        return BLANK
    first = value[0]
    if first.isspace():
        return _classify_indented(value)
    if (first.isdigit() or first in "[(" or first.isupper()) and _LOG.match(value):
        return CONTINUATION if _is_log_detail(value) else LOG
    return _classify_flush(value, first)


def _classify_indented(value: str) -> str:
    if _LOG.match(value):
        return LOG
    if _EVENT.match(value):
        return TAG
    return CLIENT if _CLIENT.match(value) else CONTINUATION


def _is_log_detail(value: str) -> bool:
    return ":  " in value and _LOG_DETAIL.match(value) is not None


def _classify_flush(value: str, first: str) -> str:
    """The same for a line that starts in the first column and has no time stamp."""
    if first == "{":
        return JSON
    if value.startswith("thread '") and " panicked at " in value:
        return PANIC
    if value.startswith("Traceback (most recent call last)"):
        return TRACEBACK
    if value.startswith("API: "):
        return REPORT
    for kind, pattern in _KINDS:
        if pattern.match(value):
            return kind
    return PLAIN


_KINDS = (
    (CONTINUATION, _CONTINUATION),
    (CLIENT, _CLIENT),
    (LOG, _LOG),
    (TAG, _TAG),
    (EXCEPTION, _EXCEPTION),
    (PROMPT, _PROMPT),
    (PROMPT, _PROMPT_GOES_ON),
    (COMMAND, _COMMAND),
)


def goes_on(value: str) -> bool:
    """Whether a prompt says that the statement above goes on (``dev-> ``)."""
    return _PROMPT_GOES_ON.match(value) is not None


def is_frame(value: str) -> bool:
    """Whether a line is a stack frame.

    >>> is_frame("\\tat org.example.Main.run(Main.java:3)")
    True
    """
    return _FRAME.match(value) is not None


_BRACES = lazy_pattern(r'(?<!\\)"(?:[^"\\]|\\.)*+"|[{}]')


def depth(value: str) -> int:
    """How many more braces ``value`` opens than it closes, strings left aside.

    >>> depth('{"a": {"b": "}"}')
    1
    """
    if "{" not in value and "}" not in value:
        return 0
    found = _BRACES.findall(value)
    return found.count("{") - found.count("}")
