"""Inventories as text: see ``diagnose.catalog.inventory`` for the form."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diagnose.authoring.harvest.comparing import Difference
    from diagnose.catalog.inventory import Inventory, Row

_HEAD = """\
# Messages of the program's own source; made by python -m diagnose.authoring.harvest.
# Below each file: lines, kind, first..last version, class, wrapper above, template.
"""


def written(inventory: Inventory) -> str:
    """The text of an inventory."""
    return _HEAD + "".join(_lines(inventory))


def _lines(inventory: Inventory) -> Iterator[str]:
    yield f"versions\t{' '.join(inventory.versions)}\n"
    path = ""
    for row in inventory.rows:
        if row.path != path:
            path = row.path
            yield f"{path}\n"
        yield f"\t{_row(row)}\n"


def _row(row: Row) -> str:
    template = row.template.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")
    versions = f"{row.since}..{row.until}"
    lines = ",".join(row.lines)
    return "\t".join([lines, row.kind, versions, row.class_ or "-", row.below or "-", template])


def told(difference: Difference) -> Iterator[str]:
    """The lines that tell what changed."""
    for row in difference.added:
        yield f"added    {_place(row)}: {_shown(row)}"
    for old, new in difference.reworded:
        yield f"reworded {_place(new)}: {_shown(old)}"
        yield f"      -> {_shown(new)}"
    for row in difference.removed:
        yield f"removed  {_place(row)}: {_shown(row)}"


def _place(row: Row) -> str:
    return f"{row.path}:{row.lines[0]}"


def _shown(row: Row) -> str:
    return row.template.replace("\n", "\\n")
