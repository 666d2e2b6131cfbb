"""Lines of which is seen at once that they tell of no failure: most of a log."""

from __future__ import annotations

from diagnose.text import lazy_pattern

_HEAD = lazy_pattern(
    r"\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:\d\d)?\]?[ ]+"
    r"(?:TRACE|DEBUG|INFO)[ ]+(?=[\w\[])"
)
"""Time and level, as most loggers write them."""
_FIRST = frozenset("0123456789[")
_TIME = lazy_pattern(r"\d:\d\d:\d\d")
"""Another logger's line inside."""
_LOUDER = (
    "err", "warn", "fatal", "panic", "severe", "crit", "alert", "emerg", "level", "lvl",
    "severity", "exception", "traceback", "psycopg", "asyncpg", "sqlalchemy", "pg8000", "aiopg",
    "sqlstate", "pq: ", "adapter: ", "recovery start",
)  # fmt: skip
"""Words, in small letters, without which no envelope inside gives another level."""
_WRAPPED = ('":', '" :', "|", "\\", "%", "`", "\x1b", "[0m", "^[[", "\n", "]: ", " !", " # ",
            " stdout ", " stderr ")  # fmt: skip
"""Marks of transports, of JSON and of escapes."""


def is_quiet(value: str) -> bool:
    """Whether a line is a record below WARN, for sure; many are that are not seen to be.

    >>> is_quiet("2024-05-20T16:28:22Z  INFO shop::till: drawer 3 is open")
    True
    >>> is_quiet("2024-05-20T16:28:22Z  INFO shop::till: ERROR:  drawer 3 is stuck")
    False
    """
    if value[:1] not in _FIRST:
        return False
    head = _HEAD.match(value)
    if head is None or not value.isascii():
        return False
    for mark in _WRAPPED:
        if mark in value:
            return False
    small = value.lower()
    for word in _LOUDER:
        if word in small:
            return False
    return _TIME.search(value, head.end()) is None
