"""What is searched for in the bytes of an input."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator


class Wording(NamedTuple):
    """What a line must hold to hold a message of this wording, and where to look first."""

    groups: tuple[tuple[str, ...], ...]
    windows: tuple[str, ...]
    """One of these is in every such line."""


class Needles(NamedTuple):
    """All that makes a line worth reading."""

    wordings: tuple[Wording, ...]
    versioned: tuple[str, ...] = ()
    """Products, in lower case, whose versions decide about fixes."""
    numbers: frozenset[str] = frozenset()
    """Numbers by which messages differ: those that stand in wordings."""


FAILING = (
    *("err", "Err", "ERR", "fatal", "Fatal", "FATAL", "panic", "Panic", "PANIC"),
    *("severe", "Severe", "SEVERE", "crit", "Crit", "CRIT", "emerg", "Emerg", "EMERG"),
    *("exception", "Exception", "EXCEPTION", "traceback", "Traceback", "ALERT"),
)
"""What a record holds that is at a failing level and says so in words."""
_FAILING = lazy_pattern(
    r"\b(?:[Ee]rr|ERR|[Ff]atal|FATAL|[Pp]anic|PANIC|[Ss]evere|SEVERE|[Cc]rit|CRIT|[Ee]merg|EMERG)"
    r"|panicked|[Ee]xception|EXCEPTION|[Tt]raceback"
)


def fails(text: str) -> bool:
    """Whether a text has a word that a failing record has.

    >>> fails("level=error"), fails("the terrace is deferred")
    (True, False)
    """
    return _FAILING.search(text) is not None


MARKS = (
    *((f"std{name} P{end}", len(name) + 1) for name in ("out", "err") for end in " :\n"),  # CRI
    *((f'PRIORITY"{gap}:{gap}"{level}"', 1) for level in "0123" for gap in ("", " ")),  # journald
    *((f'PRIORITY": "{level}"', 1) for level in "0123"),
)
"""Lines that are read whatever else they say, and where a rare part of each mark stands."""

CODES = ("u001b[", "^[[", "[0m")
"""Terminal codes as text; the real ones start with an escape character."""

_VERSION_MARKS = (
    *(" version ", ":v", "-v", " v", "/v"),
    *(f"{mark}{digit}" for mark in ":-/" for digit in "0123456789"),
)


def version_marks(product: str) -> Iterator[tuple[str, int]]:
    """How the beginning of a product's version is written, and where its last letters stand.

    >>> list(version_marks("shop"))[0]
    ('SHOP version ', 1)
    """
    names = {product, product.upper(), product.capitalize(), _CASED.get(product, product)}
    for name in sorted(names):
        for mark in _VERSION_MARKS:
            yield f"{name}{mark}", max(0, len(name) - _LAST)


_CASED = {"risingwave": "RisingWave"}
_LAST = 3
