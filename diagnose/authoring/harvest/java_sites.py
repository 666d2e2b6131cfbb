"""Java source -> rows: exceptions, statuses, checks and log lines.

Java's tokens are near enough to Rust's to be read by the same tokeniser; a
text block is made a plain string before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from diagnose.authoring.harvest import rows, rust_trees, templates
from diagnose.authoring.harvest.rust_tokens import Token, tokens
from diagnose.authoring.harvest.rust_trees import Group, is_mark, is_word, split
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator, Sequence

    from diagnose.authoring.harvest.rust_trees import Node
    from diagnose.authoring.harvest.templates import Piece
    from diagnose.catalog.inventory import Row

_TEXT_BLOCK = lazy_pattern(r'"""[ \t]*\n(.*?)"""', 0x10)  # re.DOTALL
_CALLEES = (
    (lazy_pattern(r"(?i:log|logger)\.error"), "log-error", 0),
    (lazy_pattern(r"(?i:log|logger)\.warn"), "log-warn", 0),
    (lazy_pattern(r"new\.\w*(?:Exception|Error)"), "throw", 0),
    (lazy_pattern(r"(?:\w+\.)*Status\.\w+\.withDescription"), "grpc-status", 0),
    (lazy_pattern(r"ValidatorUtils\.\w+"), "validator", 0),
    (lazy_pattern(r"(?:\w+\.)*(?:check(?:Argument|State|NotNull)|requireNonNull)"), "check", 1),
)
_PATTERNS = {"check": "%", "string-var": "%", "log-error": "{}", "log-warn": "{}"}
"""How a plain string of a kind marks its placeholders."""
_MESSAGE_NAME = lazy_pattern(r"(?i)(?:\w*_)?(?:err\w*|msg|\w*message|ERROR_\w+)")
_FEWEST_WORDS = 2


class _Call(NamedTuple):
    callee: str
    arguments: list[tuple[Node, ...]]


def rows_of(path: str, source: str) -> Iterator[Row]:
    """The messages of one Java file.

    >>> code = 'void f() { throw new BadException("no " + job.id + "."); }'
    >>> [row.template for row in rows_of("A.java", code)]
    ['no {job_id:int}.']
    """
    plain = _TEXT_BLOCK.sub(_plain_string, source)
    yield from _Reader(path, plain).visit(rust_trees.group(tokens(plain)))


def _plain_string(found: re.Match[str]) -> str:
    lines = [line.strip() for line in found[1].split("\n")]
    return '"' + "\\n".join(lines).replace('"', '\\"') + '"' + "\n" * (len(lines) - 1)


class _Reader:
    def __init__(self, path: str, source: str) -> None:
        self._path = path
        self._source = source

    def visit(self, nodes: Sequence[Node]) -> Iterator[Row]:
        for index, node in enumerate(nodes):
            if isinstance(node, Group):
                yield from self._call(nodes, index, node)
                yield from self.visit(node.nodes)
            elif node.kind == "word" and _MESSAGE_NAME.fullmatch(node.text):
                yield from self._variable(nodes, index, node)

    def _call(self, nodes: Sequence[Node], index: int, group: Group) -> Iterator[Row]:
        callee = _callee(nodes, index)
        for pattern, kind, which in _CALLEES:
            arguments = split(group.nodes)
            if callee and len(arguments) > which and pattern.fullmatch(callee):
                yield from self._message(kind, arguments[which], arguments[which + 1 :])
                return

    def _variable(self, nodes: Sequence[Node], index: int, name: Token) -> Iterator[Row]:
        """``String message = ...;``"""
        if not (index and is_word(nodes[index - 1], "String")):
            return
        if index + 1 < len(nodes) and is_mark(nodes[index + 1], "="):
            behind = nodes[index + 2 :]
            end = next((at for at, node in enumerate(behind) if is_mark(node, ";")), len(behind))
            yield from self._message("string-var", behind[:end], ())
        del name

    def _message(
        self, kind: str, argument: Sequence[Node], others: Sequence[Sequence[Node]]
    ) -> Iterator[Row]:
        first = next(_strings(argument), None)
        if first is None or (first.start - argument[0].start > 0 and _is_choice(argument)):
            return
        pieces = self._pieces(kind, argument, others)
        text = " ".join(piece for piece in pieces if isinstance(piece, str))
        if len(text.split()) >= _FEWEST_WORDS:
            yield rows.row(self._path, str(first.line), kind, pieces)

    def _pieces(
        self, kind: str, argument: Sequence[Node], others: Sequence[Sequence[Node]]
    ) -> list[Piece]:
        formatted = _formatted(argument)
        if formatted:
            text = _value(formatted[0])
            return templates.java_pieces(text, [self._cut(each) for each in formatted[1:]], "%")
        parts = _terms(argument)
        expressions = [self._cut(each) for each in others]
        pieces: list[Piece] = []
        for part in parts:
            if len(part) == 1 and isinstance(part[0], Token) and part[0].kind == "string":
                text = part[0].text
                pattern = _PATTERNS.get(kind, "")
                more = templates.java_pieces(text, expressions, pattern) if pattern else [text]
                expressions = expressions[sum(not isinstance(each, str) for each in more) :]
                pieces += more
            else:
                pieces.append(templates.Placeholder("", self._cut(part)))
        return _merged(pieces)

    def _cut(self, part: Sequence[Node]) -> str:
        return " ".join(self._source[part[0].start : part[-1].end].split()) if part else ""


def _callee(nodes: Sequence[Node], index: int) -> str:
    """``LOG.error``, ``new.BadException``, ``Status.INTERNAL.withDescription`` before a group."""
    if not (isinstance(nodes[index], Group) and index and is_word(nodes[index - 1])):
        return ""
    parts: list[str] = []
    at = index - 1
    while at >= 0 and is_word(nodes[at]):
        parts.append(getattr(nodes[at], "text", ""))
        if at and is_mark(nodes[at - 1], "."):
            at -= 2
            continue
        if at and is_word(nodes[at - 1], "new"):
            return "new." + parts[0]
        break
    return ".".join(reversed(parts))


def _strings(nodes: Sequence[Node]) -> Iterator[Token]:
    for node in nodes:
        if isinstance(node, Group):
            yield from _strings(node.nodes)
        elif node.kind == "string":
            yield node


def _is_choice(argument: Sequence[Node]) -> bool:
    """``x ? "a" : "b"``, or a call of something else: not one message."""
    return any(is_mark(node, "?") or is_mark(node, "->") for node in argument)


def _formatted(argument: Sequence[Node]) -> list[tuple[Node, ...]]:
    """The arguments of ``String.format(...)``, or ``"...".formatted(...)``, if it is that."""
    for at, node in enumerate(argument):
        if isinstance(node, Group) and _callee(argument, at).endswith("format") and at < _FORMAT_AT:
            arguments = split(node.nodes)
            return arguments if arguments and any(_strings(arguments[0])) else []
        if isinstance(node, Group) and at > 1 and is_word(argument[at - 1], "formatted"):
            return [tuple(argument[:1]), *split(node.nodes)]
    return []


_FORMAT_AT = 4


def _value(part: Sequence[Node]) -> str:
    return "".join(token.text for token in _strings(part))


def _terms(argument: Sequence[Node]) -> list[tuple[Node, ...]]:
    """The parts between the ``+`` of this level."""
    parts: list[list[Node]] = [[]]
    for node in argument:
        if is_mark(node, "+"):
            parts.append([])
        else:
            parts[-1].append(node)
    return [tuple(part) for part in parts if part]


def _merged(pieces: Sequence[Piece]) -> list[Piece]:
    merged: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, str) and merged and isinstance(merged[-1], str):
            merged[-1] += piece
        else:
            merged.append(piece)
    return merged
