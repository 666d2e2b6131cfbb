"""PostgreSQL's stderr log: any prefix, then ``ERROR:  text`` and its details."""

from __future__ import annotations

import re

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._levels import normalise
from diagnose.unwrap._lines import STAMP
from diagnose.unwrap._sections import SEVERITY, said, sections

if TYPE_CHECKING:
    from diagnose.text import Text

_PREFIX = lazy_pattern(
    rf"(?=[<\[(]?\d{{4}}-\d\d-\d\d |[<\[(]\d|[\w.-]+[@\[])[^\n]{{0,256}}?[ \]>:](?={SEVERITY}:  )"
)
_SEVERITY = lazy_pattern(rf"(?P<severity>{SEVERITY}):  (?:(?P<sqlstate>[0-9A-Z]{{5}}): )?")
_TIME = lazy_pattern(STAMP)
_PID = lazy_pattern(r"\[(\d+)(?:-\d+)?\]")
_USER = lazy_pattern(r"(?:user=(?P<a>[^,\s]*),db=(?P<b>[^,\s]*)|(?P<c>[\w-]+)@(?P<d>[\w-]+))")
_DETAIL = lazy_pattern(
    r"^[^\n]{0,256}?\b(DETAIL|HINT|QUERY|CONTEXT|STATEMENT|LOCATION|BACKTRACE):  "
    r"([^\n]*(?:\n\t[^\n]*)*)",
    re.MULTILINE,
)


def peel(text: Text) -> Peeled | None:
    """The message; details, hint, context and statement go to the fields."""
    prefix = _PREFIX.match(text.value)
    if prefix is None:
        return None
    severity = _SEVERITY.match(text.value, prefix.end())
    if severity is None:
        return None
    details = list(_DETAIL.finditer(text.value, severity.end()))
    end = details[0].start() if details else len(text.value)
    time, pid = _TIME.search(prefix[0]), _PID.search(prefix[0])
    user = _USER.search(prefix[0])
    fields = {
        "pid": pid[1] if pid else "",
        "user": (user["a"] or user["c"]) if user else "",
        "database": (user["b"] or user["d"]) if user else "",
        "sqlstate": severity["sqlstate"],
        **{found[1].lower(): found[2].replace("\n\t", "\n") for found in details},
    }
    return Peeled(
        sections(text.slice(severity.end(), end)),
        level=normalise(severity["severity"]),
        timestamp=time[0] if time else "",
        fields=said(fields),
    )
