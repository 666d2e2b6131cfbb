"""What finds the needles of a catalogue in blocks of bytes."""

from __future__ import annotations

import os

from diagnose import template
from diagnose.lean import TYPE_CHECKING
from diagnose.prefilter import collect

if TYPE_CHECKING:
    from diagnose.catalog import Catalog
    from diagnose.engine.marking import Scanner
    from diagnose.prefilter import Needles


COMPILED_FILE = "needles.bin"
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def compile_directory(directory: str) -> bytes:
    """The needles of the pages below a directory, as a wheel holds them."""
    from diagnose import catalog as catalogs
    from diagnose.prefilter import stored

    return stored.write(needles_of(catalogs.from_directory(directory)))


def needles(catalog: Catalog) -> Needles:
    """The needles of a catalogue: those of the wheel where it is the wheel's own."""
    path = os.path.join(_PACKAGE, COMPILED_FILE)
    if not catalog.is_built_in or not os.path.exists(path):
        return needles_of(catalog)
    from diagnose.prefilter import stored

    with open(path, "rb") as file:
        return stored.read(file.read())


def needles_of(catalog: Catalog) -> Needles:
    """The needles of all wordings that can make a diagnosis."""
    entries = [entry for entry in catalog.all_entries() if entry.role != "wrapper"]
    versioned = {
        entry.system
        for entry in entries
        for explanation in entry.explanations
        for fix in explanation.fixes
        if fix.since or fix.until
    }
    templates = (
        template.parse(wording.template) for entry in entries for wording in entry.wordings
    )
    return collect(templates, versioned)


def scanner(needles: Needles, data: bytes) -> Scanner:
    """With numpy where it is installed, for an input that begins with ``data``."""
    try:
        from diagnose.prefilter.choosing import Counted
        from diagnose.prefilter.settling import settled
        from diagnose.prefilter.vector import VectorScanner
    except ImportError:
        from diagnose.prefilter.plain import PlainScanner

        return PlainScanner(needles)
    counted = Counted(data)
    return VectorScanner(settled(needles, counted), counted)
