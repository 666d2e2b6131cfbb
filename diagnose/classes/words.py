"""A message -> words in which values are told from text.

A number, a path, a name in code, a quoted value become marks such as ``<n>``
and ``<q>``: what a message says does not depend on them.
"""

from __future__ import annotations

import re

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST = 600
"""Characters of a message that are looked at."""
NESTED = 4
"""Words from which on a quoted text is read as a message of its own."""

_TOKEN = lazy_pattern(
    r"""
      (?P<url>[A-Za-z][A-Za-z0-9+.\-]{1,12}://[^\s'"`<>)\]]++)
    | (?P<path>(?<![\w.])(?:[A-Za-z]:\\|~/|\.{1,2}/|/)\w[^\s'"`,;:)\]]*+)
    | (?P<host>\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?::\d++)?
              |[A-Za-z][\w\-]*+(?:\.[\w\-]++)*+:\d{2,5}\b)
    | (?P<hex>0x[0-9a-fA-F]++|(?=[a-f]*+\d)[0-9a-f]{7,64}\b(?:-[0-9a-f]{4,12})*+)
    | (?P<number>(?<![\w.])-?\d++(?:,\d{3}\b)*+(?:\.\d++)*+(?:[eE][+\-]?\d++)?+%?+)
    | (?P<flag>(?<![\w\-])--?[A-Za-z][\w\-]*+(?:=[^\s,;]++)?+)
    | (?P<word>[A-Za-z_$@][\w$]*+(?:(?:::|[.#])[A-Za-z_][\w$]*+)*+
              (?:['\u2019](?:t|s|re|ll|ve|m|d)\b)?+)
    | (?P<quote>['"`\u2018\u201c\u00ab])
    | (?P<sign>>=|<=|!=|==|->|\.\.\.?|[^\w\s])
    """,
    re.VERBOSE,
)
_QUOTED = lazy_pattern(
    r"""(?<!\w)(?:'([^'\n]{0,200}+)'(?!\w)|"([^"\n]{0,200}+)"|``([^`\n]{0,200}+)``|`([^`'\n]{0,200}+)['`]"""
    r"""|\u2018([^\u2019\n]{0,200}+)\u2019|\u201c([^\u201d\n]{0,200}+)\u201d)""",
)
_PARTS = lazy_pattern(r"[A-Z]?[a-z]++|[A-Z]++(?![a-z])|\d++")
_NAME = lazy_pattern(r"[_$@.:#\d]|[a-z][A-Z]|[A-Z][a-z]++[A-Z]")
_SHORT = {"t": "not", "s": "", "re": "are", "ll": "will", "ve": "have", "m": "am", "d": "would"}
JOINED = {
    "cannot": ("can", "not"), "cant": ("can", "not"), "dont": ("do", "not"),
    "wont": ("will", "not"), "doesnt": ("does", "not"), "couldnt": ("could", "not"),
}  # fmt: skip
_STEMS = {"ca": "can", "wo": "will", "sha": "shall"}


class Words(NamedTuple):
    """The words of a message, and those inside of its names and values."""

    words: tuple[str, ...]
    inner: tuple[str, ...]


def words_of(message: str) -> Words:
    """The words of a message.

    >>> words_of("can't open '/etc/x': errno 2").words
    ('can', 'not', 'open', '<q>', ':', 'errno', '<n>')
    >>> words_of("maxSize must be > 0")
    Words(words=('<id>', 'must', 'be', '>', '<zero>'), inner=('max', 'size'))
    """
    found: list[str] = []
    inner: list[str] = []
    text = message[:LONGEST]
    position = 0
    for quoted in _QUOTED.finditer(text):
        content = next((each for each in quoted.groups() if each is not None), "")
        if content.count(" ") >= NESTED - 1:
            continue
        _read(text[position : quoted.start()], found, inner)
        found.append("<q>")
        inner += _parts(content)
        position = quoted.end()
    _read(text[position:], found, inner)
    return Words(tuple(found), tuple(inner))


def _read(text: str, found: list[str], inner: list[str]) -> None:
    for token in _TOKEN.finditer(text):
        kind, value = token.lastgroup or "", token[0]
        if kind == "word":
            found += _word(value, inner)
        elif kind == "number":
            found.append(_number(value))
        elif kind == "sign":
            found.append(value)
        elif kind != "quote":
            found.append(f"<{kind}>")
            inner += _parts(value) if kind == "flag" else ()


def _number(value: str) -> str:
    if value.strip("0.,") == "":
        return "<zero>"
    return "<neg>" if value.startswith("-") else "<n>"


def _word(value: str, inner: list[str]) -> Iterator[str]:
    bare, mark, short = value.replace("\u2019", "'").partition("'")
    if mark:
        yield from _shortened(bare.lower(), short)
    elif _NAME.search(value):
        inner += _parts(value)
        yield "<id>"
    else:
        yield from JOINED.get(value.lower(), (value.lower(),))


def _shortened(bare: str, short: str) -> Iterator[str]:
    if short == "t" and bare.endswith("n"):
        yield _STEMS.get(bare[:-1], bare[:-1])
    else:
        yield bare
    if _SHORT[short]:
        yield _SHORT[short]


def _parts(name: str) -> list[str]:
    return [part.lower() for part in _PARTS.findall(name)]
