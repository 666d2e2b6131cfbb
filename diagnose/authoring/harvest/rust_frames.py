"""What encloses a string in Rust code: calls, macros, attributes, items."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from diagnose.authoring.harvest.rust_trees import Group, is_mark, is_word, split
from diagnose.authoring.sections import word_set
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diagnose.authoring.harvest.rust_trees import Node

MACRO, CALL, METHOD, STRUCT, ATTRIBUTE, ITEM, DISPLAY, BLOCK, PLAIN = (
    "macro",
    "call",
    "method",
    "struct",
    "attribute",
    "item",
    "display",
    "block",
    "plain",
)


class Frame(NamedTuple):
    """A group, what stands in front of it, and the place inside it that is looked at."""

    kind: str
    path: str
    """``anyhow::bail``, ``ErrorCode::BindError``, ``context``, the name of an enum."""
    nodes: Sequence[Node]
    at: int

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rpartition("::")[2]

    @property
    def argument(self) -> int:
        """How many commas stand before the place."""
        return sum(is_mark(node, ",") for node in self.nodes[: self.at])

    def arguments(self) -> list[tuple[Node, ...]]:
        """The parts between commas."""
        return split(self.nodes)

    def field(self) -> str:
        """In ``Path { field: value }``, the field of the place."""
        for back in range(self.at - 1, 0, -1):
            if is_mark(self.nodes[back], ",") or is_mark(self.nodes[back], ";"):
                break
            if is_mark(self.nodes[back], ":") and is_word(self.nodes[back - 1]):
                return getattr(self.nodes[back - 1], "text", "")
        return ""


_NO_STRUCT = (
    "impl",
    "for",
    "enum",
    "struct",
    "trait",
    "match",
    "in",
    "if",
    "while",
    "union",
    "mod",
)
_ERROR_TYPE = lazy_pattern(r"\w*(?:Error|ErrorCode|ErrorKind|Err)(?:$|::)")


def kind_of(nodes: Sequence[Node], index: int) -> tuple[str, str]:
    """Kind and path of the group at ``index``, told by what stands before it.

    >>> from diagnose.authoring.harvest.rust_trees import read
    >>> kind_of(read("return anyhow::bail!(x)"), 5)
    ('macro', 'anyhow::bail')
    """
    group = nodes[index]
    assert isinstance(group, Group)
    before = index - 1
    if before >= 0 and is_mark(nodes[before], "!") and is_word(_at(nodes, before - 1)):
        return MACRO, path_before(nodes, before)[0]
    if (
        group.opener == "["
        and before >= 0
        and (is_mark(nodes[before], "#") or (is_mark(nodes[before], "!") and before > 0))
    ):
        return ATTRIBUTE, getattr(group.nodes[0], "text", "") if group.nodes else ""
    if group.opener == "(":
        return _call(nodes, index)
    if group.opener == "{":
        return _braces(nodes, index)
    return PLAIN, ""


def _call(nodes: Sequence[Node], index: int) -> tuple[str, str]:
    path, start = path_before(nodes, _before_turbofish(nodes, index))
    if not path or path in _KEYWORDS:
        return PLAIN, ""
    before = _at(nodes, start - 1)
    if is_mark(before, "."):
        return METHOD, path
    return (ITEM if is_word(before, "fn") else CALL), path


_KEYWORDS = word_set("if else match return in while for move let mut ref as await")


def _braces(nodes: Sequence[Node], index: int) -> tuple[str, str]:
    path, start = path_before(nodes, index)
    before = _at(nodes, start - 1)
    if path and is_word(before, "enum", "struct"):
        return ITEM, path
    shown = _displayed(nodes, index)
    if shown:
        return DISPLAY, shown
    if (
        path
        and _ERROR_TYPE.match(path)
        and not is_word(before, *_NO_STRUCT)
        and not is_mark(before, "->")
        and not is_mark(before, "+")
    ):
        return STRUCT, path
    return BLOCK, ""


def _displayed(nodes: Sequence[Node], index: int) -> str:
    """The type whose ``Display`` is written in this block, or ""."""
    for back in range(index - 1, max(-1, index - _LONGEST_HEADER), -1):
        node = nodes[back]
        if is_word(node, "impl"):
            said = [each.text for each in nodes[back:index] if not isinstance(each, Group)]
            if "Display" in said and "for" in said:
                behind = said[said.index("for") + 1 :]
                names = [each for each in behind if each.isidentifier()]
                return names[-1] if "<" not in behind else behind[behind.index("<") - 1]
            return ""
        if isinstance(node, Group) or is_mark(node, ";"):
            return ""
    return ""


_LONGEST_HEADER = 40


def path_before(nodes: Sequence[Node], index: int) -> tuple[str, int]:
    """The path ``a::b`` that ends before ``index``, and where it starts.

    >>> from diagnose.authoring.harvest.rust_trees import read
    >>> path_before(read("x = a::b (y)"), 5)
    ('a::b', 2)
    """
    parts: list[str] = []
    at = index - 1
    while at >= 0 and is_word(nodes[at]):
        parts.append(getattr(nodes[at], "text", ""))
        if not is_mark(_at(nodes, at - 1), "::"):
            break
        at = _before_generics(nodes, at - 2)
    else:
        at += 1
    return "::".join(reversed(parts)), max(at, 0) if parts else index


def _before_turbofish(nodes: Sequence[Node], index: int) -> int:
    """In ``f::<T>(x)``, the place behind ``f``."""
    if not is_mark(_at(nodes, index - 1), ">"):
        return index
    name = _before_generics(nodes, index - 1)
    return name + 1 if is_mark(_at(nodes, name + 1), "::") else index


def _before_generics(nodes: Sequence[Node], at: int) -> int:
    """In ``A::<T>::b`` or ``A<T>::b``, the place of ``A``, when ``at`` is that of ``>``."""
    if not is_mark(_at(nodes, at), ">"):
        return at
    depth = 0
    for back in range(at, max(-1, at - _LONGEST_HEADER), -1):
        depth += is_mark(nodes[back], ">") - is_mark(nodes[back], "<")
        if depth == 0:
            return back - 2 if is_mark(_at(nodes, back - 1), "::") and at != back else back - 1
    return at


def _at(nodes: Sequence[Node], index: int) -> Node | None:
    return nodes[index] if 0 <= index < len(nodes) else None
