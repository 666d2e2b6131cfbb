"""SQL text to tokens and back, without losing a character.

The kinds follow RisingWave's own tokeniser, so that a statement is cut where the server cuts it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

BLANKS = frozenset({"space", "comment"})
"""Kinds that a template does not see."""

STRINGS = frozenset({"string", "c_string", "national_string", "dollar_string"})
"""Kinds that stand for a text."""

NAMES = frozenset({"word", "quoted_name"})


class Token(NamedTuple):
    """A piece of SQL.

    ``kind`` is one of ``word``, ``quoted_name``, ``string``, ``c_string`` (``E'..'``),
    ``national_string``, ``hex_string``, ``dollar_string``, ``number``, ``parameter``,
    ``operator``, ``punctuation``, ``space``, ``comment`` and ``char`` (what is none of these).
    """

    kind: str
    text: str
    start: int
    closed: bool = True
    """False for a string, name or comment that the text ends in."""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


_TOKEN = lazy_pattern(
    r"""
    (?P<space>       [ \t\r\n]++)
  | (?P<national_string> N' (?:[^']++|'')*+ '?+)
  | (?P<c_string>    [eE]' (?:[^'\\]++|''|\\(?:.|\Z))*+ '?+)
  | (?P<hex_string>  [xX]' (?:[^']++|'')*+ '?+)
  | (?P<word>        [A-Za-z_][A-Za-z0-9_$]*+)
  | (?P<string>      ' (?:[^']++|'')*+ '?+)
  | (?P<quoted_name> " (?:[^"]++|"")*+ "?+)
  | (?P<number>      0[xX][0-9a-fA-F]++ | 0[oO][0-7]++ | 0[bB][01]++
                   | (?:[0-9]++\.?+[0-9]*+|\.[0-9]++) (?:[eE]-?+[0-9]*+)?+)
  | (?P<dollar_string> \$ (?:[A-Za-z_][A-Za-z0-9_]*+)?+ \$)
  | (?P<parameter>   \$[A-Za-z0-9_]*+)
  | (?P<comment>     --[^\n]*+\n?+ | /\*)
  | (?P<punctuation> :: | [(),:;\\\[\]{}.])
  | (?P<operator>    [-+*/<>=~!@\#%^&|`?]++)
  | (?P<char>        .)
    """,
    re.VERBOSE | re.DOTALL,
)
_NESTING = lazy_pattern(r"(?=(/\*|\*/))")
_LENIENT_OPERATOR = frozenset("~!@#%^&|`?")
_QUOTED = frozenset({"string", "national_string", "hex_string", "c_string", "quoted_name"})


def scan(sql: str, start: int = 0) -> Iterator[Token]:
    """The tokens of ``sql`` from ``start`` on, one at a time.

    >>> [token.text for token in scan("SET x=-1; -- off")]
    ['SET', ' ', 'x', '=', '-', '1', ';', ' ', '-- off']
    """
    position = start
    while position < len(sql):
        token = _next(sql, position)
        yield token
        position = token.end


def tokens(sql: str) -> tuple[Token, ...]:
    """All tokens of ``sql``; their texts joined are ``sql``.

    >>> [token.kind for token in tokens("E'it''s'")]
    ['c_string']
    """
    return _remembered(sql) if len(sql) < 1 << 16 else tuple(scan(sql))


@lru_cache(maxsize=16)
def _remembered(sql: str) -> tuple[Token, ...]:
    return tuple(scan(sql))


def significant(sql: str) -> list[Token]:
    """The tokens that are neither white space nor comments."""
    return [token for token in tokens(sql) if token.kind not in BLANKS]


def split(sql: str) -> list[tuple[int, int]]:
    """Spans of the statements of ``sql``, each with its ``;``, without the blanks around them.

    >>> [("a; select ';'")[start:end] for start, end in split("a; select ';'")]
    ['a;', "select ';'"]
    """
    spans: list[tuple[int, int]] = []
    first: Token | None = None
    last: Token | None = None
    for token in tokens(sql):
        if token.kind in BLANKS:
            continue
        if token.text != ";":
            first = first or token
            last = token
        elif first is not None:
            spans.append((first.start, token.end))
            first = last = None
    if first is not None and last is not None:
        spans.append((first.start, last.end))
    return spans


def content(token: Token) -> str:
    """What a string or a quoted name stands for; the text itself of any other token.

    >>> content(tokens("'it''s'")[0])
    "it's"
    """
    if token.kind == "dollar_string":
        tag = token.text.index("$", 1) + 1
        return token.text[tag : len(token.text) - tag if token.closed else None]
    if token.kind not in _QUOTED:
        return token.text
    opening = 1 if token.kind in {"string", "quoted_name"} else 2
    quote = token.text[opening - 1]
    inner = token.text[opening : -1 if token.closed else None].replace(quote * 2, quote)
    return _unescape(inner) if token.kind == "c_string" else inner


_ESCAPE = lazy_pattern(
    r"\\(?:x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|.)", re.DOTALL
)
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_LAST_CODE_POINT = 0x10FFFF
_SURROGATES = range(0xD800, 0xE000)


def _unescape(inner: str) -> str:
    return _ESCAPE.sub(_unescaped, inner)


def _unescaped(match: re.Match[str]) -> str:
    code = match[0][1:]
    if code[0] in "xuU" and len(code) > 1:
        value = int(code[1:], 16)
    elif code[0] in "01234567":
        value = int(code, 8)
    else:
        return _ESCAPES.get(code, code)
    if value > _LAST_CODE_POINT or value in _SURROGATES:
        return match[0]
    return chr(value)


def _next(sql: str, position: int) -> Token:
    match = _TOKEN.match(sql, position)
    assert match is not None  # the last alternative takes any character
    kind = match.lastgroup or "char"
    text = match[0]
    if kind in _QUOTED:
        return Token(kind, text, position, _is_closed(kind, text))
    if kind == "comment" and text == "/*":
        return _block_comment(sql, position)
    if kind == "dollar_string":
        return _dollar_string(sql, position, text)
    if kind == "operator":
        return _operator(position, text)
    return Token(kind, text, position)


def _is_closed(kind: str, text: str) -> bool:
    """Whether the quote at the end closes, and is not an escaped one or the opening one."""
    opening = 1 if kind in {"string", "quoted_name"} else 2
    quote = text[opening - 1]
    if len(text) <= opening or not text.endswith(quote):
        return False
    inner = text[opening:-1]
    if kind == "c_string":
        inner = _ESCAPE.sub("", inner)
        if inner.endswith("\\"):
            return False
    return inner.count(quote) % 2 == 0


def _block_comment(sql: str, position: int) -> Token:
    """Nested comments; as the server does, ``*/*`` closes one and opens one."""
    depth = 1
    for mark in _NESTING.finditer(sql, position + 2):
        depth += 1 if mark[1] == "/*" else -1
        if depth == 0:
            return Token("comment", sql[position : mark.start() + 2], position)
    return Token("comment", sql[position:], position, closed=False)


def _dollar_string(sql: str, position: int, tag: str) -> Token:
    end = sql.find(tag, position + len(tag))
    if end < 0:
        return Token("dollar_string", sql[position:], position, closed=False)
    return Token("dollar_string", sql[position : end + len(tag)], position)


def _operator(position: int, run: str) -> Token:
    """The longest operator, by PostgreSQL's rules about comments and trailing signs."""
    comment = min((at for at in (run.find("--"), run.find("/*")) if at >= 0), default=len(run))
    operator = run[:comment]
    if len(operator) > 1 and operator[-1] in "+-" and _LENIENT_OPERATOR.isdisjoint(operator):
        operator = operator.rstrip("+-") or run[0]
    return Token("operator", operator, position)
