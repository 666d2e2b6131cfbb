"""Where things start and end inside a text: strings, braces, members, fields."""

from __future__ import annotations

import re

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern
from diagnose.unwrap._escapes import unescape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diagnose.text import Text

STRING = r'"(?:[^"\\]|\\.)*+"'

_STRING = lazy_pattern(STRING, re.DOTALL)
_BRACKETS = lazy_pattern(r'(?<!\\)"(?:[^"\\]|\\.)*+"|[{}\[\]()]', re.DOTALL)
_KEY = lazy_pattern(r'[\s,]*+"((?:[^"\\]|\\.)*+)"\s*+:\s*+', re.DOTALL)
_SCALAR = lazy_pattern(r"[^\s,{}\[\]\"]++")
_END = lazy_pattern(r"\s*+}")
_FIELD = lazy_pattern(r'(?<!\\)"(?:[^"\\]|\\.)*+"|(?<=\s)([A-Za-z_][\w.#-]*)=(?!=)', re.DOTALL)
_FIRST_FIELD = lazy_pattern(r"([A-Za-z_][\w.#-]*)=(?!=)")


class Span(NamedTuple):
    """A named value: where its name starts, where the value starts and ends."""

    name: str
    at: int
    start: int
    end: int


def string_end(value: str, start: int) -> int:
    """Index behind the string literal that starts at ``start``; -1 when it does not end."""
    found = _STRING.match(value, start)
    return found.end() if found else -1


def close_of(value: str, start: int) -> int:
    """Index behind the bracket that closes the one at ``start``; -1 when none does.

    >>> close_of('{a: "}"} b', 0)
    8
    """
    depth = 0
    for found in _BRACKETS.finditer(value, start):
        bracket = found[0]
        if bracket in "{[(":
            depth += 1
        elif bracket in "}])":
            depth -= 1
            if depth <= 0:
                return found.end()
    return -1


def members(value: str, start: int = 0) -> list[Span] | None:
    """The members of the JSON object at ``start``, as spans; None when it is none.

    >>> text = '{"a": "x", "b": {"c": 1}}'
    >>> [(m.name, text[m.start : m.end]) for m in members(text)]
    [('a', '"x"'), ('b', '{"c": 1}')]
    """
    if not value.startswith("{", start):
        return None
    found: list[Span] = []
    at = start + 1
    while (key := _KEY.match(value, at)) is not None:
        at = _value_end(value, key.end())
        if at < 0:
            return None
        found.append(Span(key[1], key.start(1), key.end(), at))
    return found if _END.match(value, at) else None


def _value_end(value: str, start: int) -> int:
    first = value[start : start + 1]
    if first == '"':
        return string_end(value, start)
    if first in {"{", "["}:
        return close_of(value, start)
    scalar = _SCALAR.match(value, start)
    return scalar.end() if scalar else -1


def plain(text: Text, span: Span) -> str:
    """The value of a span as a string: unquoted and unescaped when it was a literal."""
    return content(text, span).value


def content(text: Text, span: Span) -> Text:
    """The same as a ``Text``."""
    if is_string(text.value, span):
        return unescape(text.slice(span.start + 1, span.end - 1))
    return text.slice(span.start, span.end)


def is_string(value: str, span: Span) -> bool:
    """Whether the value is a whole string literal."""
    return value.startswith('"', span.start) and string_end(value, span.start) == span.end


def fields(value: str, start: int = 0) -> list[Span]:
    """The ``key=value`` pairs of a log line, quoted or not; an unquoted value ends at the next key.

    >>> text = 'done rows=3 error=no "x=1" way split="a b"'
    >>> [(s.name, text[s.start : s.end]) for s in fields(text)]
    [('rows', '3'), ('error', 'no "x=1" way'), ('split', '"a b"')]
    """
    if value.find("=", start) < 0:
        return []
    keys = list(_keys(value, start))
    ends = [*(at for _, at, _ in keys[1:]), len(value)]
    found: list[Span] = []
    for (name, at, begin), limit in zip(keys, ends, strict=False):
        end = begin + len(value[begin:limit].rstrip(" ,"))
        found.append(Span(name, at, begin, end))
    return found


def _keys(value: str, start: int) -> Iterator[tuple[str, int, int]]:
    first = _FIRST_FIELD.match(value, start)
    if first is not None:
        yield first[1], first.start(), first.end()
        start = first.end()
    for found in _FIELD.finditer(value, start):
        if found[1] is not None:
            yield found[1], found.start(), found.end()


def objects(value: str, start: int, end: int) -> list[int]:
    """Where the objects of the JSON array between ``start`` and ``end`` start."""
    found: list[int] = []
    at = start + 1
    while 0 <= (at := value.find("{", at)) < end:
        found.append(at)
        at = close_of(value, at)
        if at < 0:
            break
    return found
