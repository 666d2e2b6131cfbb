"""Compressed input is known by its first bytes, and unpacked as it comes."""

from __future__ import annotations

from diagnose.errors import InputError
from diagnose.lean import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

MAGIC = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ\x00": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
}
LONGEST_MAGIC = max(map(len, MAGIC))
PIECE = 1 << 20
"""Unpacked bytes are passed on in pieces of this size, however well they were packed."""
ZSTD_INPUT = 1 << 10


class _Decompressor(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def unpack(self, data: bytes) -> Iterator[bytes]: ...


def plain(blocks: Iterator[bytes], source: str) -> Iterator[bytes]:
    """The blocks, unpacked when they are compressed; ``InputError`` when they are damaged."""
    head, silent = _head(blocks)
    kind = compression(head)
    if kind is not None:
        yield from _unpacked(head, blocks, source, kind)
        return
    if head:
        yield head
    if silent:
        yield b""
    yield from blocks


def _head(blocks: Iterator[bytes]) -> tuple[bytes, bool]:
    """Enough of the input to know its kind, and whether it fell silent before that."""
    head = b""
    for block in blocks:
        head += block
        if not block or not _may_become_magic(head):
            return head, not block
    return head, False


def compression(head: bytes) -> str | None:
    """The name of the compression that starts like this.

    >>> compression(b"BZh91AY"), compression(b"BZ")
    ('bzip2', None)
    """
    return next((name for magic, name in MAGIC.items() if head.startswith(magic)), None)


def _may_become_magic(head: bytes) -> bool:
    return len(head) < LONGEST_MAGIC and any(
        magic.startswith(head) and magic != head for magic in MAGIC
    )


def _unpacked(head: bytes, blocks: Iterator[bytes], source: str, kind: str) -> Iterator[bytes]:
    """One or more members, one behind the other."""
    new = _maker(kind, source)
    member = new()
    for block in _chain(head, blocks):
        data = block
        if not data:
            yield b""
        while data:
            if member.eof:
                if not data.strip(b"\0"):  # padding of tapes
                    break
                member = new()
            yield from _guarded(member.unpack(data), source, kind)
            data = member.unused_data if member.eof else b""
    if not member.eof:
        raise InputError(source, f"the {kind} data is cut off; what was there has been read")


def _chain(head: bytes, blocks: Iterator[bytes]) -> Iterator[bytes]:
    yield head
    yield from blocks


def _guarded(pieces: Iterator[bytes], source: str, kind: str) -> Iterator[bytes]:
    """Each of the libraries has its own error, and not all of them have one base."""
    while True:
        try:
            piece = next(pieces, None)
        except Exception as error:
            raise _damage(error, source, kind) from error
        if piece is None:
            return
        if piece:
            yield piece


def _damage(error: Exception, source: str, kind: str) -> InputError:
    reason = f"the {kind} data is damaged ({error}); what was before has been read"
    return InputError(source, reason)


def _maker(kind: str, source: str) -> Callable[[], _Decompressor]:
    if kind == "gzip":
        return _Gzip
    if kind == "zstd":
        return _zstd(source)
    return _bzip2 if kind == "bzip2" else _xz


class _Gzip:
    def __init__(self) -> None:
        import zlib

        self._member = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._member.eof

    @property
    def unused_data(self) -> bytes:
        return self._member.unused_data

    def unpack(self, data: bytes) -> Iterator[bytes]:
        import zlib

        while data and not self._member.eof:
            before = self._member.copy()
            try:
                yield self._member.decompress(data, PIECE)
            except zlib.error:
                yield from _bytewise(before, data)
                raise
            data = self._member.unconsumed_tail
        while not self._member.eof and (more := self._member.decompress(b"", PIECE)):
            yield more


def _bytewise(member: Any, data: bytes) -> Iterator[bytes]:
    """What can still be had of damaged data: one call loses all that it had unpacked."""
    import zlib

    try:
        for start in range(len(data)):
            yield member.decompress(data[start : start + 1])
    except zlib.error:
        return


class _Limited:
    """bz2, lzma and compression.zstd share one interface."""

    def __init__(self, member: Any) -> None:
        self._member = member

    @property
    def eof(self) -> bool:
        return bool(self._member.eof)

    @property
    def unused_data(self) -> bytes:
        return bytes(self._member.unused_data)

    def unpack(self, data: bytes) -> Iterator[bytes]:
        yield self._member.decompress(data, PIECE)
        while not self._member.eof and not self._member.needs_input:
            yield self._member.decompress(b"", PIECE)


class _Zstandard:
    """The third-party package has no limit of output: it is fed in small portions."""

    def __init__(self, member: Any) -> None:
        self._member = member
        self._unused = b""

    @property
    def eof(self) -> bool:
        return bool(self._member.eof)

    @property
    def unused_data(self) -> bytes:
        return self._unused

    def unpack(self, data: bytes) -> Iterator[bytes]:
        for start in range(0, len(data), ZSTD_INPUT):
            yield self._member.decompress(data[start : start + ZSTD_INPUT])
            if self._member.eof:
                self._unused = self._member.unused_data + data[start + ZSTD_INPUT :]
                return


def _bzip2() -> _Decompressor:
    import bz2

    return _Limited(bz2.BZ2Decompressor())


def _xz() -> _Decompressor:
    import lzma

    return _Limited(lzma.LZMADecompressor())


def _zstd(source: str) -> Callable[[], _Decompressor]:
    """From the standard library where it is there (3.14), else from ``zstandard``."""
    module = _module("compression.zstd")
    if module is not None:
        return lambda: _Limited(module.ZstdDecompressor())
    package = _module("zstandard")
    if package is not None:
        return lambda: _Zstandard(package.ZstdDecompressor().decompressobj())
    raise InputError(source, "zstd needs Python 3.14 or: pip install zstandard")


def _module(name: str) -> Any:
    import importlib

    try:
        return importlib.import_module(name)
    except ImportError:
        return None
