"""JSON that is safe on a terminal: whatever is not printable is written as an escape.

orjson is not used: importing it takes as long as a thousand diagnoses take here.
"""

from __future__ import annotations

import json

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def dumps(value: object) -> str:
    r"""One line of JSON.

    >>> dumps({"a": "é \u202e \x7f"})
    '{"a":"é \\u202e \\u007f"}'
    """
    text = _encode(value)
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _escape(char) for char in text)


def _escape(char: str) -> str:
    if "\ud800" <= char <= "\udfff":  # half a character, which readers of JSON refuse
        return "\\ufffd"
    return json.dumps(char)[1:-1]
