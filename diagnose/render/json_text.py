"""JSON that is safe on a terminal: whatever does not show is written as an escape.

orjson writes the same five times as fast, but importing it takes as long as a thousand diagnoses:
it is used from then on.
"""

from __future__ import annotations

import json

from diagnose.lean import TYPE_CHECKING
from diagnose.unseen import is_seen

if TYPE_CHECKING:
    from collections.abc import Callable

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
MANY = 1000


def dumps(value: object) -> str:
    r"""One line of JSON.

    >>> dumps({"a": "é \u202e \x7f"})
    '{"a":"é \\u202e \\u007f"}'
    """
    text = _Encoder.encode(value)
    if is_seen(text):
        return text
    return "".join(char if is_seen(char) else _escape(char) for char in text)


class _Encoder:
    """Counts what is encoded, and changes to the faster way when it is much."""

    encoded = 0
    _quickly: Callable[[object], bytes] | None = None

    @classmethod
    def encode(cls, value: object) -> str:
        cls.encoded += 1
        if cls.encoded >= MANY and cls._quickly is None:
            import orjson

            cls._quickly = orjson.dumps
        if cls._quickly is None or _has_captured_float(value):
            return _encode(value)
        try:
            return cls._quickly(value).decode()
        except TypeError:  # a number of more than 64 bits, or half a character
            return _encode(value)


def _has_captured_float(value: object) -> bool:
    """Whether a table inside holds a number that both ways may write differently, as 1e+22."""
    tables = value.values() if isinstance(value, dict) else ()
    return any(
        isinstance(each, float)
        for table in tables
        if isinstance(table, dict)
        for each in table.values()
    )


def _escape(char: str) -> str:
    if "\ud800" <= char <= "\udfff":  # half a character, which readers of JSON refuse
        return "\\ufffd"
    return json.dumps(char)[1:-1]
