"""Installed packs of pages: distributions with an entry point in ``diagnose.patterns``.

The value of the entry point names a package; its directory holds the pages.
The package is found, never imported: pages are data.
"""

from __future__ import annotations

import os
import sys

GROUP = "diagnose.patterns"


def directories() -> list[str]:
    """The page directories of all installed packs, in the order of their names."""
    if not any(_names_group(path) for path in sys.path):
        return []
    from importlib.metadata import entry_points

    found = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    return [folder for point in found for folder in _package_folders(point.value)]


def _package_folders(package: str) -> list[str]:
    from importlib.util import find_spec

    first, *inner = package.split(".")
    if not all(map(str.isidentifier, (first, *inner))):
        return []
    try:
        spec = find_spec(first)
    except (ImportError, ValueError):
        return []
    if spec is None or not spec.submodule_search_locations:
        return []
    return [os.path.join(next(iter(spec.submodule_search_locations)), *inner)]


def _names_group(path: str) -> bool:
    """Whether a distribution below ``path`` mentions the group; cheaper than reading metadata."""
    try:
        names = os.listdir(path)
    except OSError:
        return False
    return any(
        _mentions(os.path.join(path, name, "entry_points.txt"))
        for name in names
        if name.endswith((".dist-info", ".egg-info"))
    )


def _mentions(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return f"[{GROUP}]".encode() in file.read()
    except OSError:
        return False
