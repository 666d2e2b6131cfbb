"""Whether a value of the statement is the one that the message names."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.statement.program import sql_pieces

if TYPE_CHECKING:
    from diagnose.model import Value


def same(kind: str, mine: Value, theirs: Value) -> bool:
    """Whether a value of this kind, from the statement, is the same as one from the message.

    Names of objects are compared without quotes and with or without their schema.

    >>> same("sql_name", 'public."T"', "T"), same("sql_name", "T", "t"), same("int", 8, "9")
    (True, True, False)
    """
    if mine == theirs or str(mine) == str(theirs):
        return True
    if kind == "sql_name":
        return _is_same_name(str(mine), str(theirs))
    return str(mine).casefold() == str(theirs).casefold() and kind in {"one_of", "word"}


def _is_same_name(mine: str, theirs: str) -> bool:
    """A message has names with or without quotes, so capitals there may be meant."""
    left = [part for part, _ in _parts(mine)]
    right = [meant for _, meant in _parts(theirs)]
    shorter = min(len(left), len(right))
    pairs = zip(left[-shorter:], right[-shorter:], strict=True)
    return shorter > 0 and all(mine in said for mine, said in pairs)


def _parts(name: str) -> list[tuple[str, tuple[str, ...]]]:
    """Each part as the server reads it, and as it may be meant where it is repeated."""
    parts: list[tuple[str, tuple[str, ...]]] = []
    for piece in sql_pieces(name):
        if piece.kind == "quoted_name":
            parts.append((piece.key[1:], (piece.key[1:],)))
        elif piece.text != ".":
            folded = piece.text.lower()
            parts.append((folded, (folded, piece.text)))
    return parts
