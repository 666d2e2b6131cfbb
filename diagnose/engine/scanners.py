"""What finds the needles of a catalogue in blocks of bytes."""

from __future__ import annotations

from diagnose import template
from diagnose.lean import TYPE_CHECKING
from diagnose.prefilter import collect

if TYPE_CHECKING:
    from diagnose.catalog import Catalog
    from diagnose.engine.marking import Scanner
    from diagnose.prefilter import Needles


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
        from diagnose.prefilter.settling import settled
        from diagnose.prefilter.vector import VectorScanner
    except ImportError:
        from diagnose.prefilter.plain import PlainScanner

        return PlainScanner(needles)
    return VectorScanner(settled(needles, data))
