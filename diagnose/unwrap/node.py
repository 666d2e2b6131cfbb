"""Node's pg: ``error: text``, stack frames, then the server's other fields in braces."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._sections import said, sections

if TYPE_CHECKING:
    from diagnose.text import Text

_FRAMES = lazy_pattern(r"(?:\n[ ]{4}at [^\n]*)++\n[ ]{2}\w+: ")
_MEMBER = lazy_pattern(r"  (code|detail|hint|where): '((?:[^'\\\n]|\\.)*)',?")
_NAMES = {"code": "sqlstate"}


def peel(text: Text) -> Peeled | None:
    """The text above the stack frames."""
    start = text.value.find("\n    at ")
    frames = _FRAMES.match(text.value, start) if start >= 0 else None
    if frames is None:
        return None
    found = _MEMBER.finditer(text.value, start)
    return Peeled(
        sections(text.slice(0, start)),
        level="ERROR",
        fields=said({_NAMES.get(x[1], x[1]): x[2] for x in found}),
    )
