"""The files of a directory of pages: which are read, and how much of them.

A directory of pages may be somebody else's. Only regular files that lie in it are read; a link
that leads out of it, a pipe or a device is a fault, as a file is that is too large.
"""

from __future__ import annotations

import os
from stat import S_ISREG

from diagnose.errors import CatalogError
from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

CLASSES_FOLDER = "classes"
"""The failure classes: files of another shape, with a reader of their own."""
LARGEST_PAGE = 1 << 18
LARGEST_INVENTORY = 1 << 24
"""Bytes."""


def found(directory: str, ending: str) -> Iterator[str]:
    """Paths, relative to the directory, of the files whose names end so; none that is hidden."""
    for folder, subfolders, files in os.walk(directory):
        subfolders[:] = sorted(name for name in subfolders if not name.startswith("."))
        if folder == directory and CLASSES_FOLDER in subfolders:
            subfolders.remove(CLASSES_FOLDER)
        for name in sorted(files):
            if name.endswith(ending) and not name.startswith("."):
                yield os.path.relpath(os.path.join(folder, name), directory)


def text_of(directory: str, path: str, most: int) -> str:
    """The text of a file below a directory.

    Raises ``CatalogError`` with the reason for which it is not read, ``OSError`` and
    ``UnicodeDecodeError``.
    """
    root = os.path.realpath(directory)
    full = os.path.realpath(os.path.join(root, path))
    if os.path.commonpath([root, full]) != root:
        raise CatalogError("leads out of the directory of pages")
    if not S_ISREG(os.stat(full).st_mode):
        raise CatalogError("is no regular file")
    with open(full, "rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise CatalogError(f"is larger than {most} bytes")
    return content.decode("utf-8")
