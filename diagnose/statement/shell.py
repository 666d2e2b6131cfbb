"""Shell commands to words and back, by the rules of POSIX shells, without losing a character."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator


class Word(NamedTuple):
    """A piece of a command line.

    ``kind`` is ``word``, ``operator`` (``;``, ``&&``, ``|``, ``2>`` ...), ``space`` or ``comment``.
    """

    kind: str
    text: str
    """As typed, with its quotes."""
    value: str
    """Without them."""
    start: int
    closed: bool = True
    """False for a word whose quotes do not end."""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


_PIECE = lazy_pattern(
    r"""
    (?P<space>    (?:[ \t\r\n]|\\\r?\n)++)
  | (?P<comment>  \#[^\n]*+)
  | (?P<operator> [0-9]*+[<>]++&?+[0-9-]?+ | [;|&()]++)
  | (?P<word>     (?: [^\s'"\\;|&()<>]++ | '[^']*+'?+ | "(?:[^"\\]++|\\.)*+"?+ | \\. | \\\Z )++)
  | (?P<other>    .)
    """,
    re.VERBOSE | re.DOTALL,
)
_QUOTE = lazy_pattern(
    r"""
    '(?P<plain>[^']*+)(?P<plain_end>'?+)
  | "(?P<rich>(?:[^"\\]++|\\.)*+)(?P<rich_end>"?+)
  | \\(?P<one>.?+)
    """,
    re.VERBOSE | re.DOTALL,
)
_RICH_ESCAPE = lazy_pattern(r'\\([$`"\\\n])')
_FLAG = lazy_pattern(r"--[A-Za-z0-9][\w-]*+=")


@lru_cache(maxsize=16)
def words(command: str) -> tuple[Word, ...]:
    """All pieces of a command; their texts joined are the command.

    >>> [(word.kind, word.value) for word in words("echo 'a b'|wc")]
    [('word', 'echo'), ('space', ' '), ('word', 'a b'), ('operator', '|'), ('word', 'wc')]
    """
    return tuple(_scan(command))


def simple_commands(command: str) -> Iterator[list[Word]]:
    """The words of each simple command: what stands between operators."""
    run: list[Word] = []
    for word in words(command):
        if word.kind == "word":
            run.append(word)
        elif word.kind == "operator":
            yield run
            run = []
    yield run


def parts(word: Word) -> list[Word]:
    """``--flag=value`` as two words; any other word as it is.

    >>> [part.value for part in parts(words("--level='a b'")[0])]
    ['--level', 'a b']
    """
    flag = _FLAG.match(word.text)
    if flag is None:
        return [word]
    cut = flag.end()
    text = word.text[cut:]
    name = word.text[: cut - 1]
    return [
        Word("word", name, name, word.start),
        Word("word", text, _unquoted(text)[0], word.start + cut, word.closed),
    ]


def sql_argument(command: str) -> Word | None:
    """The argument of ``-c`` or ``--command`` of ``psql``, wherever it stands in the command.

    >>> sql_argument('psql -h db -c "ALTER TABLE t"').value
    'ALTER TABLE t'
    """
    for run in simple_commands(command):
        pieces = [part for word in run for part in parts(word)]
        seen = False
        for piece, following in pairwise(pieces):
            seen = seen or piece.value.rpartition("/")[2] == "psql"
            if seen and piece.value in {"-c", "--command", "-Atc", "-tc", "-qc"}:
                return following
    return None


def _scan(command: str) -> Iterator[Word]:
    position = 0
    while position < len(command):
        match = _PIECE.match(command, position)
        assert match is not None  # the last alternative takes any character
        kind = match.lastgroup or "word"
        value, closed = _unquoted(match[0]) if kind == "word" else (match[0], True)
        yield Word("space" if kind == "other" else kind, match[0], value, position, closed)
        position = match.end()


def _unquoted(text: str) -> tuple[str, bool]:
    if not ("'" in text or '"' in text or "\\" in text):
        return text, True
    closed = True

    def inner(match: re.Match[str]) -> str:
        nonlocal closed
        if match["plain"] is not None:
            closed = closed and bool(match["plain_end"])
            return match["plain"]
        if match["rich"] is not None:
            closed = closed and bool(match["rich_end"])
            return _RICH_ESCAPE.sub(_escaped, match["rich"])
        closed = closed and bool(match["one"])
        return "" if match["one"] == "\n" else match["one"]

    return _QUOTE.sub(inner, text), closed


def _escaped(match: re.Match[str]) -> str:
    return "" if match[1] == "\n" else match[1]
