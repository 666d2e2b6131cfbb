"""Hostile text in Markdown: it can close no fence, open no link and start no list."""

from __future__ import annotations

from diagnose.render.plain import visible, visible_lines
from diagnose.text import lazy_pattern

_SPECIAL = frozenset("\\`*[]<>~$")
_EDGE = lazy_pattern(r"(?<![A-Za-z0-9_])_|_(?![A-Za-z0-9_])")
_BLOCK_START = frozenset("-+=.:>#")


def prose(text: str) -> str:
    r"""One paragraph of plain words.

    >>> print(prose("see [this](http://x) <b> @all"))
    see \[this\](http://x) \<b\> &#64;all
    >>> print(prose("_max_ is max_parallelism"))
    \_max\_ is max_parallelism
    """
    paragraph = " ".join(visible_lines(text).split())
    escaped = _EDGE.sub(r"\\_", "".join(map(_escaped, paragraph)))
    head = escaped[:1]
    if head in _BLOCK_START and head:
        return "\\" + escaped
    number, dot, rest = escaped.partition(".")
    if dot and number.isdigit():
        return f"{number}\\.{rest}"
    return escaped


def _escaped(char: str) -> str:
    if char == "@":
        return "&#64;"
    if char == "&":
        return "&amp;"
    return "\\" + char if char in _SPECIAL else char


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
