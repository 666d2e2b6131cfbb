"""The catalogue: pages read, validated, looked up, compiled.

A wheel holds the compiled form; a checkout and an editable install read
``patterns/``; a user's own directories and installed packs are laid over it.
"""

from __future__ import annotations

import os

from diagnose.errors import CatalogError
from diagnose.lean import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from diagnose.catalog.compiled import CompiledCatalog
    from diagnose.catalog.merging import Merged
    from diagnose.catalog.pages import Reading
    from diagnose.catalog.shapes import Shapes
    from diagnose.model import Entry, Posting

COMPILED_FILE = "catalog.bin"
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class _Source(Protocol):
    """Something that holds entries by number."""

    version: str
    renamed: Mapping[str, str]

    def __len__(self) -> int: ...
    def entry_at(self, number: int) -> Entry: ...
    def number_of(self, entry_id: str) -> int | None: ...
    def postings(self, word: str) -> list[Posting] | None: ...
    def shapes(self) -> Shapes: ...


class Catalog:
    """All pages that an engine knows.

    ``version`` names it; ``notices`` says which pages were overridden by which;
    ``is_built_in`` that it is the compiled one of the program, and nothing else.
    """

    def __init__(
        self, source: _Source, notices: Sequence[str] = (), *, is_built_in: bool = False
    ) -> None:
        self._source = source
        self.version = source.version
        self.notices = tuple(notices)
        self.is_built_in = is_built_in

    def entry(self, entry_id: str) -> Entry | None:
        """The page of this id, or of the id that it was renamed to; None where there is none."""
        number = self._source.number_of(self._source.renamed.get(entry_id, entry_id))
        return None if number is None else self._source.entry_at(number)

    def entries(self) -> Iterator[Entry]:
        """All pages, in the order of their files; not the messages of inventories."""
        for number in range(len(self._source)):
            entry = self._source.entry_at(number)
            if entry.is_known:
                return  # they stand behind all pages
            yield entry

    def all_entries(self) -> Iterator[Entry]:
        """All pages, and behind them the messages of inventories."""
        return map(self._source.entry_at, range(len(self._source)))

    def entry_at(self, number: int) -> Entry:
        """The page that a posting names by number."""
        return self._source.entry_at(number)

    def postings(self, word: str) -> list[Posting] | None:
        """Which wordings are filed under a word; None when no wording has it."""
        return self._source.postings(word)

    def shapes(self) -> Shapes:
        """The words of all wordings, to look for near misses."""
        return self._source.shapes()


class _ReadPages:
    """Pages in memory, as read from their files, and behind them the known messages."""

    def __init__(self, merged: Merged, version: str) -> None:
        from diagnose.catalog import index

        self.version = version
        self.renamed = merged.renamed
        self._entries = [page.entry for page in merged.pages]
        self._known = merged.known
        names = [*(entry.id for entry in self._entries), *(each.id for each in self._known)]
        self._numbers = {name: number for number, name in enumerate(names)}
        self._index = index.build(self._entries, self._known)

    def __len__(self) -> int:
        return len(self._numbers)

    def entry_at(self, number: int) -> Entry:
        if number < len(self._entries):
            return self._entries[number]
        from diagnose.catalog import known

        return known.entry(self._known[number - len(self._entries)])

    def number_of(self, entry_id: str) -> int | None:
        return self._numbers.get(entry_id)

    def postings(self, word: str) -> list[Posting] | None:
        return self._index.get(word)

    def shapes(self) -> Shapes:
        from diagnose.catalog import shapes

        return shapes.build(self._entries, self._known)


def load(paths: Sequence[str] = ()) -> Catalog:
    """The catalogue that comes with the program, with more pages laid over it.

    ``paths`` are directories of pages; those of ``DIAGNOSE_PATH`` and of
    installed packs come before them. Raises ``PageFaultsError`` with all
    faults of all pages, ``CatalogError`` when there is no catalogue.
    """
    more = [*pack_directories(), *_environment_paths(), *paths]
    compiled = os.path.join(_PACKAGE, COMPILED_FILE)
    if not more:
        return Catalog(_compiled(compiled), is_built_in=os.path.exists(compiled))
    built_in = _built_in_reading(compiled)
    return of_readings([("the built-in page", built_in), *((path, _read(path)) for path in more)])


def from_directory(directory: str) -> Catalog:
    """A catalogue of the pages below one directory, and no others.

    Raises ``PageFaultsError`` or ``CatalogError``.
    """
    return of_readings([(directory, _read(directory))])


def compile_directory(directory: str) -> bytes:
    """The compiled form of the pages below a directory.

    Raises ``PageFaultsError`` when one of them is faulty.
    """
    from diagnose.catalog import compiled

    reading = _read(directory)
    return compiled.write(reading, _own_version())


def patterns_directory() -> str | None:
    """The project's own pages in a checkout, or None in an installed program."""
    directory = os.path.join(os.path.dirname(_PACKAGE), "patterns")
    return directory if os.path.exists(os.path.join(directory, "renamed.toml")) else None


def _compiled(path: str) -> _Source:
    """The compiled file of an installed program; for a checkout, what is made of its pages."""
    directory = patterns_directory()
    if directory is None or os.path.exists(path):
        return _open_compiled(path)
    return _from_cache(directory)


def _from_cache(directory: str) -> CompiledCatalog:
    from diagnose.catalog import cache
    from diagnose.catalog.compiled import CompiledCatalog

    return CompiledCatalog(cache.compiled(directory, compile_directory), directory)


def _open_compiled(path: str) -> _Source:
    import mmap

    if not os.path.exists(path):
        raise CatalogError("the program came without its pages; reinstall it")
    from diagnose.catalog.compiled import CompiledCatalog

    with open(path, "rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return CompiledCatalog(memoryview(data), path)


def built_in() -> Reading:
    """The pages that come with the program.

    Raises ``PageFaultsError`` or ``CatalogError``.
    """
    return _built_in_reading(os.path.join(_PACKAGE, COMPILED_FILE))


def _built_in_reading(compiled: str) -> Reading:
    directory = patterns_directory()
    if directory is not None:
        return _from_cache(directory).reading()
    if not os.path.exists(compiled):
        raise CatalogError("the program came without its pages; reinstall it")
    from diagnose.catalog.compiled import CompiledCatalog

    with open(compiled, "rb") as file:
        return CompiledCatalog(file.read(), compiled).reading()


def examine(directory: str) -> Reading:
    """The pages below a directory that can be read, and all faults of all of them.

    Raises ``CatalogError`` when the directory cannot be listed.
    """
    from diagnose.catalog import pages
    from diagnose.catalog.validate import validate

    try:
        reading = pages.read(directory)
    except OSError as error:
        raise CatalogError(f"{directory}: {error.strerror or error}") from error
    faults = sorted([*reading.faults, *validate(reading.pages, directory)])
    return reading._replace(faults=tuple(faults))


def of_readings(readings: Sequence[tuple[str, Reading]]) -> Catalog:
    """A catalogue of pages already read, later ones laid over earlier ones; faults are ignored."""
    from diagnose.catalog.merging import merge

    merged = merge(readings)
    return Catalog(_ReadPages(merged, _own_version()), merged.notices)


def _read(directory: str) -> Reading:
    from diagnose.errors import PageFaultsError

    reading = examine(directory)
    if reading.faults:
        raise PageFaultsError(reading.faults)
    return reading


def _own_version() -> str:
    from diagnose._version import CATALOG_VERSION

    return CATALOG_VERSION


def _environment_paths() -> list[str]:
    return [path for path in os.environ.get("DIAGNOSE_PATH", "").split(os.pathsep) if path]


def pack_directories() -> list[str]:
    """Directories of installed packs (entry-point group ``diagnose.patterns``).

    ``importlib.metadata`` is imported only where some distribution names the group.
    """
    from diagnose.catalog import packs

    return packs.directories()
