"""What each kind of placeholder takes from a statement."""

from __future__ import annotations

from functools import lru_cache

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.model import NO_FIELDS
from diagnose.statement.lexing import NAMES, STRINGS
from diagnose.statement.program import Piece, literal_keys, sql_pieces
from diagnose.template import accepts, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from diagnose.model import Value
    from diagnose.template import Slot

GROWING = frozenset({"prose", "debug"})
"""Kinds that take as few pieces as they can."""

TO_THE_END = frozenset({"rest", "chain"})

_CLOSING = {"(": ")", "[": "]", "{": "}"}

Offer = tuple[int, str | None]
"""The position behind what is taken, and its raw value; None: the text as typed."""


class Given(NamedTuple):
    """The statement, as a template sees it."""

    pieces: list[Piece]
    language: str
    behind: list[int]
    """Where ``prose`` goes on after each piece; 0 where it cannot take the piece."""
    text: str
    known: Mapping[str, Value] = NO_FIELDS
    """What the message says: a placeholder of such a name takes nothing else."""

    def span(self, first: int, stop: int) -> tuple[int, int]:
        """The characters from one piece up to another one.

        No pieces: the place behind the piece before.
        """
        if first < stop:
            return self.pieces[first].start, self.pieces[stop - 1].end
        place = self.pieces[first - 1].end if first else 0
        return place, place


@lru_cache(maxsize=2)
def given_sql(sql: str) -> Given:
    """One SQL statement, with its brackets and dotted names marked as units."""
    pieces = sql_pieces(sql)
    return Given(pieces, "sql", _behind(pieces), sql)


def given_shell(pieces: list[Piece], command: str) -> Given:
    """One simple command out of a command line."""
    return Given(pieces, "shell", list(range(1, len(pieces) + 1)), command)


def offers(given: Given, slot: Slot, position: int) -> Iterator[Offer]:
    """What a placeholder other than ``prose`` can take at a position, the preferred one first."""
    kind = kind_of(slot)
    if kind in TO_THE_END:
        yield len(given.pieces), None
    elif kind == "one_of":
        yield from _choices(given, slot, position)
    elif kind == "brackets" and given.language == "sql":
        yield from _brackets(given, position)
    elif position < len(given.pieces):
        take = _shell if given.language == "shell" else _SQL.get(kind, _token)
        offer = take(given.pieces, position, kind)
        if offer is not None:
            yield offer


def _brackets(given: Given, position: int) -> Iterator[Offer]:
    """A whole ``( ... )``; brackets of an inner kind and such that do not close are none."""
    stop = given.behind[position] if position < len(given.pieces) else 0
    if stop > position + 1 and given.pieces[position].text == "(":
        yield stop, None


def _choices(given: Given, slot: Slot, position: int) -> Iterator[Offer]:
    for choice, keys in _choice_keys(slot.choices, given.language):
        stop = position + len(keys)
        if all(
            piece.key == key for piece, key in zip(given.pieces[position:stop], keys, strict=False)
        ) and stop <= len(given.pieces):
            yield stop, choice


@lru_cache(maxsize=256)
def _choice_keys(choices: tuple[str, ...], language: str) -> list[tuple[str, list[str]]]:
    """Those of most words first."""
    found = [(choice, literal_keys(choice, language)) for choice in choices]
    return sorted(found, key=lambda each: -len(each[1]))


def _shell(pieces: list[Piece], position: int, kind: str) -> Offer | None:
    value = pieces[position].key
    return (position + 1, value) if accepts(kind, (), value) or kind == "sql_string" else None


def _token(pieces: list[Piece], position: int, _kind: str) -> Offer | None:
    return position + 1, pieces[position].text


def _numeral(pieces: list[Piece], position: int, kind: str) -> Offer | None:
    piece = pieces[position]
    raw, stop = piece.key, position + 1
    if piece.kind in STRINGS:
        raw = piece.key[1:]
    elif piece.text in {"+", "-"} and stop < len(pieces):
        raw, stop = piece.text + pieces[stop].text, stop + 1
    return (stop, raw) if accepts(kind, (), raw) else None


def _name(pieces: list[Piece], position: int, _kind: str) -> Offer | None:
    stop = _name_end(pieces, position)
    if stop == position:
        return None
    return stop, "".join(piece.text for piece in pieces[position:stop])


def _string(pieces: list[Piece], position: int, _kind: str) -> Offer | None:
    piece = pieces[position]
    if piece.kind not in STRINGS:
        return None
    return position + 1, "'" + piece.key[1:].replace("'", "''") + "'"


def _quoted_name(pieces: list[Piece], position: int, _kind: str) -> Offer | None:
    piece = pieces[position]
    return (position + 1, piece.text) if piece.kind == "quoted_name" else None


def _quoted(pieces: list[Piece], position: int, _kind: str) -> Offer | None:
    piece = pieces[position]
    return (position + 1, piece.text) if piece.kind in {"string", "quoted_name"} else None


def _list(pieces: list[Piece], position: int, _kind: str) -> Offer | None:
    items: list[str] = []
    stop = at = position
    while at < len(pieces):
        end = _item_end(pieces, at)
        if end == at:
            break
        items.append("".join(piece.text for piece in pieces[at:end]))
        stop, at = end, end + 1
        if stop == len(pieces) or pieces[stop].text != ",":
            break
    return (stop, ", ".join(items)) if items else None


_SQL: dict[str, Callable[[list[Piece], int, str], Offer | None]] = {
    "int": _numeral,
    "number": _numeral,
    "sql_name": _name,
    "sql_string": _string,
    "quoted": _quoted,
    "quoted_name": _quoted_name,
    "list": _list,
}


def _item_end(pieces: list[Piece], position: int) -> int:
    piece = pieces[position]
    if piece.kind == "number" or piece.kind in STRINGS:
        return position + 1
    if piece.text in {"+", "-"}:
        number = pieces[position + 1 : position + 2]
        return position + 2 if number and number[0].kind == "number" else position
    return _name_end(pieces, position)


def _name_end(pieces: list[Piece], position: int) -> int:
    if pieces[position].kind not in NAMES:
        return position
    at = position + 1
    while at + 1 < len(pieces) and pieces[at].text == "." and pieces[at + 1].kind in NAMES:
        at += 2
    return at


def _behind(pieces: list[Piece]) -> list[int]:
    """Brackets with their contents and dotted names are passed as one."""
    behind = list(range(1, len(pieces) + 1))
    opened: list[int] = []
    for index, piece in enumerate(pieces):
        if piece.text in _CLOSING:
            opened.append(index)
        elif opened and piece.text == _CLOSING[pieces[opened[-1]].text]:
            behind[opened.pop()] = index + 1
            behind[index] = 0
        elif piece.text == "." and index and pieces[index - 1].kind in NAMES:
            _join_name(pieces, behind, index)
    return behind


def _join_name(pieces: list[Piece], behind: list[int], dot: int) -> None:
    """The first part of a dotted name leads behind all of it."""
    if dot + 1 < len(pieces) and pieces[dot + 1].kind in NAMES:
        behind[dot - 1] = _name_end(pieces, dot - 1)
