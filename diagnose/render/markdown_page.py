"""A whole page as Markdown."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.render import page_parts
from diagnose.render.entries import reader_text
from diagnose.render.markdown_text import code, fence, paragraphs, prose
from diagnose.render.plain import visible_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diagnose.model import Entry
    from diagnose.render import Style
    from diagnose.render.page_parts import Part


def page(entry: Entry, style: Style) -> str:
    """Everything that a page says."""
    del style
    head = f"{code(entry.id)} ({prose(page_parts.facts(entry))})"
    blocks = [f"# {prose(reader_text(entry.title))}", head]
    for part in page_parts.parts(entry):
        blocks += _part(part)
    return "\n\n".join(blocks) + "\n"


def _part(part: Part) -> Iterator[str]:
    if not part.lines and part.level == 1:
        return
    if part.title:
        yield f"{'#' * (part.level + 1)} {prose(part.title)}"
    if part.kind == page_parts.LIST:
        yield "\n".join(f"- {prose(line)}" for line in part.lines)
    elif part.kind == page_parts.PROSE:
        for text in part.lines:
            yield from paragraphs(text)
    else:
        lines = [each for text in part.lines for each in visible_lines(text).split("\n")]
        yield fence(lines, part.language)
