"""Rust's ``io::Error`` in its Debug form, anywhere in a text, as its Display form.

``Os { code: 104, kind: ConnectionReset, message: "Connection reset by peer" }`` is
``Connection reset by peer (os error 104)``.
"""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled, Section
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from diagnose.text import Text

_OS = lazy_pattern(
    r'\bOs \{\s+code: (?P<code>-?\d+),\s+kind: \w+,\s+message: "(?P<message>[^"\\\n]*)",?\s+\}'
)


def peel(text: Text) -> Peeled | None:
    """The whole text; each such error is written as programs show it to users."""
    edits: list[tuple[int, int, str]] = []
    for found in _OS.finditer(text.value):
        start, end = found.span("message")
        edits += [
            (found.start(), start, ""),
            (end, found.end(), f" (os error {found['code']})"),
        ]
    return Peeled((Section(text.substitute(edits)),)) if edits else None
