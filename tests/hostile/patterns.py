"""All regular expressions of the program, how each is asked, and lines that are hard on it."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from re import _constants, _parser  # type: ignore[attr-defined]  # the parser of re itself
from typing import TYPE_CHECKING, Any, NamedTuple

from diagnose import text
from tests.hostile.lines import FILLERS, TAILS, Hostile
from tests.hostile.nodes import REPEATS, below

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[2]
METHODS = ("match", "fullmatch", "search", "finditer", "findall", "sub", "split")
OFFLINE = ("diagnose/authoring/",)
"""What reads source trees and documents of authors, not what a server logs."""
MOST_HEADS = 6


class Used(NamedTuple):
    """A pattern, by the place where it stands, and a method by which it is asked."""

    place: str
    pattern: re.Pattern[Any]
    method: str

    def ask(self, line: str) -> None:
        """Use it as the program does, up to the last place where it fits."""
        given: Any = line.encode() if isinstance(self.pattern.pattern, bytes) else line
        if self.method in ("match", "fullmatch", "search"):
            getattr(self.pattern, self.method)(given)
        else:
            for _ in self.pattern.finditer(given):
                pass


def used() -> list[Used]:
    """Every pattern that a module of the program has a name for, and each way it is asked."""
    found: list[Used] = []
    for path in sorted((ROOT / "diagnose").rglob("*.py")):
        relative = path.relative_to(ROOT).as_posix()
        if not relative.startswith(OFFLINE) and path.name != "__main__.py":
            name = relative.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            found += _of_module(name, ast.parse(path.read_text()))
    return found


def _of_module(name: str, tree: ast.Module) -> Iterator[Used]:
    module = import_module(name)
    own = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    calls = {
        (node.value.id, node.attr)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    for each in sorted(own):
        value = getattr(module, each, None)
        methods = [method for method in METHODS if (each, method) in calls]
        if _is_pattern(value):
            for method in methods or ["match"]:  # asked through a table, at the start
                yield Used(f"{name}.{each}", _compiled(value), method)
        elif isinstance(value, tuple):
            for pattern in _inside(value):
                yield Used(f"{name}.{each}: {pattern.pattern[:40]}", pattern, "finditer")


def _inside(value: Any) -> Iterator[re.Pattern[Any]]:
    """The patterns that stand in a table."""
    if _is_pattern(value):
        yield _compiled(value)
    elif isinstance(value, tuple):
        for each in value:
            yield from _inside(each)


def _is_pattern(value: object) -> bool:
    return isinstance(value, re.Pattern | text._LazyPattern)


def _compiled(value: Any) -> re.Pattern[Any]:
    return re.compile(value.pattern, value.flags)


def hard(pattern: re.Pattern[Any]) -> Iterator[Hostile]:
    """Lines that are hard on a pattern: beginnings of what it fits, then parts of it, or brackets,
    quotes, blanks and digits, over and over.
    """
    parts = [part for part in _pieces(_parser.parse(pattern.pattern, pattern.flags)) if part]
    heads = list(dict.fromkeys("".join(parts[:end]) for end in range(len(parts) + 1)))
    own = [*parts, *(a + b for a, b in pairwise(parts)), *heads[1:]]
    for head in heads[:: max(1, len(heads) // MOST_HEADS)]:
        for filler in dict.fromkeys([*own, *FILLERS]):
            yield from (Hostile(head, filler, tail) for tail in TAILS)


def _pieces(items: Any) -> Iterator[str]:
    """What a parsed expression fits, in pieces, one choice behind the other."""
    said = ""
    for kind, value in items:
        if kind is _constants.LITERAL:
            said += chr(value)
            continue
        yield said
        said = ""
        for _ in range(max(1, min(value[0], 4)) if kind in REPEATS else 1):
            for inner in below(kind, value) if kind is not _constants.ASSERT_NOT else ():
                yield from _pieces(inner)
        if kind in (_constants.IN, _constants.ANY, _constants.NOT_LITERAL):
            yield _one_of(kind, value)
    yield said


def _one_of(kind: Any, value: Any) -> str:
    if kind is not _constants.IN:
        return "y" if value == ord("x") else "x"
    return next((char for char in "x9 :.-_=\"'(A/\n\\\x1b" if _fits(value, char)), "")


_CATEGORIES: dict[str, Callable[[str], bool]] = {
    "CATEGORY_DIGIT": str.isdigit,
    "CATEGORY_SPACE": str.isspace,
    "CATEGORY_WORD": lambda char: char.isalnum() or char == "_",
}


def _fits(items: Any, char: str) -> bool:
    negated = bool(items) and items[0][0] is _constants.NEGATE
    return bool(negated != any(_holds(kind, value, char) for kind, value in items))


def _holds(kind: Any, value: Any, char: str) -> bool:
    if kind is _constants.LITERAL:
        return bool(value == ord(char))
    if kind is _constants.RANGE:
        return bool(value[0] <= ord(char) <= value[1])
    if kind is _constants.CATEGORY:
        name = str(value)
        return bool(("NOT_" in name) != _CATEGORIES[name.replace("NOT_", "")](char))
    return False
