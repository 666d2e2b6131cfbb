"""Needles as a file: what a wheel brings along, so that nobody waits for their choice."""

from __future__ import annotations

import marshal

from diagnose.prefilter.needles import Needles, Wording

_VERSION = 2


def write(needles: Needles) -> bytes:
    """Needles as bytes.

    >>> needles = Needles((Wording((("no such job",),), ("no such job",)),), ("shop",))
    >>> read(write(needles)) == needles
    True
    """
    wordings = [tuple(each) for each in needles.wordings]
    return marshal.dumps((wordings, needles.versioned, needles.numbers), _VERSION)


def read(raw: bytes) -> Needles:
    """Needles from bytes that ``write`` gave."""
    wordings, *others = marshal.loads(raw)  # noqa: S302 - the file is part of the program
    return Needles(tuple([Wording(*each) for each in wordings]), *others)
