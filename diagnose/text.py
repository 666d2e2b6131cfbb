"""Text that knows where it came from.

A ``Text`` is a string cut out of the input, possibly unescaped, joined or
stripped on the way. It keeps, as *anchors*, the way back to the bytes of the
input, so that a renderer can underline what was recognised.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from diagnose.lean import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

Anchor = tuple[int, int]


class _LazyPattern:
    """Compiles on first use: a one-shot run pays only for the patterns that it needs."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self._source, self._flags)
        for attribute in ("match", "fullmatch", "search", "finditer", "findall", "sub", "split"):
            setattr(self, attribute, getattr(compiled, attribute))
        return getattr(compiled, name)


def lazy_pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """A regular expression that is compiled when it is first used.

    >>> lazy_pattern(r"a+").fullmatch("aaa") is not None
    True
    """
    return cast("re.Pattern[str]", _LazyPattern(source, flags))


_DAMAGE = lazy_pattern("[\udc80-\udcff]+")
"""Bytes that are no UTF-8, as ``surrogateescape`` writes them."""


class Text(NamedTuple):
    """A string and the way back to the bytes it was read from.

    ``anchors`` are pairs (index in ``value``, byte offset in the input),
    ascending in both; after an anchor, one character is one byte until the
    next one. The first anchor's index is 0.

    >>> line = Text.decode(b"caf\\xc3\\xa9: closed", offset=100)
    >>> line.value
    'café: closed'
    >>> line.byte_at(line.value.index("closed"))
    107
    """

    value: str
    anchors: tuple[Anchor, ...] = ((0, 0),)

    @classmethod
    def decode(cls, raw: bytes, offset: int = 0) -> Text:
        """Decode UTF-8 ``raw`` that stands at byte ``offset``; bad bytes become U+FFFD."""
        if raw.isascii():
            return cls(raw.decode("ascii"), ((0, offset),))
        value = raw.decode("utf-8", "replace")
        if "\ufffd" in value and value.encode("utf-8") != raw:
            return cls._decode_damaged(raw, offset)
        anchors = [(0, offset)]
        where = offset
        for index, char in enumerate(value):
            width = 1 if char < "\x80" else len(char.encode("utf-8"))
            where += width
            if width > 1:
                anchors.append((index + 1, where))
        return cls(value, tuple(anchors))

    @classmethod
    def _decode_damaged(cls, raw: bytes, offset: int) -> Text:
        """Decode one sequence at a time, so that each U+FFFD has its own place."""
        escaped = raw.decode("utf-8", "surrogateescape")
        pieces: list[Text] = []
        index = position = 0
        for damage in _DAMAGE.finditer(escaped):
            good = escaped[index : damage.start()].encode("utf-8")
            pieces.append(cls.decode(good, offset + position))
            position += len(good)
            index = damage.end()
            stop = position + index - damage.start()
            while position < stop:
                end = position + _damage_length(raw[position : position + 4])
                pieces.append(cls("\ufffd", ((0, offset + position), (1, offset + end))))
                position = end
        pieces.append(cls.decode(raw[position:], offset + position))
        return cls.join(pieces)

    @classmethod
    def join(cls, pieces: Iterable[Text], separator: str = "") -> Text:
        """Join texts; the separator's characters have no place of their own in the input.

        >>> Text.join([Text("ab", ((0, 10),)), Text("cd", ((0, 20),))], " ").byte_at(3)
        20
        """
        values: list[str] = []
        anchors: list[Anchor] = []
        length = 0
        for piece in pieces:
            if values and separator:
                values.append(separator)
                length += len(separator)
            anchors.extend((length + index, where) for index, where in piece.anchors)
            values.append(piece.value)
            length += len(piece.value)
        return cls("".join(values), tuple(_ascending(anchors)) or ((0, 0),))

    def byte_at(self, index: int) -> int:
        """Byte offset in the input of the character at ``index`` (or of the end)."""
        if len(self.anchors) == 1:
            return self.anchors[0][1] + index
        at = bisect_right(self.anchors, index, key=_index_of) - 1
        start, where = self.anchors[at]
        offset = where + index - start
        if at + 1 < len(self.anchors):
            offset = min(offset, self.anchors[at + 1][1])
        return offset

    def slice(self, start: int, end: int | None = None) -> Text:
        """The part from ``start`` to ``end``, with its own way back.

        >>> Text("say: no", ((0, 5),)).slice(5).byte_at(0)
        10
        """
        stop = len(self.value) if end is None else min(end, len(self.value))
        if len(self.anchors) == 1:
            return Text(self.value[start:stop], ((0, self.anchors[0][1] + start),))
        first = bisect_right(self.anchors, start, key=_index_of)
        last = bisect_right(self.anchors, stop, key=_index_of)
        inner = [(index - start, where) for index, where in self.anchors[first:last]]
        return Text(self.value[start:stop], ((0, self.byte_at(start)), *inner))

    def strip(self) -> Text:
        """Without white space at both ends."""
        stripped = self.value.strip()
        if len(stripped) == len(self.value):
            return self
        start = len(self.value) - len(self.value.lstrip())
        return self.slice(start, start + len(stripped))

    def splitlines(self) -> list[Text]:
        """The lines, without their line ends (``\\n`` or ``\\r\\n``)."""
        lines: list[Text] = []
        start = 0
        for piece in self.value.split("\n"):
            end = start + len(piece)
            lines.append(self.slice(start, end - 1 if piece.endswith("\r") else end))
            start = end + 1
        return lines

    def substitute(self, edits: Sequence[tuple[int, int, str]]) -> Text:
        """Replace spans (start, end, replacement), ascending and disjoint.

        >>> Text('a\\\\"b', ((0, 0),)).substitute([(1, 3, '"')]).value
        'a"b'
        """
        values: list[str] = []
        anchors: list[Anchor] = []
        length = position = 0
        for start, end, replacement in (*edits, (len(self.value), len(self.value), "")):
            self._copy_anchors(position, start, length, anchors)
            length += start - position
            anchors.append((length, self.byte_at(start)))
            length += len(replacement)
            values += (self.value[position:start], replacement)
            position = end
        anchors.append((length, self.byte_at(len(self.value))))
        return Text("".join(values), tuple(_ascending(anchors)))

    def _copy_anchors(self, start: int, end: int, length: int, anchors: list[Anchor]) -> None:
        """Anchors of the part from ``start`` to ``end``, which stands at ``length`` now."""
        anchors.append((length, self.byte_at(start)))
        first = bisect_right(self.anchors, start, key=_index_of)
        last = bisect_right(self.anchors, end, key=_index_of)
        anchors.extend((length + index - start, where) for index, where in self.anchors[first:last])


def _damage_length(raw: bytes) -> int:
    """How many bytes at the start of ``raw`` one U+FFFD stands for."""
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.end
    return 1  # not reached: only called where decoding fails


def _index_of(anchor: Anchor) -> int:
    return anchor[0]


def _ascending(anchors: list[Anchor]) -> list[Anchor]:
    """Keep one anchor for each index, the last one said."""
    kept: list[Anchor] = []
    for index, where in anchors:
        if kept and kept[-1][0] == index:
            kept[-1] = (index, where)
        else:
            kept.append((index, where))
    return kept


class Filling(NamedTuple):
    """A text in which marks are replaced by other values, many times."""

    form: str
    chosen: tuple[int, ...]
    """Indexes of the marks, in the order in which they stand in the text."""

    @classmethod
    def of(cls, text: str, marks: Sequence[str]) -> Filling:
        """A text, and the marks in it; none of them may be part of another one.

        >>> Filling.of("50% of 71 in 72", ("72", "71")).filled(("b", "a"))
        '50% of a in b'
        """
        indexes = {mark: index for index, mark in enumerate(marks)}
        parts = re.split("(" + "|".join(indexes) + ")", text) if marks else [text]
        chosen = tuple([indexes[mark] for mark in parts[1::2]])
        form = "%s".join([part.replace("%", "%%") for part in parts[::2]])
        return cls(form, chosen)

    def filled(self, values: Sequence[str]) -> str:
        """The text with one value for each mark."""
        return self.form % tuple([values[index] for index in self.chosen])
