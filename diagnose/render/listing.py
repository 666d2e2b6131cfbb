"""Many pages, a line each."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.render.entries import reader_text
from diagnose.render.json_text import dumps
from diagnose.render.plain import columns, cut, paint, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diagnose.model import Entry
    from diagnose.render import Style

WIDEST_ID = 60
LONGEST_TITLE = 200


def listing(entries: Sequence[Entry], name: str, style: Style) -> Iterator[str]:
    """Id and title of each page, in the format of this name; one JSON list with ``json``."""
    if name == "json":
        yield "[" + ",\n".join(map(_object, entries)) + "]\n"
    elif name == "ndjson":
        yield from (_object(entry) + "\n" for entry in entries)
    elif name == "markdown":
        from diagnose.render.markdown_text import code, prose

        yield from (f"- {code(entry.id)} {prose(_title(entry))}\n" for entry in entries)
    else:
        width = min(max((columns(entry.id) for entry in entries), default=0), WIDEST_ID)
        for entry in entries:
            gap = " " * (width - columns(entry.id))
            yield f"{paint(visible(entry.id), '1', style.color)}{gap}  {visible(_title(entry))}\n"


def _title(entry: Entry) -> str:
    return cut(reader_text(entry.title), LONGEST_TITLE)


def _object(entry: Entry) -> str:
    return dumps(
        {
            "id": entry.id,
            "title": _title(entry),
            "class": entry.class_,
            "severity": entry.severity,
            "role": entry.role,
            "messages": [wording.template for wording in entry.wordings],
        }
    )
