"""``python -m diagnose.authoring.harvest TREE``: the inventory of a source tree."""

from __future__ import annotations

import argparse
import os
import sys
import tomllib
from collections import Counter
from typing import TYPE_CHECKING

from diagnose.authoring.harvest import comparing, writing
from diagnose.authoring.harvest.files import harvest
from diagnose.catalog import inventory as inventories
from diagnose.catalog.pages import WRAPPERS_FILE

if TYPE_CHECKING:
    from collections.abc import Sequence

SOUND, FAILED = 0, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the inventory, and tell on stderr what changed; 2 when it cannot be done."""
    asked = _parser().parse_args(arguments)
    try:
        last = _last(asked.against)
        version = asked.version or _version_of(asked.tree)
        found = harvest(asked.tree, _wrappers(asked.wrappers or _beside(asked)))
        made = comparing.laid_over(last, found.rows, version)
        _write(asked.output, writing.written(made))
    except (OSError, ValueError) as error:
        sys.stderr.write(f"error: {error}\n")
        return FAILED
    _tell(asked, last, found.rows, found.unread)
    return SOUND


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m diagnose.authoring.harvest",
        description="Makes the inventory of a program's messages out of its source tree.",
    )
    parser.add_argument("tree", metavar="TREE", help="directory that holds src/ and java/")
    parser.add_argument("--against", metavar="FILE", help="the last inventory")
    parser.add_argument("-o", "--output", metavar="FILE", help="default: standard output")
    parser.add_argument("--version", help="version of the tree; default: as its Cargo.toml says")
    parser.add_argument("--wrappers", metavar="FILE", help="default: wrappers.toml beside FILE")
    parser.add_argument("--unread", action="store_true", help="list what could not be read")
    return parser


def _last(path: str | None) -> inventories.Inventory | None:
    if path is None:
        return None
    with open(path, encoding="utf-8") as file:
        return inventories.read(file.read())


def _version_of(tree: str) -> str:
    path = os.path.join(tree, "Cargo.toml")
    if not os.path.exists(path):
        raise ValueError(f"{tree}: no Cargo.toml that says the version; use --version")
    with open(path, "rb") as file:
        said = tomllib.load(file)
    version = said.get("workspace", {}).get("package", {}).get("version", "")
    if not isinstance(version, str) or not version:
        raise ValueError(f"{path}: it says no version; use --version")
    return version


def _beside(asked: argparse.Namespace) -> str:
    folder = os.path.dirname(asked.output or asked.against or "")
    return os.path.join(folder, WRAPPERS_FILE)


def _wrappers(path: str) -> dict[str, str]:
    """Ids of the known wrappers by skeleton; none where there is no such file."""
    if not os.path.exists(path):
        return {}
    with open(path, "rb") as file:
        listed = tomllib.load(file).get("wrapper", [])
    return {inventories.skeleton(each["text"]): each["id"] for each in listed}


def _write(path: str | None, text: str) -> None:
    if path is None:
        sys.stdout.write(text)
        return
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _tell(
    asked: argparse.Namespace,
    last: inventories.Inventory | None,
    rows: Sequence[inventories.Row],
    unread: Sequence[str],
) -> None:
    say = sys.stderr.write
    kinds = Counter(row.kind for row in rows)
    say(f"{len(rows)} messages: {', '.join(f'{n} {kind}' for kind, n in kinds.most_common())}\n")
    for line in unread if asked.unread else ():
        say(f"unread   {line}\n")
    say(f"{len(unread)} could not be read" + ("\n" if asked.unread else "; see --unread\n"))
    if last is None:
        return
    changed = comparing.compare(last.rows, rows)
    for line in writing.told(changed):
        say(f"{line}\n")
    numbers = len(changed.added), len(changed.reworded), len(changed.removed)
    say("{} added, {} reworded, {} removed\n".format(*numbers))


if __name__ == "__main__":
    sys.exit(main())
