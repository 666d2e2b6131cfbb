"""Compiled pages of a checkout, kept in the user's cache: reading a thousand pages takes seconds.

A file is named by what it was made of: the pages, letter by letter, and the code that compiles
them. It is written under another name and then renamed, for its user only, and is not believed
when it, or its folder, belongs to somebody else or does not bear its own checksum. Whatever is
wrong with the cache, the pages are read: nothing here raises.

``DIAGNOSE_CACHE`` names the folder; ``off`` means none.
"""

from __future__ import annotations

import os
from binascii import crc32
from stat import S_IWGRP, S_IWOTH

from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

VARIABLE = "DIAGNOSE_CACHE"
OFF = "off"
SUFFIX = ".catalog"
MOST_KEPT = 4
_MARK = b"diagnose-cache 1 "
_SUM = 8
_HEAD = len(_MARK) + _SUM + 1
_CODE = ("catalog", "template", "model.py", "_version.py")
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def compiled(directory: str, compile_pages: Callable[[str], bytes]) -> bytes:
    """The compiled form of the pages below a directory: from the cache, or made and put there.

    Raises what ``compile_pages`` raises.
    """
    path = _path(directory)
    found = _read(path) if path else None
    if found is None:
        found = compile_pages(directory)
        if path:
            _write(path, found)
    return found


def folder() -> str:
    """Where compiled pages are kept; "" for nowhere."""
    named = os.environ.get(VARIABLE, "")
    if named:
        return "" if named == OFF else named
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "diagnose") if os.path.isabs(base) else ""


def _path(directory: str) -> str:
    where = folder()
    if not where:
        return ""
    try:
        return os.path.join(where, _key(directory) + SUFFIX)
    except OSError:
        return ""


def _key(directory: str) -> str:
    """A name for the pages and for the code that compiles them."""
    from hashlib import sha256

    digest = sha256()
    roots = [directory, *(os.path.join(_PACKAGE, name) for name in _CODE)]
    for path in (path for root in roots for path in _files(root)):
        with open(path, "rb") as file:
            content = file.read()
        digest.update(f"{os.path.relpath(path, directory)}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:40]


def _files(root: str) -> Iterator[str]:
    if os.path.isfile(root):
        yield root
        return
    for place, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        yield from (os.path.join(place, name) for name in sorted(names))


def _read(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            if not (_is_own(os.fstat(file.fileno())) and _is_own(os.stat(os.path.dirname(path)))):
                return None
            data = file.read()
    except OSError:
        return None
    body = data[_HEAD:]
    return body if data[:_HEAD] == _head(body) else None


def _is_own(status: os.stat_result) -> bool:
    """Whether nobody else can have written it."""
    if not hasattr(os, "geteuid"):
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & (S_IWGRP | S_IWOTH)


def _head(body: bytes) -> bytes:
    return _MARK + f"{crc32(body):0{_SUM}x}\n".encode()


def _write(path: str, body: bytes) -> None:
    import tempfile

    where = os.path.dirname(path)
    try:
        os.makedirs(where, mode=0o700, exist_ok=True)
        if not _is_own(os.stat(where)):
            return  # it would not be believed, and what else is there is somebody else's
        descriptor, temporary = tempfile.mkstemp(dir=where)  # for its user only
        try:
            with open(descriptor, "wb") as file:
                file.write(_head(body) + body)
            os.replace(temporary, path)
        except OSError:
            os.unlink(temporary)
            raise
        _forget_old(where)
    except OSError:
        return


def _forget_old(where: str) -> None:
    files = [entry for entry in os.scandir(where) if entry.name.endswith(SUFFIX)]
    newest_first = sorted(files, key=lambda entry: -entry.stat().st_mtime_ns)
    for entry in newest_first[MOST_KEPT:]:
        os.unlink(entry.path)
