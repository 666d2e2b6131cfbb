"""Kinds of placeholders: what each accepts, and its typed value."""

from __future__ import annotations

import re
import sys

from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable

    from diagnose.model import Value

_IDENTIFIER = r'(?:"(?:[^"\n]|"")++"|[^\W\d][\w$]*+)'
STRING = r'"(?:[^"\\]|\\.)*+"'

RIGID = {
    "int": r"[+-]?\d++",
    "number": r"[+-]?(?:\d++(?:\.\d++)?|\.\d++)(?:[eE][+-]?\d++)?",
    "sql_name": rf"{_IDENTIFIER}(?:\.{_IDENTIFIER})*+",
    "sql_string": r"'(?:[^']|'')*+'",
    "brackets": r"\([^()\n]*+\)",
    "quoted_name": r'"(?:[^"\n]|"")++"',
    "quoted": r"""(?:"[^"\n]*+"|'[^'\n]*+'|`[^`\n]*+`)""",
}
"""Kinds that know by themselves where they end."""

_DOTTED = r")*+"
_MOST_PARTS = 3


def rigid(kind: str, most: int = 0) -> str:
    """What a kind accepts that knows where it ends; no more than ``most`` characters in one go.

    >>> rigid("int"), rigid("int", 9)
    ('[+-]?\\\\d++', '[+-]?\\\\d{1,9}+')
    """
    source = RIGID.get(kind, "")
    if not most:
        return source
    if kind == "sql_name":
        source = source.removesuffix(_DOTTED) + f"){{0,{_MOST_PARTS}}}+"
    return source.replace("++", f"{{1,{most}}}+").replace("*+", f"{{0,{most}}}+")


def extends(kind: str, char: str) -> bool:
    """Whether a value of a kind could go on from a character in front of it.

    >>> extends("int", "4"), extends("int", "="), extends("sql_name", ".")
    (True, False, True)
    """
    if kind in ("int", "number"):
        return char.isdigit() or (kind == "number" and char in ".eE+-")
    if kind == "sql_name":
        return char.isalnum() or char in '_$."'
    return char == _MARKS.get(kind)


_MARKS = {"sql_string": "'", "quoted_name": '"'}


FREE = {
    "word": r"\S",
    "shell_word": r"\S",
    "debug": ".",
    "list": ".",
    "prose": ".",
    "chain": ".",
    "rest": ".",
}
"""Kinds that end where the literal behind them starts, and what they may hold."""

KINDS = frozenset({*RIGID, *FREE, "one_of"})
TAIL_KINDS = frozenset({"chain", "rest"})
DEFAULT_KIND = "prose"


_ESCAPE = lazy_pattern(r"\\(u\{[0-9a-fA-F]{1,6}\}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}


def read_value(kind: str, raw: str) -> Value:
    """The typed value of a matched text.

    >>> read_value("int", "-12"), read_value("quoted", "'a b'"), read_value("list", "a, b")
    (-12, 'a b', ['a', 'b'])
    """
    reader = _READERS.get(kind)
    if reader is not None:
        return reader(raw)
    if kind in _QUOTED:
        return _unquote(kind, raw)
    return " ".join(raw.split()) if "\n" in raw else raw.strip()


_LONGEST_INTEGER = 4000


def _read_number(raw: str) -> Value:
    if len(raw) > _LONGEST_INTEGER:
        return raw
    return float(raw) if set(raw) & set(".eE") else int(raw)


def _read_int(raw: str) -> Value:
    return int(raw) if len(raw) <= _LONGEST_INTEGER else raw


def _read_list(raw: str) -> Value:
    return [item for each in raw.split(",") if (item := each.strip())]


_READERS: dict[str, Callable[[str], Value]] = {
    "int": _read_int,
    "number": _read_number,
    "list": _read_list,
}
_QUOTED = frozenset({"quoted", "sql_string", "quoted_name", "shell_word", "debug"})


def _unquote(kind: str, raw: str) -> str:
    quoted = len(raw) > 1 and raw[0] == raw[-1] and raw[0] in "\"'`"
    if not quoted:
        return raw.strip()
    inner = raw[1:-1]
    if kind == "sql_string":
        return inner.replace("''", "'")
    if kind == "quoted_name":
        return inner.replace('""', '"')
    if kind == "debug" and raw[0] == '"':
        return _ESCAPE.sub(_unescape, inner)
    return inner


def _unescape(found: re.Match[str]) -> str:
    code = found[1]
    if code.startswith("u{"):
        point = int(code[2:-1], 16)
        return chr(point) if point <= sys.maxunicode else "\ufffd"
    if len(code) > 1:
        return chr(int(code[1:], 16))
    return _ESCAPED.get(code, code)


def write_value(kind: str, value: Value) -> str:
    """How a message shows a value of this kind; the inverse of ``read_value``.

    >>> write_value("debug", 'say "hi"')
    '"say \\\\"hi\\\\""'
    """
    if isinstance(value, list):
        return ", ".join(value)
    text = str(value)
    if kind == "sql_string":
        return "'" + text.replace("'", "''") + "'"
    if kind == "quoted_name":
        return '"' + text.replace('"', '""') + '"'
    if kind == "debug":
        escaped = text.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + escaped.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r") + '"'
    if kind == "quoted":
        mark = next((mark for mark in "\"'`" if mark not in text), '"')
        return f"{mark}{text}{mark}"
    return text


def accepts(kind: str, choices: tuple[str, ...], raw: str) -> bool:
    """Whether a raw text is of this kind.

    >>> accepts("int", (), "12"), accepts("one_of", ("TO", "="), "to")
    (True, False)
    """
    if kind == "one_of":
        return raw in choices
    if kind in RIGID:
        return re.fullmatch(RIGID[kind], raw) is not None
    return kind != "word" or re.fullmatch(r"\S+", raw) is not None
