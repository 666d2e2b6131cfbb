"""Go's pgx: ``ERROR: text (SQLSTATE XX000)``, newlines often made spaces."""

from __future__ import annotations

import re

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._sections import said, sections

if TYPE_CHECKING:
    from diagnose.text import Text

_STATE = lazy_pattern(r" \(SQLSTATE (?P<sqlstate>[0-9A-Z]{5})\)")
_SEVERITY = lazy_pattern(r"(?:^|(?<=[\s(`]))(?P<severity>ERROR|FATAL|PANIC): ", re.MULTILINE)


def peel(text: Text) -> Peeled | None:
    """What was put around the server's error, and the error itself."""
    state = _STATE.search(text.value)
    if state is None:
        return None
    severity = _SEVERITY.search(text.value, 0, state.start())
    start, end = (severity.start(), severity.end()) if severity else (0, 0)
    level = severity["severity"] if severity else "ERROR"
    return Peeled(
        sections(
            text.slice(0, len(text.value[:start].rstrip(" (`"))),
            _around(text.slice(state.end())),
            text.slice(end, state.start()),
        ),
        level="FATAL" if level == "PANIC" else level,
        fields=said(state.groupdict()),
    )


def _around(text: Text) -> Text:
    """What was wrapped around the error behind it: ``: query failed``."""
    behind = text.slice(0, len(text.value.rstrip("`\n ")))
    return behind.slice(len(behind.value) - len(behind.value.lstrip(" :)")))
