"""A page of anybody's: read, or refused with its line; nothing else."""

from __future__ import annotations

import os
import tempfile

from diagnose import catalog
from diagnose.catalog import compiled
from tests.fuzz import seeds as known

NAMES = ("page.toml", "wrappers.toml", "renamed.toml", "inventory.tsv")


def seeds() -> list[bytes]:
    return [bytes([number]) + page for page in known.pages() for number in (0, 1)]


def check(data: bytes) -> None:
    kind, text = data[:1], data[1:]
    name = NAMES[kind[0] % len(NAMES)] if kind else NAMES[0]
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "a"))
        with open(os.path.join(folder, "a", name), "wb") as file:
            file.write(text)
        reading = catalog.examine(folder)
    lines = text.count(b"\n") + 2
    for fault in reading.faults:
        assert 1 <= fault.line <= lines, fault
    if not reading.faults:
        pages = catalog.of_readings([("it", reading)])
        assert [pages.entry(each.id) for each in pages.entries()] == list(pages.entries())
        read = compiled.CompiledCatalog(compiled.write(reading, "1"), "it")
        assert len(read) == len(list(pages.all_entries()))
