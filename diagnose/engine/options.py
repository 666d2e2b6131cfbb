"""What the caller says of all diagnoses of an engine."""

from __future__ import annotations

from types import MappingProxyType

from diagnose.lean import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Options(NamedTuple):
    """What the caller says of all diagnoses of an engine."""

    statement: str = ""
    """The statement or command that failed."""
    command: str = ""
    """The command line that printed the texts; it failed where they hold no statement."""
    values: Mapping[str, str] = MappingProxyType({})
    """Values that the text does not hold."""
    product_version: str = ""
    """Of the product that failed; else it is taken from the text where that says so."""
    all_layers: bool = False
    guesses: bool = True
    """Whether near misses and failure classes are answers too."""
    ignore: frozenset[str] = frozenset()
    """Ids of known noise."""
