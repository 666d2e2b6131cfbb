"""Inputs made of others, the same ones each time: for runs without coverage to guide them."""

from __future__ import annotations

import hashlib
import itertools
from random import Random
from typing import TYPE_CHECKING

from tests.fuzz.seeds import DICTIONARY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

LONGEST = 1 << 14


def cuts(data: bytes, most: int = 6) -> list[bytes]:
    """The same bytes in pieces, cut at places that follow from them."""
    digest = hashlib.blake2b(data, digest_size=2 * most).digest()
    places = (int.from_bytes(digest[at : at + 2]) for at in range(0, 2 * most, 2))
    edges = sorted({0, len(data), *(place % (len(data) + 1) for place in places)})
    return [data[start:end] for start, end in itertools.pairwise(edges)]


def mutated(seeds: Sequence[bytes], number: int, seed: int = 1) -> Iterator[bytes]:
    """So many inputs: each a seed with a few changes."""
    chance = Random(seed)
    for _ in range(number):
        data = chance.choice(seeds)
        for _ in range(chance.randint(1, 6)):
            data = chance.choice(_CHANGES)(data, chance, seeds)
        yield data[:LONGEST]


def _place(data: bytes, chance: Random) -> int:
    return chance.randint(0, len(data))


def _insert(data: bytes, chance: Random, seeds: Sequence[bytes]) -> bytes:
    del seeds
    at = _place(data, chance)
    return data[:at] + chance.choice(DICTIONARY) + data[at:]


def _remove(data: bytes, chance: Random, seeds: Sequence[bytes]) -> bytes:
    del seeds
    at = _place(data, chance)
    return data[:at] + data[at + chance.randint(1, 20) :]


def _repeat(data: bytes, chance: Random, seeds: Sequence[bytes]) -> bytes:
    del seeds
    start, end = sorted((_place(data, chance), _place(data, chance)))
    piece = data[start : min(end, start + 200)]
    return data[:start] + piece * chance.randint(2, 5) + data[start:]


def _flip(data: bytes, chance: Random, seeds: Sequence[bytes]) -> bytes:
    del seeds
    at = _place(data, chance)
    return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]


def _splice(data: bytes, chance: Random, seeds: Sequence[bytes]) -> bytes:
    other = chance.choice(seeds)
    return data[: _place(data, chance)] + other[_place(other, chance) :]


def _nest(data: bytes, chance: Random, seeds: Sequence[bytes]) -> bytes:
    """The text inside another one, in place of a piece of it."""
    other = chance.choice(seeds)
    start, end = sorted((_place(other, chance), _place(other, chance)))
    return other[:start] + data + other[end:]


_CHANGES: tuple[Callable[[bytes, Random, Sequence[bytes]], bytes], ...] = (
    _insert,
    _insert,
    _remove,
    _repeat,
    _flip,
    _splice,
    _nest,
)
