"""Rust source -> tokens, with the values of its strings.

Comments and white space are dropped. Raw strings, byte and C strings, escapes,
line continuations, nested comments and lifetimes are read as the compiler does.
"""

from __future__ import annotations

import re

from diagnose.lean import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class Token(NamedTuple):
    """One token; ``kind`` is word, string, char, number, lifetime, mark, open or close."""

    kind: str
    text: str
    """As written; of a string, its value."""
    line: int
    start: int = 0
    end: int = 0


_TOKEN = re.compile(
    r"""
    (?P<space>(?:\s|//[^\n]*+)++)
    |(?P<comment>/\*)
    |(?P<raw>(?:b|c)?r(?P<hashes>\#*+)")
    |(?P<string>(?:b|c)?"(?P<body>(?:[^"\\]|\\.)*+)")
    |(?P<char>b?'(?:[^'\\\n]|\\(?:x[0-9a-fA-F]{2}|u\{[^}]*+\}|.))')
    |(?P<lifetime>'[A-Za-z_]\w*+)
    |(?P<word>(?:r\#)?[^\W\d]\w*+)
    |(?P<number>\d\w*+(?:\.\d\w*+)?)
    |(?P<open>[(\[{])
    |(?P<close>[)\]}])
    |(?P<mark>::|=>|->|==|!=|<=|>=|&&|\|\||\.\.[.=]?|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_COMMENT_MARK = re.compile(r"/\*|\*/")


def tokens(source: str) -> Iterator[Token]:
    r"""The tokens of a source, in order; what is never closed reaches to the end.

    >>> [token.text for token in tokens('f(r#"a "b""#, "c\\\n  d") // e')]
    ['f', '(', 'a "b"', ',', 'cd', ')']
    """
    position, line = 0, 1
    while position < len(source):
        found = _TOKEN.match(source, position)
        assert found is not None  # the last alternative takes any character
        kind, text, end = found.lastgroup or "", found[0], found.end()
        if found["comment"]:
            kind, end = "space", _comment_end(source, position)
        elif found["raw"]:
            kind, (text, end) = "string", _raw_string(source, end, found["hashes"])
        elif found["string"]:
            kind, text = "string", unescape(found["body"])
        if kind != "space":
            yield Token(kind, text.removeprefix("r#"), line, position, end)
        line += source.count("\n", position, end)
        position = end


def _comment_end(source: str, start: int) -> int:
    depth = 0
    for mark in _COMMENT_MARK.finditer(source, start):
        depth += 1 if mark[0] == "/*" else -1
        if depth == 0:
            return mark.end()
    return len(source)


def _raw_string(source: str, start: int, hashes: str) -> tuple[str, int]:
    end = source.find('"' + hashes, start)
    if end < 0:
        return source[start:], len(source)
    return source[start:end], end + 1 + len(hashes)


_ESCAPE = re.compile(r"\\(?:\n\s*+|x([0-9a-fA-F]{2})|u\{([0-9a-fA-F_]{1,8})\}|(.))", re.DOTALL)
_NAMED = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}


def unescape(body: str) -> str:
    r"""The value of what stands between the quotes of a string.

    >>> unescape(r"a\tb\u{e9}\x41\"")
    'a\tb\xe9A"'
    """
    return _ESCAPE.sub(_character, body) if "\\" in body else body


def _character(found: re.Match[str]) -> str:
    if found[1] or found[2]:
        return chr(int((found[1] or found[2]).replace("_", ""), 16))
    return _NAMED.get(found[3], found[3]) if found[3] else ""
