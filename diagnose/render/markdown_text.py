"""Hostile text in Markdown: it can close no fence, open no link and start no list."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.render.plain import visible, visible_lines
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    import re

_SPECIAL = frozenset("\\`*[]<>~$")
_EDGE = lazy_pattern(r"(?<![A-Za-z0-9_])_|_(?![A-Za-z0-9_])")
_BLOCK_START = frozenset("-+=.:>#/")
"""What starts a list, a heading, a quote, or a command that GitLab would carry out."""
_APART = "&#8203;"
_ENTITIES = {"&": "&amp;", "@": f"@{_APART}"}
_LINK = lazy_pattern(r"://|\b[wW]{3}\.|(?<!&)#(?=[0-9])|!(?=[0-9])")


def prose(text: str) -> str:
    r"""One paragraph of plain words; no link is made of an address in it, nobody is called.

    A mention is looked for in what is shown, where no escape helps: what is put behind the ``@``
    has no width.

    >>> print(prose("see [this](http://x) <b> @all"))
    see \[this\](http:&#47;&#47;x) \<b\> @&#8203;all
    >>> print(prose("_max_ is max_parallelism"))
    \_max\_ is max_parallelism
    """
    paragraph = " ".join(visible_lines(text).split())
    escaped = _EDGE.sub(r"\\_", "".join(map(_escaped, paragraph)))
    escaped = _LINK.sub(_no_link, escaped)
    head = escaped[:1]
    if head in _BLOCK_START and head:
        return "\\" + escaped
    number, dot, rest = escaped.partition(".")
    if dot and number.isdigit():
        return f"{number}\\.{rest}"
    return escaped


def _escaped(char: str) -> str:
    return "\\" + char if char in _SPECIAL else _ENTITIES.get(char, char)


def _no_link(found: re.Match[str]) -> str:
    mark = found[0]
    if mark in ("#", "!"):
        return mark + _APART
    return mark.replace("/", "&#47;").replace(".", "&#46;")


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a longer text, as separate lines of prose."""
    parts = (prose(part) for part in visible_lines(text).split("\n\n"))
    return [part for part in parts if part]


def code(text: str) -> str:
    """A code span on one line.

    >>> print(code("a `b` c"))
    `` a `b` c ``
    """
    line = visible(text)
    ticks = "`" * (_longest_run(line) + 1)
    pad = " " if "`" in line or line != line.strip() or not line else ""
    return f"{ticks}{pad}{line}{pad}{ticks}"


def fence(lines: tuple[str, ...] | list[str], language: str = "") -> str:
    """A fenced block that no line of it can close."""
    body = [visible(line) for line in lines]
    ticks = "`" * max(3, max(map(_longest_run, body), default=0) + 1)
    name = language if language.isalnum() else ""
    return "\n".join([f"{ticks}{name}", *body, ticks])


def _longest_run(text: str) -> int:
    longest = run = 0
    for char in text:
        run = run + 1 if char == "`" else 0
        longest = max(longest, run)
    return longest
