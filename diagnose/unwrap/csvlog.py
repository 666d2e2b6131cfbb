"""PostgreSQL's csvlog: the 12th column is the severity, the 14th the message."""

from __future__ import annotations

import re

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._levels import normalise
from diagnose.unwrap._sections import said, sections

if TYPE_CHECKING:
    from diagnose.text import Text

_START = lazy_pattern(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[^,\n]*,")
_CELL = lazy_pattern(r'(?:"((?:[^"]|"")*+)"|([^,"\n]*+))(,|\s*$)', re.DOTALL)
_QUOTES = lazy_pattern('""')
_TIME, _SEVERITY, _MESSAGE = 0, 11, 13
_COLUMNS = {
    1: "user",
    2: "database",
    3: "pid",
    5: "session_id",
    12: "sqlstate",
    14: "detail",
    15: "hint",
    18: "context",
    19: "statement",
}


def peel(text: Text) -> Peeled | None:
    """The message; what else the columns say goes to the fields."""
    if _START.match(text.value) is None:
        return None
    cells = _cells(text)
    level = normalise(cells[_SEVERITY].value) if len(cells) > _MESSAGE else ""
    if not level:
        return None
    fields = {name: cells[at].value for at, name in _COLUMNS.items() if at < len(cells)}
    return Peeled(
        sections(cells[_MESSAGE]),
        level=level,
        timestamp=cells[_TIME].value,
        fields=said(fields),
    )


def _cells(text: Text) -> list[Text]:
    cells: list[Text] = []
    at = 0
    while (cell := _CELL.match(text.value, at)) is not None:
        quoted = cell[1] is not None
        content = text.slice(*cell.span(1 if quoted else 2))
        if quoted and '""' in content.value:
            content = content.substitute(
                [(x.start(), x.end(), '"') for x in _QUOTES.finditer(content.value)]
            )
        cells.append(content)
        if cell[3] != ",":
            break
        at = cell.end()
    return cells
