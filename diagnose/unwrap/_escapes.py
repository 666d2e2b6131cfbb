"""Escaped text -> text, keeping the way back to the bytes."""

from __future__ import annotations

import re
import sys

from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from diagnose.text import Text

_ESCAPE = lazy_pattern(
    r"\\(?:u\{(?P<braced>[0-9a-fA-F]{1,6})\}"
    r"|u(?P<high>[dD][89abAB][0-9a-fA-F]{2})\\u(?P<low>[dD][c-fC-F][0-9a-fA-F]{2})"
    r"|u(?P<four>[0-9a-fA-F]{4})"
    r"|(?P<one>.))",
    re.DOTALL,
)
_SURROGATES = (0xD800, 0xE000)
_SHORT = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "b": "\b",
    "f": "\f",
    "0": "\0",
    '"': '"',
    "'": "'",
    "\\": "\\",
    "/": "/",
}


def unescape(text: Text) -> Text:
    r"""The content of a JSON string literal, or of a Rust one (``{:?}``); quotes not included.

    An unknown escape stays as it is; a half of a surrogate pair becomes U+FFFD.

    >>> from diagnose.text import Text
    >>> unescape(Text(r"no \"t\"\n")).value
    'no "t"\n'
    """
    if "\\" not in text.value:
        return text
    edits = [
        (found.start(), found.end(), _meaning(found)) for found in _ESCAPE.finditer(text.value)
    ]
    return text.substitute(edits)


def _meaning(found: re.Match[str]) -> str:
    kind = found.lastgroup
    if kind == "one":
        return _SHORT.get(found["one"], found[0])
    if kind == "low":
        high, low = int(found["high"], 16), int(found["low"], 16)
        return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    code = int(found[kind or 0], 16)
    lone = _SURROGATES[0] <= code < _SURROGATES[1]
    return "\ufffd" if lone or code > sys.maxunicode else chr(code)
