"""Pages: TOML files -> entries, with every fault and its line."""

from __future__ import annotations

import os
import re
import tomllib

from diagnose.catalog import inventory
from diagnose.catalog.entries import page_entry, wrapper_entry
from diagnose.catalog.known import messages
from diagnose.errors import Fault
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from diagnose.catalog.known import Known
    from diagnose.model import Entry

WRAPPERS_FILE = "wrappers.toml"
RENAMED_FILE = "renamed.toml"


class Key(NamedTuple):
    """What a key of a table must look like."""

    types: tuple[type, ...]
    required: bool = False


_TEXT = Key((str,))
_NEEDED = Key((str,), required=True)
_LIST = Key((list,))
_TEXT_OR_LIST = Key((str, list))
_TABLES = Key((list,))

SCHEMA: Mapping[str, Mapping[str, Key]] = {
    "": {
        "id": _NEEDED,
        "title": _NEEDED,
        "class": _NEEDED,
        "severity": _TEXT,
        "role": _TEXT,
        "related": _LIST,
        "references": _LIST,
        "message": Key((list,), required=True),
        "explanation": Key((list,), required=True),
        "document": Key((dict,)),
        "example": Key((list,), required=True),
        "near_miss": Key((list,), required=True),
    },
    "message": {
        "text": _NEEDED,
        "since": _TEXT,
        "until": _TEXT,
        "raised_at": _LIST,
        "commit": _TEXT,
        "at_any_level": Key((bool,)),
        "below": _TEXT,
    },
    "explanation": {
        "cause": _NEEDED,
        "when_statement": _TEXT_OR_LIST,
        "when_chain": _TEXT_OR_LIST,
        "when": Key((dict,)),
        "did_you_mean": Key((dict,)),
        "fix": _TABLES,
    },
    "explanation.fix": {
        "title": _NEEDED,
        "text": _TEXT,
        "command": _TEXT,
        "edit": Key((dict,)),
        "language": _TEXT,
        "applicability": _TEXT,
        "ask": _LIST,
        "since": _TEXT,
        "until": _TEXT,
    },
    "document": {
        "meaning": _TEXT,
        "trigger": _TEXT,
        "situations": _LIST,
        "prevention": _LIST,
        "before": _TEXT,
        "after": _TEXT,
        "validate": _TEXT,
        "handle": _TEXT,
        "provenance": _TEXT,
        "notes": _LIST,
    },
    "example": {
        "text": _NEEDED,
        "captures": Key((dict,)),
        "statement": _TEXT,
        "command": _TEXT,
    },
    "near_miss": {"text": _NEEDED},
    "wrapper": {"id": _NEEDED, "text": _NEEDED, "example": _NEEDED, "glued": Key((bool,))},
}


_LEFT_FOR_LATER = ("example", "near_miss")
"""What a draft may lack: a fault, but the rest of the page can be checked."""


class Page(NamedTuple):
    """A page as read: the entry, and the lines on which its tables and keys stand."""

    entry: Entry
    table: Mapping[str, Any]
    """The page's own table; a wrapper's table has the key ``wrapper``."""
    lines: Mapping[str, int]


class Reading(NamedTuple):
    """What a directory of pages gave."""

    pages: tuple[Page, ...]
    faults: tuple[Fault, ...]
    renamed: Mapping[str, str]
    known: tuple[Known, ...] = ()
    """Messages of inventories that no page has."""


def read(directory: str) -> Reading:
    """Read all pages below a directory; a faulty one is left out and its faults are listed.

    Raises ``OSError`` when the directory cannot be listed.
    """
    pages: list[Page] = []
    faults: list[Fault] = []
    renamed: dict[str, str] = {}
    for path in _toml_files(directory):
        table, found = _parse(directory, path)
        faults += found
        if table is None:
            continue
        if os.path.basename(path) == RENAMED_FILE:
            renamed.update((str(old), str(new)) for old, new in table.items())
            continue
        made, found = _pages_of(directory, path, table)
        pages += made
        faults += found
    known, found = _inventories(directory, pages)
    return Reading(tuple(pages), (*faults, *found), renamed, tuple(known))


def _toml_files(directory: str) -> Iterator[str]:
    os.listdir(directory)  # a missing directory is an error, not an empty catalogue
    return _files(directory, ".toml")


def _files(directory: str, ending: str) -> Iterator[str]:
    for folder, subfolders, files in os.walk(directory):
        subfolders.sort()
        for name in sorted(files):
            if name.endswith(ending):
                yield os.path.relpath(os.path.join(folder, name), directory)


def _inventories(directory: str, pages: Sequence[Page]) -> tuple[list[Known], list[Fault]]:
    """The messages of all inventories that none of the pages has."""
    known: list[Known] = []
    faults: list[Fault] = []
    taken: frozenset[str] | None = None
    for path in _files(directory, inventory.FILE_NAME):
        full = os.path.join(directory, path)
        taken = inventory.taken(page.entry for page in pages) if taken is None else taken
        try:
            with open(full, encoding="utf-8") as file:
                found = inventory.read(file.read())
        except ValueError as error:
            line = error.line if isinstance(error, inventory.LineError) else 1
            faults.append(Fault(full, line, f"not readable: {error}"))
            continue
        known += messages(found, path, path.split(os.sep)[0], taken)
    return known, faults


def _parse(directory: str, path: str) -> tuple[dict[str, Any] | None, list[Fault]]:
    full = os.path.join(directory, path)
    try:
        with open(full, "rb") as file:
            return tomllib.loads(file.read().decode("utf-8")), []
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        place = re.search(r"\(at line (\d+), column \d+\)", str(error))
        return None, [Fault(full, int(place[1]) if place else 1, f"not readable: {error}")]


def _pages_of(directory: str, path: str, table: dict[str, Any]) -> tuple[list[Page], list[Fault]]:
    full = os.path.join(directory, path)
    with open(full, encoding="utf-8") as file:
        lines = line_numbers(file.read())
    if os.path.basename(path) == WRAPPERS_FILE:
        return _wrappers(full, path, table, lines)
    faults = _check_table(full, lines, "", table)
    expected = path.removesuffix(".toml").replace(os.sep, "/")
    if table.get("id", expected) != expected:
        line = lines.get("id", 1)
        faults.append(Fault(full, line, f"id must be the page's path, {expected!r}"))
    if len(faults) > sum(not table.get(key) for key in _LEFT_FOR_LATER):
        return [], faults
    return [Page(page_entry(path, table), table, lines)], faults


def _wrappers(
    full: str, path: str, table: dict[str, Any], lines: Mapping[str, int]
) -> tuple[list[Page], list[Fault]]:
    pages: list[Page] = []
    faults = [
        Fault(full, lines.get(key, 1), f"unknown key {key!r}") for key in table if key != "wrapper"
    ]
    for number, wrapper in enumerate(table.get("wrapper", [])):
        place = f"wrapper.{number}"
        found = _check_keys(full, lines, place, "wrapper", wrapper)
        faults += found
        if not found:
            own = {"": lines.get(place, 1), **_below(lines, place)}
            pages.append(Page(wrapper_entry(path, wrapper), {"wrapper": wrapper}, own))
    return pages, faults


def _below(lines: Mapping[str, int], place: str) -> dict[str, int]:
    start = place + "."
    return {key.removeprefix(start): line for key, line in lines.items() if key.startswith(start)}


# ------------------------------------------------------------ checking shape


def _check_table(
    full: str, lines: Mapping[str, int], place: str, table: dict[str, Any]
) -> list[Fault]:
    faults = _check_keys(full, lines, place, _schema_name(place), table)
    for key, value in table.items():
        inner = f"{place}.{key}" if place else key
        if _schema_name(inner) not in SCHEMA:
            continue
        if isinstance(value, dict):
            faults += _check_table(full, lines, inner, value)
        elif isinstance(value, list):
            for number, each in enumerate(value):
                if isinstance(each, dict):
                    faults += _check_table(full, lines, f"{inner}.{number}", each)
                else:
                    line = lines.get(inner, 1)
                    faults.append(Fault(full, line, f"{key!r} must be tables: [[{key}]]"))
    return faults


def _schema_name(place: str) -> str:
    return ".".join(part for part in place.split(".") if not part.isdigit())


def _check_keys(
    full: str, lines: Mapping[str, int], place: str, schema: str, table: dict[str, Any]
) -> list[Fault]:
    known = SCHEMA[schema]
    here = lines.get(place, 1)
    prefix = f"{place}." if place else ""
    faults: list[Fault] = []
    for key, value in table.items():
        line = lines.get(prefix + key, here)
        if key not in known:
            allowed = ", ".join(known)
            faults.append(Fault(full, line, f"unknown key {key!r} here; known are {allowed}"))
        elif not isinstance(value, known[key].types):
            names = " or ".join(each.__name__ for each in known[key].types)
            faults.append(Fault(full, line, f"{key!r} must be of type {names}"))
    faults += [
        Fault(full, here, f"{key!r} is missing" + (f" in [[{schema}]]" if schema else ""))
        for key, spec in known.items()
        if spec.required and not table.get(key)
    ]
    return faults


_HEADER = lazy_pattern(r"\[\[?\s*([\w.]+)\s*\]\]?")
_KEY = lazy_pattern(r"([\w-]+)\s*=")
_TRIPLE = lazy_pattern(r"'''|\"\"\"")


def line_numbers(source: str) -> dict[str, int]:
    """Lines of tables and keys: ``message.0.text`` -> 7.

    >>> line_numbers('id = "a"\\n[[message]]\\ntext = "b"\\n')
    {'': 1, 'id': 1, 'message.0': 2, 'message.0.text': 3}
    """
    places = {"": 1}
    counts: dict[str, int] = {}
    prefix, inside = "", ""
    for number, line in enumerate(source.splitlines(), 1):
        if not inside:
            prefix = _note_line(line, number, prefix, counts, places)
        for mark in _TRIPLE.findall(line):
            inside = mark if not inside else "" if mark == inside else inside
    return places


def _note_line(
    line: str, number: int, prefix: str, counts: dict[str, int], places: dict[str, int]
) -> str:
    header = _HEADER.match(line.strip())
    if header:
        place = _numbered(header[1], line.strip().startswith("[["), counts)
        places.setdefault(place, number)
        return place + "."
    key = _KEY.match(line.strip())
    if key:
        places.setdefault(prefix + key[1], number)
    return prefix


def _numbered(name: str, is_array: bool, counts: dict[str, int]) -> str:
    """``explanation.fix`` -> ``explanation.1.fix.0``: the second explanation's first fix."""
    parent, _, own = name.rpartition(".")
    base = f"{parent}.{counts.get(parent, 1) - 1}.{own}" if parent in counts else name
    if not is_array:
        return base
    counts[name] = counts.get(name, 0) + 1
    if not parent:
        for inner in [key for key in counts if key.startswith(name + ".")]:
            counts[inner] = 0
    return f"{base}.{counts[name] - 1}"
