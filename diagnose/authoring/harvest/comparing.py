"""Two inventories: what was added, reworded, removed; and the two laid over each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from diagnose.catalog.inventory import Inventory, Row, skeleton

if TYPE_CHECKING:
    from collections.abc import Iterable

ALIKE = 70
"""A removed and an added message of one file with this similarity, of 100, are one, reworded."""


class Difference(NamedTuple):
    """What became of the messages of the last version."""

    added: tuple[Row, ...]
    reworded: tuple[tuple[Row, Row], ...]
    """Before and after."""
    removed: tuple[Row, ...]


def compare(before: Iterable[Row], after: Iterable[Row]) -> Difference:
    """What changed between the messages of two trees, wherever they moved.

    >>> def row(text): return Row("a.rs", ("1",), "bail", "1.0", "", "", "", text)
    >>> found = compare([row("no such job {x}"), row("no")], [row("no such job: {job}")])
    >>> [(a.template, b.template) for a, b in found.reworded], len(found.removed)
    ([('no such job {x}', 'no such job: {job}')], 1)
    """
    old = {skeleton(row.template): row for row in before if not row.until}
    new = {skeleton(row.template): row for row in after if not row.until}
    added = [row for said, row in new.items() if said not in old]
    removed = [row for said, row in old.items() if said not in new]
    reworded = _pairs(removed, added)
    gone = {id(row) for pair in reworded for row in pair}
    return Difference(
        tuple(row for row in added if id(row) not in gone),
        tuple(reworded),
        tuple(row for row in removed if id(row) not in gone),
    )


def _pairs(removed: list[Row], added: list[Row]) -> list[tuple[Row, Row]]:
    """The most alike first; each row is in one pair."""
    from rapidfuzz import fuzz

    by_path: dict[str, list[Row]] = {}
    for row in added:
        by_path.setdefault(row.path, []).append(row)
    likely = [
        (fuzz.ratio(skeleton(old.template), skeleton(new.template)), old, new)
        for old in removed
        for new in by_path.get(old.path, ())
    ]
    likely = [each for each in likely if each[0] >= ALIKE]
    likely.sort(key=lambda each: (-each[0], each[1].template, each[2].template))
    pairs: list[tuple[Row, Row]] = []
    taken: set[int] = set()
    for _, old, new in likely:
        if not {id(old), id(new)} & taken:
            taken |= {id(old), id(new)}
            pairs.append((old, new))
    return pairs


def laid_over(last: Inventory | None, rows: Iterable[Row], version: str) -> Inventory:
    """The messages of a newer tree laid over the last inventory.

    What is still there keeps its first version and takes its new place; what
    is gone keeps its place and gets a last version.
    """
    if last is None:
        return Inventory((version,), tuple(row._replace(since=version) for row in rows))
    previous = last.versions[-1] if last.versions else ""
    since = _first_versions(last)
    new = [row._replace(since=since.get(skeleton(row.template), version)) for row in rows]
    said = {skeleton(row.template) for row in new}
    gone = [
        row if row.until else row._replace(until=previous)
        for row in last.rows
        if skeleton(row.template) not in said
    ]
    versions = last.versions if version == previous else (*last.versions, version)
    return Inventory(versions, tuple(_sorted([*new, *gone])))


def _first_versions(inventory: Inventory) -> dict[str, str]:
    ranks = {version: rank for rank, version in enumerate(inventory.versions)}
    found: dict[str, str] = {}
    for row in inventory.rows:
        said = skeleton(row.template)
        other = found.get(said, row.since)
        found[said] = min(row.since, other, key=lambda version: ranks.get(version, 0))
    return found


def _sorted(rows: Iterable[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (row.path, int(row.lines[0]), row.template))
