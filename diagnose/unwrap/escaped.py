r"""Text whose escapes were never undone: ``\n`` and ``\"`` as two characters each, ``%20``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import Text, lazy_pattern
from diagnose.unwrap._escapes import unescape
from diagnose.unwrap._scan import string_end
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from collections.abc import Iterator

_NEWLINE = lazy_pattern(r"\\n(?:\\n|\\t|[ ]{1,8}(?:\d+:[ ]|at[ ])|Caused by|[ ]{2})")
_BARE_QUOTE = lazy_pattern(r'(?<!\\)"')
_PERCENT = lazy_pattern(r"(?:%[0-9A-Fa-f]{2})+")
_PERCENTS = 3


def peel(text: Text) -> Peeled | None:
    """The text with its escapes undone, when they cannot be anything else."""
    value = text.value.strip()
    if value.startswith('"') and string_end(value, 0) == len(value):
        return Peeled(sections(unescape(text.strip().slice(1, len(value) - 1))))
    value = text.value
    if "\\" in value and "\n" not in value:
        quoted = '\\"' in value and _BARE_QUOTE.search(value) is None
        if quoted or _NEWLINE.search(value):
            return Peeled(sections(unescape(text)))
    if value.count("%") >= _PERCENTS and "%20" in value and not any(x.isspace() for x in value):
        return Peeled(sections(_percent_decoded(text)))
    return None


def _percent_decoded(text: Text) -> Text:
    runs = _PERCENT.finditer(text.value)
    return text.substitute([edit for run in runs for edit in _decoded(run[0], run.start())])


def _decoded(run: str, start: int) -> Iterator[tuple[int, int, str]]:
    """Each character by itself, so that it has its own place."""
    decoded = Text.decode(bytes.fromhex(run.replace("%", "")))
    for index, char in enumerate(decoded.value):
        first, last = decoded.byte_at(index), decoded.byte_at(index + 1)
        yield start + 3 * first, start + 3 * last, char
