"""Nodes of a parsed regular expression."""

from __future__ import annotations

from re import _constants  # type: ignore[attr-defined]  # of the parser of re itself
from typing import Any

BACKTRACKING = (_constants.MIN_REPEAT, _constants.MAX_REPEAT)
REPEATS = (*BACKTRACKING, _constants.POSSESSIVE_REPEAT)


def below(kind: Any, value: Any) -> list[Any]:
    """The expressions inside a node."""
    if kind in REPEATS:
        return [value[2]]
    if kind is _constants.SUBPATTERN:
        return [value[3]]
    if kind is _constants.BRANCH:
        return list(value[1])
    if kind is _constants.ATOMIC_GROUP:
        return [value]
    return [value[1]] if kind in (_constants.ASSERT, _constants.ASSERT_NOT) else []
