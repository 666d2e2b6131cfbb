"""A new page: from a message alone, and the way of any page into its file."""

from __future__ import annotations

import os

from diagnose import template
from diagnose.authoring import page
from diagnose.authoring.families import classify
from diagnose.authoring.naming import slug_of, title_of
from diagnose.authoring.placeholders import literal
from diagnose.authoring.sample import sample
from diagnose.errors import InputError
from diagnose.lean import TYPE_CHECKING
from diagnose.model import Entry, Example, Explanation, Wording

if TYPE_CHECKING:
    from collections.abc import Sequence

NO_CAUSE = "Not known yet."
"""The cause of a page that nobody has written; ``diagnose check`` objects to it."""
_NO_BRACES = str.maketrans("", "", "{}")


def scaffold(
    source: str, example: str = "", *, area: str = "new/page", raised_at: Sequence[str] = ()
) -> Entry:
    """A page to be written: its message, and an example with its captures.

    ``source`` is the message as a template, ``area`` the folder of the page.
    Without an ``example``, or with one that the template does not match, one
    is made up. Raises ``TemplateError``.

    >>> entry = scaffold("job {id:int} is stuck", "job 7 is stuck", area="made/jobs")
    >>> entry.id, entry.examples[0].captures
    ('made/jobs/job-is-stuck', {'id': 7})
    """
    parsed = template.parse(source)
    return Entry(
        id=f"{area}/{slug_of(source)}",
        title=title_of(source).translate(_NO_BRACES) or literal(source),
        wordings=(Wording(source, raised_at=tuple(raised_at)),),
        explanations=(Explanation(NO_CAUSE),),
        class_=classify(source),
        system=area.partition("/")[0],
        examples=(_example(parsed, example) or sample(source),),
    )


def _example(parsed: template.Template, text: str) -> Example | None:
    found = template.Compiled(parsed).at(text) if text else None
    if not found:
        return None
    kinds = {slot.name: template.kind_of(slot) for slot in template.slots(parsed)}
    captures = {
        name: template.read_value(kinds[name], text[start:end].strip())
        for name, (start, end) in found.spans.items()
        if kinds[name] != "chain"
    }
    return Example(text, captures)


def write_new(entry: Entry, directory: str) -> str:
    """Write a page to its own new file below a directory; gives the file's path.

    Raises ``InputError`` when the file is there already or cannot be written.
    """
    path = os.path.join(directory, *f"{entry.id}.toml".split("/"))
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "x", encoding="utf-8") as file:
            file.write(page.write(entry))
    except FileExistsError as error:
        raise InputError(path, "is there already and was left as it is") from error
    except OSError as error:
        raise InputError(path, error.strerror or str(error)) from error
    return path
