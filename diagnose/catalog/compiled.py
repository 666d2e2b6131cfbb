"""The compiled catalogue: one file in which words and ids are looked up, not loaded.

Layout: a line that names the format; then six regions, each behind its length::

    header       the version, and which ids were renamed
    words, ids   sorted (hash, offset, length) triples of numbers
    pages        (offset, length) pairs
    shapes       the words of all wordings, to look for near misses
    heap         the postings of a word, the number of an id, the table of a page

Numbers have 32 bits, little-endian. Values are written with ``marshal`` in
its version 2: plain texts, numbers, lists and tables, which every Python
reads, without the import that JSON costs at each start.
"""

from __future__ import annotations

import marshal
from binascii import crc32
from functools import lru_cache

from diagnose.catalog.entries import page_entry, wrapper_entry
from diagnose.errors import CatalogError
from diagnose.lean import TYPE_CHECKING
from diagnose.model import Posting

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from diagnose.catalog.pages import Reading
    from diagnose.catalog.shapes import Shapes
    from diagnose.model import Entry

MAGIC = b"diagnose-catalog 2\n"
_CELL = 4
_ROW = 3 * _CELL


def write(reading: Reading, version: str) -> bytes:
    """The compiled form of pages, in the order given, and of known messages behind them."""
    from diagnose.catalog import index, shapes

    heap = _Heap()
    entries = [page.entry for page in reading.pages]
    postings = index.build(entries, reading.known)
    words = heap.table((word, list(map(_plain, found))) for word, found in postings.items())
    names = [*(entry.id for entry in entries), *(each.id for each in reading.known)]
    ids = heap.table((name, number) for number, name in enumerate(names))
    places = [heap.add([page.entry.path, page.table]) for page in reading.pages]
    places += [heap.add([each.path, {"known": list(each)}]) for each in reading.known]
    page_table = b"".join(_number(offset) + _number(length) for offset, length in places)
    header = _dump({"version": version, "renamed": dict(reading.renamed)})
    found = shapes.build(entries, reading.known)
    near = _dump([[list(shape) for shape in found.shapes], dict(found.filed)])
    regions = [header, words, ids, page_table, near, bytes(heap.data)]
    return MAGIC + b"".join(_number(len(region)) + region for region in regions)


class _Heap:
    def __init__(self) -> None:
        self.data = bytearray()

    def add(self, value: Any) -> tuple[int, int]:
        written = _dump(value)
        offset = len(self.data)
        self.data += written
        return offset, len(written)

    def table(self, items: Iterable[tuple[str, Any]]) -> bytes:
        rows = sorted((hash_of(key), *self.add([key, value])) for key, value in items)
        return b"".join(map(_number, (number for row in rows for number in row)))


def _plain(posting: Posting) -> list[Any]:
    """A posting as lists: its numbers, and the words that a text must have besides."""
    return [posting.number, posting.which, *map(sorted, posting.needs)]


def _number(value: int) -> bytes:
    return value.to_bytes(_CELL, "little")


def hash_of(key: str) -> int:
    """The hash by which a word or an id is looked up."""
    return crc32(key.encode())


class CompiledCatalog:
    """Reads a compiled catalogue piece by piece.

    Raises ``CatalogError`` when the file is not a compiled catalogue of this format.
    """

    def __init__(self, data: bytes | memoryview, name: str) -> None:
        view = memoryview(data)
        if view[: len(MAGIC)] != MAGIC:
            raise CatalogError(f"{name}: not a compiled catalogue of this version; reinstall")
        regions: list[memoryview] = []
        position = len(MAGIC)
        while position < len(view):
            end = position + _CELL + _cell(view, position)
            regions.append(view[position + _CELL : end])
            position = end
        header, self._words, self._ids, self._pages, self._shapes, self._heap = regions
        said = marshal.loads(header)  # noqa: S302 - the file is part of the program
        self.version: str = said["version"]
        self.renamed: Mapping[str, str] = said["renamed"]
        self.entry_at = lru_cache(maxsize=None)(self._entry_at)

    def __len__(self) -> int:
        return len(self._pages) // (2 * _CELL)

    def postings(self, word: str) -> list[Posting] | None:
        """What is filed under a word; None when no wording has it."""
        found = self._look_up(self._words, word)
        if found is None:
            return None
        return [
            Posting(number, which, tuple(map(frozenset, needs))) for number, which, *needs in found
        ]

    def number_of(self, entry_id: str) -> int | None:
        """The number of an entry, by its id."""
        found = self._look_up(self._ids, entry_id)
        return None if found is None else int(found)

    def _entry_at(self, number: int) -> Entry:
        path, table = self._read(self._pages, 2 * _CELL * number)
        if "wrapper" in table:
            return wrapper_entry(path, table["wrapper"])
        if "known" in table:
            from diagnose.catalog import known

            return known.entry(known.Known(*table["known"]))
        return page_entry(path, table)

    def shapes(self) -> Shapes:
        """The words of all wordings."""
        from diagnose.catalog.shapes import Shape, Shapes

        rows, filed = marshal.loads(self._shapes)  # noqa: S302 - as above
        return Shapes([Shape(*row) for row in rows], filed)

    def reading(self) -> Reading:
        """All pages and known messages, to lay others over them."""
        from diagnose.catalog.known import Known
        from diagnose.catalog.pages import Page, Reading

        tables = [self._read(self._pages, 2 * _CELL * number)[1] for number in range(len(self))]
        pages = [
            Page(self.entry_at(number), table, {})
            for number, table in enumerate(tables)
            if "known" not in table
        ]
        known = [Known(*table["known"]) for table in tables if "known" in table]
        return Reading(tuple(pages), (), self.renamed, tuple(known))

    def _look_up(self, table: memoryview, key: str) -> Any:
        wanted = hash_of(key)
        low, high = 0, len(table) // _ROW
        while low < high:
            middle = (low + high) // 2
            if _cell(table, middle * _ROW) < wanted:
                low = middle + 1
            else:
                high = middle
        while low * _ROW < len(table) and _cell(table, low * _ROW) == wanted:
            name, value = self._read(table, low * _ROW + _CELL)
            if name == key:
                return value
            low += 1
        return None

    def _read(self, table: memoryview, at: int) -> Any:
        offset, length = _cell(table, at), _cell(table, at + _CELL)
        return marshal.loads(self._heap[offset : offset + length])  # noqa: S302 - as above


_MARSHAL_VERSION = 2


def _dump(value: Any) -> bytes:
    return marshal.dumps(value, _MARSHAL_VERSION)


def _cell(table: memoryview, at: int) -> int:
    return int.from_bytes(table[at : at + _CELL], "little")
