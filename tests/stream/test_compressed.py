"""Unpacking as it comes."""

from __future__ import annotations

import bz2
import gzip
import itertools
import lzma
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.errors import InputError
from diagnose.stream import compressed
from diagnose.stream.compressed import PIECE, compression, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

zstandard = pytest.importorskip("zstandard")
PACK: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zstd": zstandard.ZstdCompressor().compress,
}


def pieces(data: bytes, cuts: set[int]) -> Iterator[bytes]:
    edges = [0, *sorted(cut for cut in cuts if cut < len(data)), len(data)]
    for start, end in itertools.pairwise(edges):
        if start != end:
            yield data[start:end]


@pytest.mark.parametrize("kind", PACK)
@given(parts=st.lists(st.binary(max_size=200), min_size=1), cuts=st.sets(st.integers(0, 300)))
def test_members_and_blocks_may_be_cut_anywhere(
    kind: str, parts: list[bytes], cuts: set[int]
) -> None:
    packed = b"".join(map(PACK[kind], parts))
    assert compression(packed) == kind
    assert b"".join(plain(pieces(packed, cuts), "x")) == b"".join(parts)


@given(data=st.binary(max_size=40), cuts=st.sets(st.integers(0, 40)))
def test_what_is_not_compressed_stays_as_it_is(data: bytes, cuts: set[int]) -> None:
    if compression(data) is None:
        assert b"".join(plain(pieces(data, cuts), "x")) == data


@pytest.mark.parametrize("kind", ["gzip", "bzip2", "xz"])
def test_a_bomb_comes_out_in_pieces(kind: str) -> None:
    packed = PACK[kind](b"\0" * (8 * PIECE))
    sizes = [len(block) for block in plain(iter([packed]), "x")]
    assert sum(sizes) == 8 * PIECE
    assert max(sizes) <= PIECE


@pytest.mark.parametrize("kind", PACK)
def test_cut_off(kind: str) -> None:
    packed = PACK[kind](b"line\n" * 1000)
    with pytest.raises(InputError, match=f"^x: the {kind} data is cut off"):
        list(plain(iter([packed[:-5]]), "x"))


@pytest.mark.parametrize("kind", PACK)
def test_rubbish_behind_it(kind: str) -> None:
    blocks = plain(iter([PACK[kind](b"line\n"), b"rubbish, and more of it"]), "x")
    assert next(blocks) == b"line\n"
    with pytest.raises(InputError, match=f"^x: the {kind} data is damaged"):
        list(blocks)


def test_zeros_behind_it_are_padding() -> None:
    assert list(plain(iter([gzip.compress(b"line\n") + b"\0" * 512]), "x")) == [b"line\n"]


def test_silence_passes_and_is_not_lost() -> None:
    assert list(plain(iter([b"", b"B", b"", b"rest"]), "x")) == [b"", b"B", b"", b"rest"]
    packed = gzip.compress(b"line\n")
    assert list(plain(iter([packed, b""]), "x")) == [b"line\n", b""]


def test_zstd_needs_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    monkeypatch.setitem(sys.modules, "compression", None)
    monkeypatch.setattr(compressed, "_module", sys.modules.get)
    with pytest.raises(InputError, match="pip install zstandard"):
        list(plain(iter([PACK["zstd"](b"x")]), "x"))
