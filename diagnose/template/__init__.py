"""The one placeholder language: parse, compile to a regex, fill.

A template is literal text with typed placeholders, ``{name:kind}``, and
optional parts, ``[[ ... ]]``. The same language matches a message, matches a
failing statement and fills a cause, a fix or a command; the language is
described for writers in ``patterns/README.md``.

A compiled template is anchored at its start and takes linear time: ``gaps`` says by which forms.
"""

from diagnose.template.compiled import Captured, Compiled
from diagnose.template.filling import Filled, constant, fill
from diagnose.template.gaps import CLOSED, OPEN, STRICT
from diagnose.template.kinds import KINDS, RIGID, accepts, read_value, write_value
from diagnose.template.linear import refusals, starved
from diagnose.template.syntax import (
    Element,
    Literal,
    Option,
    Slot,
    Template,
    always_captured,
    anchor_words,
    kind_of,
    literal_length,
    longest_piece,
    openings,
    parse,
    slots,
    words,
)

__all__ = [
    "CLOSED",
    "KINDS",
    "OPEN",
    "RIGID",
    "STRICT",
    "Captured",
    "Compiled",
    "Element",
    "Filled",
    "Literal",
    "Option",
    "Slot",
    "Template",
    "accepts",
    "always_captured",
    "anchor_words",
    "constant",
    "fill",
    "kind_of",
    "literal_length",
    "longest_piece",
    "openings",
    "parse",
    "read_value",
    "refusals",
    "slots",
    "starved",
    "words",
    "write_value",
]
