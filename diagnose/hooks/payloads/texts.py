"""JSON as text: what is not added stays letter by letter, or as near to it as JSON allows."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import orjson

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_BYTES = 16 << 20
"""A longer payload is left as it is."""
_MARK = "\ue000"
_MARK_IN_BYTES = _MARK.encode()
_LONGEST_INTEGER = 100
_NUMBER = re.compile(f'"{_MARK}([^"{_MARK}]*){_MARK}"')


class _TwiceError(ValueError):
    """An object names a member twice: no reader would agree with the next one."""


def enriched(
    text: str | bytes | bytearray, annotate: Callable[[Any], int]
) -> str | bytes | bytearray:
    """The text of the annotated value; the very same text where nothing is added.

    ``annotate`` changes a value and gives how much it added. Numbers are kept as they are written.
    """
    try:
        value = read(text)
    except (ValueError, RecursionError):
        return text
    if not annotate(value):
        return text
    return written(value) if isinstance(text, str) else written_bytes(value)


def written(value: Any) -> str:
    """A value that was read here, as text."""
    return _NUMBER.sub(r"\1", json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def written_bytes(value: Any) -> bytes:
    """The same as bytes."""
    try:
        quick = orjson.dumps(value)
    except TypeError:  # an integer of more than 64 bits, or half a character
        pass
    else:
        if _MARK_IN_BYTES not in quick:
            return quick
    try:
        return written(value).encode()
    except UnicodeEncodeError:  # half a character, written as an escape
        escaped = json.dumps(value, separators=(",", ":"))
        return _NUMBER.sub(r"\1", escaped.replace("\\ue000", _MARK)).encode()


def read(text: str | bytes | bytearray) -> Any:
    """The value of a text. Raises ``ValueError`` or ``RecursionError`` where it is no JSON, or
    none that could be written again as it was.
    """
    if len(text) > MOST_BYTES:
        raise ValueError(f"more than {MOST_BYTES} bytes")
    quick = _compact(text)
    if quick is not None:
        return quick[0]
    plain = text if isinstance(text, str) else bytes(text).decode()
    if _MARK in plain or "\\ue000" in plain.lower():
        raise ValueError("a character that is used here")
    return json.loads(
        plain, parse_int=_integer, parse_float=_float, object_pairs_hook=_object, strict=False
    )


def _compact(text: str | bytes | bytearray) -> tuple[Any] | None:
    """The value of a text that would be written just so: nothing of it can be lost."""
    given = text.encode("utf-8", "replace") if isinstance(text, str) else text
    if _MARK_IN_BYTES in given or b'": ' in given[:_LONGEST_INTEGER]:
        return None
    try:
        value = orjson.loads(given)
        return (value,) if orjson.dumps(value) == given else None
    except (ValueError, TypeError):
        return None


def _integer(number: str) -> int | str:
    short = len(number) <= _LONGEST_INTEGER
    return int(number) if short and str(int(number)) == number else _kept(number)


def _float(number: str) -> float | str:
    value = float(number)
    plain = "e" not in number and repr(value) == number
    return value if plain else _kept(number)


def _kept(number: str) -> str:
    """A number that would be written otherwise, as a text that is undone in the end."""
    return f"{_MARK}{number}{_MARK}"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _TwiceError
    return found
