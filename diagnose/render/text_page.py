"""A whole page for a terminal."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.render import page_parts
from diagnose.render.entries import reader_text
from diagnose.render.plain import paint, visible, visible_lines, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diagnose.model import Entry
    from diagnose.render import Style
    from diagnose.render.page_parts import Part

MARGIN = "  "


def page(entry: Entry, style: Style) -> str:
    """Everything that a page says; commands stand alone at the start of a line."""
    title = wrap(reader_text(entry.title), style.width)
    lines = [paint(line, "1", style.color) for line in title]
    lines += [MARGIN + visible(entry.id), MARGIN + visible(page_parts.facts(entry))]
    for part in page_parts.parts(entry):
        lines += _part(part, style)
    return "\n".join(lines) + "\n"


def _part(part: Part, style: Style) -> Iterator[str]:
    if not part.lines and part.level == 1:
        return
    margin = MARGIN * (part.level - 1)
    yield ""
    if part.title:
        for line in wrap(part.title, style.width - len(margin)):
            yield margin + paint(line, "1", style.color)
    yield from _body(part, style, MARGIN if part.title or part.level > 1 else "")


def _body(part: Part, style: Style, margin: str) -> Iterator[str]:
    if part.kind == page_parts.COMMAND:
        yield from (paint(visible(line), "1;36", style.color) for line in part.lines)
    elif part.kind == page_parts.CODE:
        for text in part.lines:
            yield from (f"{margin}{line}".rstrip() for line in visible_lines(text).split("\n"))
    else:
        bullet = "- " if part.kind == page_parts.LIST else ""
        for text in part.lines:
            first, *rest = wrap(text, style.width - len(margin) - len(bullet))
            yield margin + bullet + first
            yield from ((margin + " " * len(bullet) + line).rstrip() for line in rest)
