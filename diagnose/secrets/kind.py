"""What a kind of value is."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import re


class Kind(NamedTuple):
    """One kind of value."""

    name: str
    pattern: re.Pattern[str]
    substitute: str
    needles: tuple[str, ...] = ()
    """Parts, in lower case, of which the text must hold one; none means that any text may."""
    is_secret: bool = True
    """Else it only tells who or where."""
