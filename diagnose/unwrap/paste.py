"""Messages pasted through a chat: bold, backticks, escaped underscores, curly quotes."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from diagnose.text import Text

_SEVERITIES = ("ERROR:", "FATAL:", "PANIC:")
_MARKS = ("```", "**", "`")
_ODD = lazy_pattern("\\\\_|[\u2018\u2019\u201c\u201d\u00a0]")
_ASCII = {
    "\\_": "_",
    "\u2018": "'",
    "\u2019": "'",
    "\u201c": '"',
    "\u201d": '"',
    "\u00a0": " ",
}
_SPAN = lazy_pattern(
    r"`(?P<code>(?:ERROR|FATAL|PANIC):[ ][^`\n]+)`"
    "|\u201c(?P<quoted>(?:ERROR|FATAL|PANIC):[ ][^\\n]+)\u201d"
)
"""An error message in the middle of a sentence."""


def peel(text: Text) -> Peeled | None:
    """The text as it was before somebody pasted it."""
    bare = _unmarked(text.strip())
    span = _SPAN.search(bare.value) if ": " in bare.value else None
    if span is not None:
        inner = bare.slice(*span.span(span.lastgroup or 0))
        return Peeled(sections(bare.slice(0, span.start()), inner))
    edits = [(x.start(), x.end(), _ASCII[x[0]]) for x in _ODD.finditer(bare.value)]
    plain = bare.substitute(edits) if edits else bare
    if plain.value == text.value.strip():
        return None
    return Peeled(sections(plain))


def _unmarked(text: Text) -> Text:
    for mark in _MARKS:
        width = len(mark)
        inner = text.value[width:-width]
        if (
            text.value.startswith(mark)
            and text.value.endswith(mark)
            and inner.strip()
            and (mark not in inner or _quotes_names(mark, inner))
        ):
            return text.slice(width, len(text.value) - width)
    return text


def _quotes_names(mark: str, inner: str) -> bool:
    """Whether the backticks inside are the message's own: in pairs, behind its severity."""
    return mark == "`" and inner.startswith(_SEVERITIES) and not inner.count(mark) % 2
