"""Which files of a source tree hold messages, and reading them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from diagnose.authoring.harvest import java_sites, rows, rust_sites, rust_trees
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from diagnose.authoring.harvest.rust_sites import Site
    from diagnose.catalog.inventory import Row

ROOTS = {"src": ".rs", "java": ".java"}
_NO_PRODUCT = lazy_pattern(
    r"(?:^|/)(?:tests?|benches|examples|planner_test|hummock_test|bench|risedevtool|test_runner"
    r"|simulation|compaction_test|dist_cmd|java-binding-integration-test|mock|workspace-hack)/"
    r"|(?:^|/)(?:tests|test_utils?|build|mock_\w+|\w+_tests?)\.rs$|(?:^|/)src/tests/"
)
"""Tests, benchmarks and tools for developers."""


class Harvest(NamedTuple):
    """The messages of a tree, and what of it could not be read."""

    rows: tuple[Row, ...]
    unread: tuple[str, ...]


def harvest(tree: str, wrappers: Mapping[str, str]) -> Harvest:
    """Read a source tree; ``wrappers`` are the ids of known wrappers by skeleton.

    Raises ``ValueError`` when the tree holds no messages.
    """
    unread: list[str] = []
    found: list[tuple[str, list[Site]]] = []
    made: list[Row] = []
    for path in source_files(tree):
        try:
            source = read(os.path.join(tree, path))
        except (OSError, UnicodeDecodeError) as error:
            unread.append(f"{path}: {error}")
            continue
        if path.endswith(".java"):
            made += java_sites.rows_of(path, source)
        else:
            found.append((path, list(rust_sites.sites(rust_trees.read(source), source))))
    owners = rows.owners_of([site for _, sites in found for site in sites], wrappers)
    for path, sites in found:
        made += rows.rust_rows(path, sites, owners)
        unread += [
            f"{path}:{site.line}: {site.text}" for site in sites if site.kind == rust_sites.UNREAD
        ]
    if not made:
        raise ValueError(f"{tree}: no messages below src/ or java/")
    usable = [row for row in made if rows.parses(row)]
    unread += [f"{row.path}:{row.lines[0]}: {row.template!r}" for row in made if row not in usable]
    return Harvest(tuple(rows.joined(usable)), tuple(unread))


def read(path: str) -> str:
    """The text of a source file."""
    with open(path, encoding="utf-8") as file:
        return file.read()


def source_files(tree: str) -> Iterator[str]:
    """The files that become part of the product, relative to the tree, in order."""
    for root, suffix in ROOTS.items():
        for folder, subfolders, names in os.walk(os.path.join(tree, root)):
            subfolders.sort()
            for name in sorted(names):
                path = os.path.relpath(os.path.join(folder, name), tree).replace(os.sep, "/")
                if name.endswith(suffix) and not _NO_PRODUCT.search(path):
                    yield path
