"""A row of a Markdown table: ``| id | status | error |``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from diagnose.text import Text

_ROW = lazy_pattern(r"\|[^\n]*\|\s*$")
_CELL = lazy_pattern(r"\|[ ]*((?:[^|\\\n]|\\.)*)")
_ESCAPE = lazy_pattern(r"\\([_*|\[\]<>#`~-])")
_WORDS = 3


def peel(text: Text) -> Peeled | None:
    """The cells that say something: three words or more."""
    if _ROW.match(text.value) is None:
        return None
    cells = [text.slice(*found.span(1)) for found in _CELL.finditer(text.value)]
    said = [_unescaped(cell) for cell in cells if len(cell.value.split()) >= _WORDS]
    return Peeled(sections(*said)) if said else None


def _unescaped(text: Text) -> Text:
    return text.substitute([(x.start(), x.end(), x[1]) for x in _ESCAPE.finditer(text.value)])
