"""Hostile text made plain: nothing invisible, no wider than the place it is shown in."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.unseen import is_seen, joins

if TYPE_CHECKING:
    from diagnose.model import Where

_SPACES = frozenset("\t\u00a0\u1680\u202f\u205f\u3000") | frozenset(map(chr, range(0x2000, 0x200B)))


def visible(text: str) -> str:
    r"""One line, in which everything that a terminal would obey, or nobody sees, is written out.

    >>> print(visible("red \x1b[31m\nabc \u202etxt"))
    red \x1b[31m\nabc \u202etxt
    """
    if is_seen(text):
        return text
    shown: list[str] = []
    before = ""
    for char in text:
        kept = is_seen(char) or joins(char, before)
        shown.append(char if kept else _shown(char))
        before = char if kept else ""
    return "".join(shown)


def visible_lines(text: str) -> str:
    r"""The same, with its line ends kept.

    >>> visible_lines("a\r\nb\x07")
    'a\nb\\x07'
    """
    return "\n".join(visible(line.removesuffix("\r")) for line in text.split("\n"))


def _shown(char: str) -> str:
    return " " if char in _SPACES else escaped(char)


def escaped(char: str) -> str:
    r"""A character as an escape that programmers know.

    >>> escaped("\x1b"), escaped("\u2028"), escaped("\n")
    ('\\x1b', '\\u2028', '\\n')
    """
    code = ord(char)
    if char in "\n\r\t":
        return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}[char]
    written = f"{code:x}"
    if len(written) <= 2:  # noqa: PLR2004 - one byte
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if len(written) <= 4 else f"\\U{code:08x}"  # noqa: PLR2004 - two bytes


def cut(text: str, limit: int) -> str:
    """At most ``limit`` characters, and how many are missing.

    >>> cut("abcdef", 4)
    'abcd... (2 more characters)'
    """
    if len(text) <= limit:
        return text
    return f"{text[:limit]}... ({len(text) - limit} more characters)"


def columns(text: str) -> int:
    """How many columns a terminal needs for a text: CJK and emoji take two, marks none.

    >>> columns("abc"), columns("\u932f\u8aa4"), columns("e\u0301")
    (3, 4, 1)
    """
    if text.isascii():
        return len(text)
    return sum(map(_width, text))


def _width(char: str) -> int:
    if char < "\u0300":
        return 1
    import unicodedata

    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def wrap(text: str, width: int) -> list[str]:
    r"""Visible lines of at most ``width`` columns; a line's indentation is kept.

    >>> wrap("one two three\n  four five", 9)
    ['one two', 'three', '  four', '  five']
    """
    lines: list[str] = []
    for line in visible_lines(text).split("\n"):
        words = line.lstrip()
        indent = line[: len(line) - len(words)][: width // 2]
        lines.extend((indent + part).rstrip() for part in _fill(words, width - len(indent)))
    return lines


def _fill(text: str, width: int) -> list[str]:
    """Words gathered to lines; a word that is wider than a line is broken."""
    lines: list[str] = []
    current, used = "", 0
    for word in text.split(" "):
        for piece in _pieces(word, width):
            needed = columns(piece)
            if current and used + 1 + needed > width:
                lines.append(current)
                current, used = piece, needed
            elif current:
                current, used = f"{current} {piece}", used + 1 + needed
            else:
                current, used = piece, needed
    return [*lines, current]


def _pieces(word: str, width: int) -> list[str]:
    if columns(word) <= width:
        return [word] if word else []
    pieces: list[str] = []
    start = used = 0
    for index, char in enumerate(word):
        needed = columns(char)
        if used + needed > width and index > start:
            pieces.append(word[start:index])
            start, used = index, 0
        used += needed
    return [*pieces, word[start:]]


def clip(text: str, width: int) -> str:
    """One visible line of at most ``width`` columns.

    >>> clip("one two\\nthree", 9)
    'one tw...'
    """
    line = visible(" ".join(text[: 8 * width].split()))
    if columns(line) <= width and len(text) <= 8 * width:
        return line
    head = _pieces(line, width - 3)[0]
    return (head if columns(head) <= width - 3 else "") + "..."


def place(where: Where) -> str:
    """File and line, as editors understand them; "" for the only line of a message.

    >>> from diagnose.model import Where
    >>> place(Where("app.log", 7, 0, 1)), place(Where("-", 7, 0, 1)), place(Where("-", 1, 0, 1))
    ('app.log:7', 'input line 7', '')
    """
    if where.file == "-":
        return f"input line {where.line}" if where.line > 1 else ""
    return f"{visible(where.file)}:{where.line}"


def paint(text: str, code: str, color: bool) -> str:
    """Text in a terminal's colour, or as it is; also without a code."""
    return f"\x1b[{code}m{text}\x1b[0m" if color and code and text else text
