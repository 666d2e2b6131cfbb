"""Expressions of executors, up to RisingWave 1.x: ``Compute error: text, executor: X 37E0``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from diagnose.text import Text

_HEAD = "Compute error: "
_EXECUTOR = lazy_pattern(r", executor: (\w+(?: [0-9A-F]+)?)\s*\Z")


def peel(text: Text) -> Peeled | None:
    """The error of the expression."""
    at = text.value.rfind(", executor: ")
    found = _EXECUTOR.match(text.value, at) if at > 0 and text.value.startswith(_HEAD) else None
    if found is None:
        return None
    return Peeled(sections(text.slice(len(_HEAD), at)), fields={"executor": found[1]})
