"""Python's exceptions: tracebacks, database drivers, SQLAlchemy."""

from __future__ import annotations

import re

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._sections import said, sections

if TYPE_CHECKING:
    from diagnose.text import Text

_CHAINED = lazy_pattern(
    r"\n\n?(?:The above exception was the direct cause of the following exception"
    r"|During handling of the above exception, another exception occurred):\n+"
)
_TRACEBACK = "Traceback (most recent call last):"
_RAISED = lazy_pattern(r"^(?P<exception>[A-Za-z_][\w.]*)(?::[ ]|:?$)", re.MULTILINE)
_DRIVER = lazy_pattern(
    r"(?P<exception>(?:psycopg|psycopg2|psycopg_pool|asyncpg|sqlalchemy|pg8000|aiopg|django)"
    r"(?:\.\w+)+):[ ]"
)
_WRAPPED = lazy_pattern(r"\((?P<driver>(?:\w+\.)+\w+)\)[ ]")
_ECHO = lazy_pattern(
    r"\n\[SQL: ?(?P<statement>(?:[^\]]|\](?!\n|$))*+)\]"
    r"(?:\n\[parameters: (?P<parameters>[^\n]*)\])?"
)
_BACKGROUND = "\n(Background on this error at:"


def peel(text: Text) -> Peeled | None:
    """The text of the exception; of chained ones, the first to be raised is the deepest."""
    start = text.value.find(_TRACEBACK)
    if start >= 0:
        return _traceback(text, start)
    found = _DRIVER.match(text.value) or _WRAPPED.match(text.value)
    return _raised(text, found) if found else None


def _traceback(text: Text, start: int) -> Peeled:
    """What was logged before, then the exceptions, the last one raised first."""
    parts: list[Text] = []
    at = start
    for chained in (*_CHAINED.finditer(text.value, start), None):
        end = chained.start() if chained else len(text.value)
        found = _RAISED.search(text.value, _below(text.value, at, end), end)
        if found is not None:
            parts.append(text.slice(found.start(), end))
        at = chained.end() if chained else end
    return Peeled(sections(text.slice(0, start), *reversed(parts)), level="ERROR")


def _below(value: str, start: int, end: int) -> int:
    """Index behind the head of the traceback that starts at ``start``."""
    head = value.find("\n", start, end)
    return head + 1 if head >= 0 and value.startswith(_TRACEBACK, start) else start


def _raised(text: Text, found: re.Match[str]) -> Peeled:
    start = text.value.find("\n[SQL:", found.end())
    echo = _ECHO.match(text.value, start) if start >= 0 else None
    end = echo.start() if echo else text.value.find(_BACKGROUND, found.end())
    return Peeled(
        sections(text.slice(found.end(), end if end >= 0 else None)),
        level="ERROR",
        fields=said({**found.groupdict(), **(echo.groupdict() if echo else {})}),
    )
