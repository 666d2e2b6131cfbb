"""Message -> layers: which text is the root cause.

An error is a chain. Some renderings say where a layer ends (numbered lists,
``Caused by``, Java, Python): ``layers`` follows them. On one line,
``a: b: c``, only the templates know which colon ends a layer: ``descend``
takes one known wrapper off after the other, and steps over what is unknown.
"""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.model import Layer
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from diagnose.model import Match, Section
    from diagnose.text import Text

DEEPEST = 64
"""A chain is followed down to this many layers."""
MOST_STEPS = 500
"""At this many places of one layer the templates are tried."""

# ------------------------------------------------- chains that are spelt out

_NUMBERED = lazy_pattern(r"Caused by these errors \(recent errors listed first\):")
_CAUSED_BY = lazy_pattern(r"(?:\A|(?<=\s))Caused by:(?=\s)|(?<=\n)[ \t]*Caused by: ?")
_PYTHON_CAUSE = lazy_pattern(
    r"\n[^\S\n]*+(?:The above exception was the direct cause of the following exception:"
    r"|During handling of the above exception, another exception occurred:)\s*\n"
)
_FIRST_ITEM = lazy_pattern(r"\s*+(\d): ")
_ITEM = r"(?:(?<=\n)|\A)[ \t]*{0}: |(?<=\s){0}: "
_NEXT_NODE = lazy_pattern(r";\s+(?=(?:in )?worker node \d+, )")


def layers(sections: Iterable[Section]) -> list[Layer]:
    """The layers that the rendering itself separates, outermost first.

    >>> from diagnose.model import Section
    >>> from diagnose.text import Text
    >>> [layer.text.value for layer in layers([Section(Text("a failed\\n\\nCaused by:\\n  b"))])]
    ['a failed', 'b']
    """
    found: list[Layer] = []
    for section in sections:
        for text in _split(section.text):
            stripped = text.strip()
            if stripped.value:
                found.append(Layer(stripped, section.open_end, len(found)))
            if len(found) == DEEPEST:
                return found
    return found


def is_one(value: str) -> bool:
    """Whether nothing in a text separates layers, for sure: ``layers`` gives it as it is."""
    if "Caused by" in value or ("worker node " in value and ";" in value):
        return False
    if "exception" in value and "\n" in value:
        return False
    return _bare_list(value) is None


def _split(text: Text) -> Iterator[Text]:
    if is_one(text.value):
        yield text
        return
    for raised in reversed(_split_at(text, _python_spans(text.value))):
        for part in _split_at(raised, _header_spans(raised.value)):
            for item in _items(part):
                yield from _split_at(item, _node_spans(item.value))


def _python_spans(value: str) -> list[tuple[int, int]]:
    if "exception" not in value:
        return []
    return [found.span() for found in _PYTHON_CAUSE.finditer(value)]


def _header_spans(value: str) -> list[tuple[int, int]]:
    if "Caused by" not in value:
        return []
    return [found.span() for found in _CAUSED_BY.finditer(value)]


def _node_spans(value: str) -> list[tuple[int, int]]:
    """Between the errors of several nodes, listed one behind the other: none is inside another."""
    if "worker node " not in value:
        return []
    return [found.span() for found in _NEXT_NODE.finditer(value)]


def _split_at(text: Text, spans: list[tuple[int, int]]) -> list[Text]:
    if not spans:
        return [text]
    starts = [0, *(end for _, end in spans)]
    ends = [*(start for start, _ in spans), len(text.value)]
    return [text.slice(start, end) for start, end in zip(starts, ends, strict=True)]


def _items(text: Text) -> list[Text]:
    """What stands before a numbered list, and its items; each is one layer."""
    value = text.value
    header = _NUMBERED.search(value) if "Caused by these" in value else None
    number = 1 if header else _bare_list(value)
    if number is None:
        return [text]
    first = header.end() if header else 0
    spans = [(header.start(), first)] if header else []
    position = first
    while item := lazy_pattern(_ITEM.format(number)).search(value, position):
        spans.append(item.span())
        number, position = number + 1, item.end()
    if header and len(spans) > 1:
        spans[:2] = [(header.start(), spans[1][1])]
    parts = _split_at(text, spans)
    return [*map(_without_comma, parts)] if header and value.startswith(",", first) else parts


def _without_comma(text: Text) -> Text:
    """A line of a message that a program printed with commas between its lines."""
    return text.slice(0, len(text.value.rstrip(", \n")))


def _bare_list(value: str) -> int | None:
    """The first number of a list without a header: anyhow's, from 0, or what was cut out of one."""
    head = _FIRST_ITEM.match(value) if ": " in value else None
    if head is None:
        return None
    number = int(head[1])
    if number == 0 or lazy_pattern(rf"\n[ \t]*+{number + 1}: ").search(value):
        return number
    return None


# ------------------------------------------------------- chains on one line


class Link(NamedTuple):
    """A layer of the chain and the template that fits it, if any."""

    within: Text
    """The rendered layer that it was found in, and where."""
    start: int
    end: int
    match: Match | None = None
    weak: bool = False
    """It was found behind text that nothing recognises."""

    @property
    def text(self) -> Text:
        """What this layer alone says."""
        return self.within.slice(self.start, self.end)

    @property
    def value(self) -> str:
        """The same without the way back to the bytes."""
        return self.within.value[self.start : self.end]

    @property
    def is_glued(self) -> bool:
        """Whether the layer below is part of this one in every rendering."""
        return self.match is not None and self.match.wording.glued


class Step(NamedTuple):
    """A place at which a template is tried."""

    text: str
    start: int
    weak: bool = False
    enclosed: bool = False
    """It stands in brackets or quotes, whose closing ones may follow."""
    open_end: bool = False
    above: str = ""


_BOUNDARY = lazy_pattern(r":\s+|\n\s*|=>\s+|\(|(?<=:\s)[\"`]|(?<=\()[\"`]|;\s+")


def descend(layer: Layer, match_at: Callable[[Step], Match | None], above: str = "") -> list[Link]:
    """The layers inside one layer, outermost first, each with its match.

    ``match_at`` tries the templates at a place. Where none fits, the text up
    to the next boundary is an unknown layer.
    """
    value = layer.text.value
    links: list[Link] = []
    step = Step(value, 0, open_end=layer.open_end, above=above)
    unknown_from = 0
    for _ in range(MOST_STEPS):
        if step.start >= len(value):
            break
        found = match_at(step)
        if found is None:
            boundary = _next_boundary(value, step.start)
            if boundary is None:
                break
            step = _behind(step, boundary.end(), boundary[0])
            continue
        _add(links, layer.text, unknown_from, step.start)
        _add(links, layer.text, found.start, found.end, found, weak=step.weak)
        unknown_from = len(value)
        if found.rest is None:
            break
        unknown_from = found.rest[0]
        step = step._replace(start=unknown_from, above=found.entry.id)
    _add(links, layer.text, unknown_from, len(value))
    return links


def _add(
    links: list[Link],
    within: Text,
    start: int,
    end: int,
    found: Match | None = None,
    *,
    weak: bool = False,
) -> None:
    """Add a link without what joins it to its neighbours; none where nothing is left."""
    if start == end:
        return
    value = within.value[start:end]
    kept = value.lstrip()
    start += len(value) - len(kept)
    end = start + len(kept.rstrip(" \t\r\n:("))
    if start < end:
        links.append(Link(within, start, end, found, weak))


def _next_boundary(value: str, start: int) -> re.Match[str] | None:
    """The next place at which a layer may start; never one inside a quoted value.

    What is quoted in a text that nothing recognises is somebody's input: it may say anything.
    """
    position = start
    while boundary := _BOUNDARY.search(value, position):
        if value.count('"', position, boundary.start()) % 2 == 0:
            return boundary
        position = value.find('"', boundary.start()) + 1
        if not position:
            return None
    return None


def _behind(step: Step, start: int, boundary: str) -> Step:
    enclosed = step.enclosed or boundary[-1] in '("`'
    return Step(step.text, start, weak=True, enclosed=enclosed, open_end=step.open_end)


def message_text(links: Sequence[Link], index: int) -> Text:
    """The text of a layer together with the wrappers that it is glued to."""
    link = links[index]
    return link.within.slice(_glued_start(links, index), link.end)


def _glued_start(links: Sequence[Link], index: int) -> int:
    link = links[index]
    while index and links[index - 1].is_glued and links[index - 1].within is link.within:
        index -= 1
    return links[index].start


def texts(links: Sequence[Link]) -> list[str]:
    """The texts of all layers as a rendering shows them, outermost first."""
    return [
        link.within.value[_glued_start(links, index) : link.end]
        for index, link in enumerate(links)
        if not link.is_glued or index == len(links) - 1
    ]


def squashed_starts(value: str) -> list[int]:
    """Where layers may start in a text without white space: at its start and behind colons.

    >>> squashed_starts("a:b")
    [0, 2]
    """
    behind = [index + 1 for index, char in enumerate(value) if char == ":"]
    return [0, *(start for start in behind if start < len(value))]


def root(links: Sequence[Link]) -> int | None:
    """Index of the root cause: the deepest cause, else the deepest follower, else the deepest
    headline of a log line; None without any.
    """
    weaker: dict[str, int] = {}
    for index in range(len(links) - 1, -1, -1):
        found = links[index].match
        if found:
            if found.entry.role == "cause":
                return index
            weaker.setdefault(found.entry.role, index)
    return weaker.get("follower", weaker.get("headline"))
