"""Pages: TOML files -> entries, with every fault and its line."""

from __future__ import annotations

import os
import re
import tomllib

from diagnose.catalog import files, inventory
from diagnose.catalog.entries import page_entry, wrapper_entry
from diagnose.catalog.known import messages
from diagnose.catalog.lines import line_numbers
from diagnose.catalog.schema import LEFT_FOR_LATER, check_keys, check_table
from diagnose.errors import CatalogError, Fault
from diagnose.lean import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from diagnose.catalog.known import Known
    from diagnose.model import Entry

WRAPPERS_FILE = "wrappers.toml"
RENAMED_FILE = "renamed.toml"


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
    os.listdir(directory)  # a missing directory is an error, not an empty catalogue
    for path in files.found(directory, ".toml"):
        source, table, found = _parse(directory, path)
        faults += found
        if table is None:
            continue
        if os.path.basename(path) == RENAMED_FILE:
            names = {old: new for old, new in table.items() if isinstance(new, str)}
            renamed.update(names)
            if len(names) < len(table):
                fault = "each key is an old id in quotes, each value the new one"
                faults.append(Fault(os.path.join(directory, path), 1, fault))
            continue
        made, found = _pages_of(directory, path, table, line_numbers(source))
        pages += made
        faults += found
    known, found = _inventories(directory, pages)
    return Reading(tuple(pages), (*faults, *found), renamed, tuple(known))


def _inventories(directory: str, pages: Sequence[Page]) -> tuple[list[Known], list[Fault]]:
    """The messages of all inventories that none of the pages has."""
    known: list[Known] = []
    faults: list[Fault] = []
    taken: frozenset[str] | None = None
    for path in files.found(directory, inventory.FILE_NAME):
        full = os.path.join(directory, path)
        taken = inventory.taken(page.entry for page in pages) if taken is None else taken
        try:
            text = files.text_of(directory, path, files.LARGEST_INVENTORY)
            found = inventory.read(text)
        except (CatalogError, OSError, ValueError) as error:
            line = error.line if isinstance(error, inventory.LineError) else 1
            faults.append(Fault(full, line, f"not readable: {error}"))
            continue
        unusable = [Fault(full, line, reason) for line, reason in inventory.faults(text)]
        if not unusable:
            known += messages(found, path, path.split(os.sep)[0], taken)
        faults += unusable
    return known, faults


def _parse(directory: str, path: str) -> tuple[str, dict[str, Any] | None, list[Fault]]:
    """The text of a page, and its table."""
    try:
        source = files.text_of(directory, path, files.LARGEST_PAGE)
        return source, tomllib.loads(source), []
    except RecursionError:
        full = os.path.join(directory, path)
        return "", None, [Fault(full, 1, "not readable: it is nested too deeply")]
    except (CatalogError, OSError, ValueError) as error:  # of TOML, of UTF-8, of a huge number
        place = re.search(r"\(at line (\d+), column \d+\)", str(error))
        line = int(place[1]) if place else 1
        return "", None, [Fault(os.path.join(directory, path), line, f"not readable: {error}")]


def _pages_of(
    directory: str, path: str, table: dict[str, Any], lines: Mapping[str, int]
) -> tuple[list[Page], list[Fault]]:
    full = os.path.join(directory, path)
    if os.path.basename(path) == WRAPPERS_FILE:
        return _wrappers(full, path, table, lines)
    faults = check_table(full, lines, "", table)
    expected = path.removesuffix(".toml").replace(os.sep, "/")
    if table.get("id", expected) != expected:
        line = lines.get("id", 1)
        faults.append(Fault(full, line, f"id must be the page's path, {expected!r}"))
    if len(faults) > sum(not table.get(key) for key in LEFT_FOR_LATER):
        return [], faults
    return [Page(page_entry(path, table), table, lines)], faults


def _wrappers(
    full: str, path: str, table: dict[str, Any], lines: Mapping[str, int]
) -> tuple[list[Page], list[Fault]]:
    pages: list[Page] = []
    faults = [
        Fault(full, lines.get(key, 1), f"unknown key {key!r}") for key in table if key != "wrapper"
    ]
    wrappers = table.get("wrapper", [])
    if not (isinstance(wrappers, list) and all(isinstance(each, dict) for each in wrappers)):
        return [], [*faults, Fault(full, lines.get("wrapper", 1), "write [[wrapper]] above each")]
    for number, wrapper in enumerate(wrappers):
        place = f"wrapper.{number}"
        found = check_keys(full, lines, place, "wrapper", wrapper)
        faults += found
        if not found:
            own = {"": lines.get(place, 1), **_below(lines, place)}
            pages.append(Page(wrapper_entry(path, wrapper), {"wrapper": wrapper}, own))
    return pages, faults


def _below(lines: Mapping[str, int], place: str) -> dict[str, int]:
    start = place + "."
    return {key.removeprefix(start): line for key, line in lines.items() if key.startswith(start)}


# ------------------------------------------------------------ checking shape
