"""Rust tokens -> trees of brackets, without the code of tests."""

from __future__ import annotations

from diagnose.authoring.harvest.rust_tokens import Token, tokens
from diagnose.authoring.sections import word_set
from diagnose.lean import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


class Group(NamedTuple):
    """What stands between two brackets."""

    opener: str
    nodes: tuple[Node, ...]
    line: int
    start: int
    end: int


Node = Token | Group


def read(source: str) -> tuple[Node, ...]:
    """The tree of a source, test code left out.

    >>> [node.text for node in read("#[cfg(test)] mod tests { f() } g;")]
    ['g', ';']
    """
    return _without_tests(group(tokens(source)))


def group(found: Iterable[Token]) -> tuple[Node, ...]:
    """Put the tokens between brackets into groups; a bracket too many is passed over."""
    levels: list[list[Node]] = [[]]
    openers: list[Token] = []
    for token in found:
        if token.kind == "open":
            openers.append(token)
            levels.append([])
        elif token.kind == "close" and openers:
            opener = openers.pop()
            inner = tuple(levels.pop())
            levels[-1].append(Group(opener.text, inner, opener.line, opener.start, token.end))
        elif token.kind != "close":
            levels[-1].append(token)
    while openers:
        opener = openers.pop()
        inner = tuple(levels.pop())
        end = inner[-1].end if inner else opener.end
        levels[-1].append(Group(opener.text, inner, opener.line, opener.start, end))
    return tuple(levels[0])


def is_mark(node: Node | None, text: str) -> bool:
    """Whether a node is this mark."""
    return isinstance(node, Token) and node.kind == "mark" and node.text == text


def is_word(node: Node | None, *texts: str) -> bool:
    """Whether a node is a word, and one of these if any are given."""
    return isinstance(node, Token) and node.kind == "word" and (not texts or node.text in texts)


def words(nodes: Iterable[Node]) -> Iterator[str]:
    """All words, those of inner groups too."""
    for node in nodes:
        if isinstance(node, Group):
            yield from words(node.nodes)
        elif node.kind == "word":
            yield node.text


def split(nodes: Sequence[Node]) -> list[tuple[Node, ...]]:
    """The parts between the commas of this level; an empty last one does not count."""
    parts: list[list[Node]] = [[]]
    for node in nodes:
        if is_mark(node, ","):
            parts.append([])
        else:
            parts[-1].append(node)
    return [tuple(part) for part in (parts if parts[-1] else parts[:-1])]


# ---------------------------------------------------------------- test code

_TEST_ATTRIBUTES = frozenset({"test", "rstest", "bench", "test_case"})
_ITEMS = word_set("pub fn mod impl struct enum trait use async unsafe const static type")


def _without_tests(nodes: Sequence[Node]) -> tuple[Node, ...]:
    kept: list[Node] = []
    index = 0
    while index < len(nodes):
        inner = index + 2 if is_mark(_at(nodes, index + 1), "!") else index + 1
        attribute = _at(nodes, inner)
        if is_mark(nodes[index], "#") and isinstance(attribute, Group) and _is_test(attribute):
            if inner == index + 2:
                return ()  # the whole file, or module, is a test
            index = _item_end(nodes, inner + 1)
            continue
        node = nodes[index]
        if isinstance(node, Group) and node.nodes:
            node = node._replace(nodes=_without_tests(node.nodes))
        kept.append(node)
        index += 1
    return tuple(kept)


def _is_test(attribute: Group) -> bool:
    said = list(words(attribute.nodes))
    if said[:1] == ["cfg"]:
        return "test" in said and "not" not in said
    inner = attribute.nodes[-1] if attribute.nodes else None
    path = said if not isinstance(inner, Group) else list(words(attribute.nodes[:-1]))
    return bool(path) and path[-1] in _TEST_ATTRIBUTES


def _item_end(nodes: Sequence[Node], index: int) -> int:
    """Behind the item, field or arm that starts here: its block, semicolon or comma."""
    is_item = False
    while index < len(nodes):
        node = nodes[index]
        index += 1
        is_item = is_item or is_word(node, *_ITEMS)
        if is_mark(node, "#"):
            index += 1
        elif (
            is_mark(node, ";")
            or (is_mark(node, ",") and not is_item)
            or (isinstance(node, Group) and node.opener == "{")
        ):
            return index
    return index


def _at(nodes: Sequence[Node], index: int) -> Node | None:
    return nodes[index] if 0 <= index < len(nodes) else None
