"""Rust trees -> the places that make a message."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from diagnose.authoring.harvest import kinds, rust_frames
from diagnose.authoring.harvest.rust_frames import Frame
from diagnose.authoring.harvest.rust_tokens import Token
from diagnose.authoring.harvest.rust_trees import Group, is_mark, is_word, split

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diagnose.authoring.harvest.rust_trees import Node


class Site(NamedTuple):
    """One message in the source, as the source writes it."""

    kind: str
    text: str
    line: int
    is_format: bool
    """Braces in the text are placeholders."""
    arguments: tuple[tuple[str, str], ...] = ()
    """(name, expression): a positional one has no name."""
    owner: str = ""
    """What is called with it: ``ErrorCode::BindError``, ``bail_bind_error``; of an error's own
    template the variant: ``MetaError::Unavailable``."""
    place: str = ""
    """Which argument or field of the owner it is, where there are several."""
    fields: tuple[tuple[str, str], ...] = ()
    """(name, type) of the variant's fields."""
    has_source: bool = False
    """The variant holds another error, which reports print as the layer below."""


UNREAD = "unread"
"""Kind of a site whose message is no string."""


def sites(nodes: Sequence[Node], source: str) -> Iterator[Site]:
    """All messages of a file; ``source`` is its text, out of which expressions are cut.

    >>> from diagnose.authoring.harvest.rust_trees import read
    >>> code = 'fn f() { bail!("no job {}", job.id) }'
    >>> [(site.kind, site.text, site.arguments) for site in sites(read(code), code)]
    [('bail', 'no job {}', (('', 'job.id'),))]
    """
    yield from _Walk(source).visit(nodes, ())


class _Walk:
    def __init__(self, source: str) -> None:
        self._source = source

    def visit(self, nodes: Sequence[Node], frames: tuple[Frame, ...]) -> Iterator[Site]:
        for index, node in enumerate(nodes):
            if isinstance(node, Group):
                yield from self._group(nodes, index, node, frames)
            elif node.kind == "string":
                found = self._string(nodes, index, node, frames)
                if found:
                    yield found

    def _group(
        self, nodes: Sequence[Node], index: int, group: Group, frames: tuple[Frame, ...]
    ) -> Iterator[Site]:
        kind, path = rust_frames.kind_of(nodes, index)
        if kind == rust_frames.ATTRIBUTE:
            if path in ("error", "display") and len(group.nodes) > 1:
                yield from self._attribute(nodes, index, group, frames)
            return
        if kind == rust_frames.MACRO and path == "concat":
            yield from self._concat(nodes, index, group, frames)
            return
        if kind == rust_frames.MACRO and path.endswith("ensure"):
            yield from self._bare_ensure(group)
        if kind == rust_frames.MACRO and _is_wordless(path, group):
            yield Site(
                UNREAD, f"{path}!({self._text_of(group.nodes)})", group.line, is_format=False
            )
        here = Frame(kind, path, nodes, index)
        yield from self.visit(group.nodes, (*frames, here))

    # ------------------------------------------------------------ one string

    def _string(
        self, nodes: Sequence[Node], index: int, token: Token, frames: tuple[Frame, ...]
    ) -> Site | None:
        if not _is_value(nodes, index):
            return None
        inner = Frame("", "", nodes, index)
        found = _Found(token, self._text_of)
        weak = False
        for frame in reversed(frames):
            # ``inner`` is the place inside this frame's group.
            verdict = _verdict(frame, inner, found, weak=weak)
            if verdict is not None:
                return found.site(verdict, frame, inner) if verdict else None
            weak = weak or frame.kind == rust_frames.BLOCK
            named = _assigned(inner.nodes, inner.at) or _field_of(frame, inner)
            if named:
                return found.named(named) if kinds.MESSAGE_NAME.fullmatch(named) else found.rest()
            inner = frame
        named = _assigned(inner.nodes, inner.at)
        return found.named(named) if kinds.MESSAGE_NAME.fullmatch(named) else found.rest()

    def _text_of(self, nodes: Sequence[Node]) -> str:
        if not nodes:
            return ""
        return " ".join(self._source[nodes[0].start : nodes[-1].end].split())

    def _concat(
        self, nodes: Sequence[Node], index: int, group: Group, frames: tuple[Frame, ...]
    ) -> Iterator[Site]:
        """``concat!("a", "b")`` is one string."""
        parts = [node for node in group.nodes if isinstance(node, Token) and node.kind == "string"]
        if not parts:
            return
        joined = Token("string", "".join(part.text for part in parts), group.line, group.start)
        level = [*nodes[: index - 2], joined._replace(end=group.end), *nodes[index + 1 :]]
        found = self._string(level, index - 2, joined._replace(end=group.end), frames)
        if found:
            yield found

    def _bare_ensure(self, group: Group) -> Iterator[Site]:
        parts = split(group.nodes)
        if len(parts) == 1:
            text = self._text_of(parts[0]).replace("{", "{{").replace("}", "}}")
            yield Site("ensure-cond", text, group.line, is_format=True, owner="ensure")

    # ------------------------------------------------------ #[error("...")]

    def _attribute(
        self, nodes: Sequence[Node], index: int, group: Group, frames: tuple[Frame, ...]
    ) -> Iterator[Site]:
        said = group.nodes[1]
        parts = split(said.nodes) if isinstance(said, Group) else []
        first = parts[0][0] if parts and parts[0] else None
        if isinstance(first, Group) or first is None:
            return
        text = _joined(parts[0])
        if text is None:
            return
        name, fields, has_source = self._variant(nodes, index + 1)
        owner = next((f.path for f in reversed(frames) if f.kind == rust_frames.ITEM), "")
        variant = f"{owner}::{name}" if owner else name
        arguments = tuple(self._argument(part) for part in parts[1:])
        yield Site(
            "error-attr",
            text,
            first.line,
            is_format=True,
            arguments=arguments,
            owner=variant,
            fields=fields,
            has_source=has_source,
        )

    def _argument(self, part: Sequence[Node]) -> tuple[str, str]:
        if len(part) > len("k=") and is_word(part[0]) and is_mark(part[1], "="):
            return getattr(part[0], "text", ""), self._text_of(part[2:])
        return "", self._text_of(part)

    def _variant(
        self, nodes: Sequence[Node], index: int
    ) -> tuple[str, tuple[tuple[str, str], ...], bool]:
        """Name and fields of the variant, or struct, behind an attribute."""
        while index < len(nodes):
            node = nodes[index]
            if is_mark(node, "#"):
                index += 2
            elif is_word(node, "pub", "struct", "enum", "crate") or isinstance(node, Group):
                index += 1
            else:
                break
        name = getattr(nodes[index], "text", "") if index < len(nodes) else ""
        for behind in nodes[index + 1 : index + 8]:
            if isinstance(behind, Group):
                fields = [self._field(part) for part in split(behind.nodes)]
                is_source = any(said[2] for said in fields)
                types = [(each[0], "Error" if each[2] else each[1]) for each in fields]
                return name, tuple(types), is_source
            if is_mark(behind, ",") or is_mark(behind, ";"):
                break
        return name, (), False

    def _field(self, part: Sequence[Node]) -> tuple[str, str, bool]:
        marked = False
        index = 0
        while index + 1 < len(part) and is_mark(part[index], "#"):
            inner = part[index + 1]
            marked |= isinstance(inner, Group) and any(
                is_word(node, "source", "from") for node in inner.nodes
            )
            index += 2
        while index < len(part) and (is_word(part[index], "pub") or isinstance(part[index], Group)):
            index += 1
        if index + 1 < len(part) and is_mark(part[index + 1], ":"):
            name = getattr(part[index], "text", "")
            return name, self._text_of(part[index + 2 :]), marked or name == "source"
        return "", self._text_of(part[index:]), marked


_CAN_BE_BARE = ("panic", "ensure")


def _is_wordless(path: str, group: Group) -> bool:
    """Whether a macro that makes a message is given no string at all."""
    kind = kinds.MACROS.get(path.rpartition("::")[2], "panic")
    inner = Frame("", "", group.nodes, 0)
    return kind not in _CAN_BE_BARE and bool(group.nodes) and _message_argument(inner) is None


class _Found:
    """A string that is looked at, and the format macro around it, if any."""

    def __init__(self, token: Token, text_of: object) -> None:
        self.token = token
        self._text_of = text_of
        self.is_format = False
        self.arguments: tuple[tuple[str, str], ...] = ()

    def formatted(self, frame_nodes: Sequence[Node], behind: int) -> None:
        """The string is the format of the arguments from ``behind`` on."""
        self.is_format = True
        parts = split(frame_nodes)[behind:]
        self.arguments = tuple(_argument(part, self._text_of) for part in parts)

    def site(self, kind: str, frame: Frame, inner: Frame) -> Site:
        if frame.kind == rust_frames.MACRO and not self.is_format:
            self.formatted(inner.nodes, inner.argument + 1)
        several = frame.kind in (rust_frames.STRUCT, rust_frames.CALL)
        place = inner.field() if frame.kind == rust_frames.STRUCT else str(inner.argument)
        return self._site(kind, frame.path, place if several else "")

    def named(self, name: str) -> Site:
        return self._site("string-var", name)

    def rest(self) -> Site | None:
        """A string that only its own words call a message."""
        text = self.token.text
        if len(text.split()) < kinds.FEWEST_WORDS or not kinds.MESSAGE_WORDS.search(text):
            return None
        return self._site("format" if self.is_format else "literal", "")

    def _site(self, kind: str, owner: str, place: str = "") -> Site:
        token = self.token
        return Site(kind, token.text, token.line, self.is_format, self.arguments, owner, place)


def _argument(part: Sequence[Node], text_of: object) -> tuple[str, str]:
    assert callable(text_of)
    if len(part) > len("k=") and is_word(part[0]) and is_mark(part[1], "="):
        return getattr(part[0], "text", ""), text_of(part[2:])
    return "", text_of(part)


def _verdict(frame: Frame, inner: Frame, found: _Found, *, weak: bool) -> str | None:
    """Kind of message; "" when it is none; None when the frame does not decide."""
    kind, path, name = frame.kind, frame.path, frame.name
    if kind == rust_frames.MACRO:
        return _macro(name, inner, found)
    if kind == rust_frames.METHOD:
        return _method(name, found, weak=weak)
    if kind in (rust_frames.CALL, rust_frames.STRUCT):
        return _constructor(path, found)
    if kind == rust_frames.DISPLAY:
        return "display-impl" if kinds.SHOWN_TYPES.fullmatch(path) else _residue(found)
    return None


def _macro(name: str, inner: Frame, found: _Found) -> str | None:
    if name in kinds.SILENT_MACROS:
        return ""
    if name in kinds.FORMATTING:
        return _formatting(inner, found, kinds.FORMATTING[name])
    if name in kinds.NEWTYPE_MACROS:
        return "newtype-context"
    kind = kinds.MACROS.get(name) or ("bail_x" if kinds.OTHER_MACROS.fullmatch(name) else "")
    if not kind:
        return None
    return kind if inner.argument == _message_argument(inner) else ""


def _formatting(inner: Frame, found: _Found, place: int) -> str | None:
    """The string is the format of the arguments behind it, or one of them."""
    if inner.argument != place:
        return ""
    found.formatted(inner.nodes, place + 1)
    return None


def _message_argument(inner: Frame) -> int | None:
    """Index of a macro's first argument that is a string."""
    for number, part in enumerate(split(inner.nodes)):
        first = part[0] if part else None
        if is_word(first, "format", "concat"):
            return number
        if isinstance(first, Token) and first.kind == "string":
            return number
    return None


def _method(name: str, found: _Found, *, weak: bool) -> str | None:
    kind = kinds.METHODS.get(name)
    if kind == "err-string":
        return None if weak and not kinds.MESSAGE_WORDS.search(found.token.text) else kind
    if kind:
        return kind
    if kinds.ERROR_FUNCTION.fullmatch(name):
        return "err-fn"
    return None if name in kinds.TRANSPARENT_METHODS else _residue(found)


def _constructor(path: str, found: _Found) -> str | None:
    last = path.rpartition("::")[2]
    if path in kinds.TRANSPARENT_CALLS:
        return None
    if last in kinds.CALLS and kinds.ERROR_CODE not in path:
        return kinds.CALLS[last]
    for pattern, kind in kinds.CONSTRUCTORS:
        if pattern.fullmatch(path):
            return kind
    return _residue(found)


def _residue(found: _Found) -> str:
    rest = found.rest()
    return rest.kind if rest else ""


_COMPARED = ("==", "!=", "<", ">")


def _is_value(nodes: Sequence[Node], index: int) -> bool:
    """Whether the string is used as it is: not compared, not matched, not taken apart."""
    before = nodes[index - 1] if index else None
    behind = nodes[index + 1] if index + 1 < len(nodes) else None
    if any(is_mark(node, mark) for node in (before, behind) for mark in _COMPARED):
        return False
    if is_mark(behind, "=>") or is_mark(behind, "|"):
        return False
    if is_mark(before, "|") and not _closure(nodes, index):
        return False
    if is_mark(behind, "."):
        method = nodes[index + 2] if index + 2 < len(nodes) else None
        return is_word(method, *kinds.KEEPING_METHODS)
    return True


def _closure(nodes: Sequence[Node], index: int) -> bool:
    """Whether the ``|`` before ends a closure's parameters."""
    return any(is_mark(node, "|") for node in nodes[max(0, index - 8) : index - 1])


def _assigned(nodes: Sequence[Node], index: int) -> str:
    """The variable or constant that this statement gives a value, or ""."""
    for back in range(index - 1, max(-1, index - _LONGEST_STATEMENT), -1):
        node = nodes[back]
        if is_mark(node, ";") or is_mark(node, ","):
            return ""
        if isinstance(node, Group) and node.opener == "{" and back < index - 1:
            following = nodes[back + 1]
            if not is_word(following, "else") and not is_mark(following, "."):
                return ""
        if is_word(node, "let", "const", "static"):
            names = [n.text for n in nodes[back + 1 : back + 4] if isinstance(n, Token)]
            return next((name for name in names if name not in ("mut", "ref")), "")
    return ""


_LONGEST_STATEMENT = 60


def _field_of(frame: Frame, inner: Frame) -> str:
    """``message`` in ``Self { message: ... }``."""
    name = inner.field() if frame.kind == rust_frames.BLOCK else ""
    return name if kinds.MESSAGE_NAME.fullmatch(name) else ""


def _joined(part: Sequence[Node]) -> str | None:
    """The value of a string, or of ``concat!`` of strings."""
    first = part[0]
    if isinstance(first, Token) and first.kind == "string":
        return first.text
    if is_word(first, "concat") and isinstance(part[-1], Group):
        strings = [n for n in part[-1].nodes if isinstance(n, Token) and n.kind == "string"]
        return "".join(each.text for each in strings)
    return None
