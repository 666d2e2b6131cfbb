"""JSON that is safe on a terminal: whatever is not printable is written as an escape."""

from __future__ import annotations

import json


def dumps(value: object) -> str:
    r"""One line of JSON.

    >>> dumps({"a": "é \u202e \x7f"})
    '{"a":"é \\u202e \\u007f"}'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _escape(char) for char in text)


def _escape(char: str) -> str:
    if "\ud800" <= char <= "\udfff":  # half a character, which readers of JSON refuse
        return "\ufffd"
    return json.dumps(char)[1:-1]
