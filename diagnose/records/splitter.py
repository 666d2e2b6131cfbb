"""Bytes -> lines: blocks of any size in, decoded lines out."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Line
from diagnose.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_LINE = 1 << 20
"""Bytes kept of one line."""

_BOM_UTF8 = b"\xef\xbb\xbf"
_BOM_UTF16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_HEAD = 3
"""So many bytes tell the encoding."""


def is_utf16(head: bytes) -> bool:
    r"""Whether an input that starts like this is UTF-16.

    >>> is_utf16(b"\xff\xfeE\0"), is_utf16(b"\0E\0R"), is_utf16(b"ERRO"), is_utf16(b"\0\0\0E")
    (True, True, False, False)
    """
    return _encoding_of(head) != "utf-8"


def _encoding_of(head: bytes) -> str:
    """By its mark; without one, by a first character of ASCII that takes two bytes."""
    marked = _BOM_UTF16.get(head[:2])
    if marked or len(head) < _HEAD or not head.isascii():
        return marked or "utf-8"
    first, second, third = head[:_HEAD]
    line_end = ord("\n")
    if second == 0 and third and first not in (0, line_end):
        return "utf-16-le"
    return "utf-16-be" if first == third == 0 and second not in (0, line_end) else "utf-8"


def lines(
    blocks: Iterable[bytes], source: str = "-", offset: int = 0, number: int = 1
) -> Iterator[Line]:
    r"""The lines of ``blocks``, however they were cut; memory stays bounded.

    ``offset`` and ``number`` are the byte offset and the line number at which
    the first block starts in ``source``.

    >>> [(line.number, line.text.value) for line in lines([b"a\r", b"\nb"])]
    [(1, 'a'), (2, 'b')]
    """
    splitter = Splitter(source, offset, number)
    for block in blocks:
        yield from splitter.feed(block)
    yield from splitter.flush()


class Splitter:
    r"""The same for input that arrives piece by piece.

    ``cut_lines`` and ``cut_bytes`` count what was left out of lines longer
    than ``MAX_LINE``.

    >>> splitter = Splitter()
    >>> [line.text.value for line in splitter.feed(b"one\ntw")]
    ['one']
    >>> [line.text.value for line in splitter.flush()]
    ['tw']
    """

    def __init__(self, source: str = "-", offset: int = 0, number: int = 1) -> None:
        self.cut_lines = 0
        self.cut_bytes = 0
        self._source = source
        self._offset = offset
        self._number = number
        self._rest: list[bytes] = []
        self._held = 0
        self._skipped = 0  # bytes of the current line that are already left out
        self._encoding = "utf-8" if offset else ""

    def feed(self, block: bytes) -> list[Line]:
        """The lines that ``block`` completes."""
        half_an_end = self._rest and self._rest[-1].endswith(b"\n")  # of a character in UTF-16
        self._hold(block)
        if b"\n" not in block and self._encoding and not half_an_end:
            return []
        self._rest = [b"".join(self._rest)]
        if not self._encoding and not self._recognise(final=False):
            return []
        return self._feed_utf16() if self._encoding != "utf-8" else self._feed_utf8()

    def _hold(self, block: bytes) -> None:
        """Keep a line's bound of a line that has not ended, and count what is left out."""
        if self._held > MAX_LINE and b"\n" not in block:
            whole = len(block) & ~1  # pairs of bytes stay pairs
            self._skipped += whole
            block = block[whole:]
        self._rest.append(block)
        self._held += len(block)

    def _feed_utf8(self) -> list[Line]:
        *whole, rest = self._rest[0].split(b"\n")
        self._keep(rest)
        return [self._line(raw, 1) for raw in whole]

    def _keep(self, rest: bytes) -> None:
        self._rest = [rest]
        self._held = len(rest)

    def flush(self) -> list[Line]:
        """The last line, when the input ends without a line end."""
        self._rest = [b"".join(self._rest)]
        if not self._encoding:
            self._recognise(final=True)
        raw = self._rest[0]
        self._keep(b"")
        return [self._line(raw, 0)] if raw or self._skipped else []

    def _recognise(self, *, final: bool) -> bool:
        """Look at the first bytes for their encoding; False while there are too few."""
        head = self._rest[0][:_HEAD]
        if not final and len(head) < _HEAD and b"\n" not in head:
            return False
        self._encoding = _encoding_of(head)
        mark = 2 * (head[:2] in _BOM_UTF16) or len(_BOM_UTF8) * head.startswith(_BOM_UTF8)
        self._keep(self._rest[0][mark:])
        self._offset += mark
        return True

    def _feed_utf16(self) -> list[Line]:
        end = "\n".encode(self._encoding)
        raw = self._rest[0]
        found: list[Line] = []
        start = at = 0
        while (at := raw.find(end, at)) >= 0:
            if (at - start) % 2:
                at += 1  # two halves of neighbouring characters
                continue
            found.append(self._line(raw[start:at], 2))
            start = at = at + 2
        self._keep(raw[start:])
        return found

    def _line(self, raw: bytes, end: int) -> Line:
        """The line ``raw``, followed by a line end of ``end`` bytes."""
        start, number = self._offset, self._number
        self._offset += len(raw) + self._skipped + end
        self._number += 1
        if self._skipped or len(raw) > MAX_LINE:
            raw = self._cut(raw)
        text = self._decode(raw, start)
        if text.value.endswith("\r"):
            text = text.slice(0, len(text.value) - 1)
        if text.value.startswith("\0"):  # a hole that a truncated log file left
            text = text.slice(len(text.value) - len(text.value.lstrip("\0")))
        return Line(text, number, self._source)

    def _cut(self, raw: bytes) -> bytes:
        self.cut_lines += 1
        self.cut_bytes += len(raw) - len(raw[:MAX_LINE]) + self._skipped
        self._skipped = 0
        return raw[:MAX_LINE]

    def _decode(self, raw: bytes, offset: int) -> Text:
        if self._encoding == "utf-8":
            return Text.decode(raw, offset)
        value = raw.decode(self._encoding, "replace")
        anchors = []
        where = offset
        for index, char in enumerate(value):
            anchors.append((index, where))
            where += 2 if char <= "\uffff" else 4
        return Text(value, (*anchors, (len(value), min(where, offset + len(raw)))))
