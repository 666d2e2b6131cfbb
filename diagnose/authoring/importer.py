"""``diagnose import``: documented pages -> draft pages."""

from __future__ import annotations

from diagnose.authoring import document, document_json, draft, page
from diagnose.authoring.scaffold import write_new
from diagnose.authoring.sections import Section, texts
from diagnose.errors import InputError
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.remedies import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from diagnose.authoring.draft import Draft


class Imported(NamedTuple):
    """One document's draft, or why there is none."""

    source: str
    draft: Draft | None
    reason: str = ""
    left_out: tuple[tuple[int, str], ...] = ()


def run(
    pages: Sequence[str],
    out_dir: str | None,
    out: Callable[[str], None],
    err: Callable[[str], None],
) -> int:
    """Import documented pages, as text or JSON, into ``out_dir`` or to ``out``.

    Remarks and errors go to ``err``, all of them; a page that cannot be
    imported does not stop the others. Returns 0, or 2 when one could not be.
    """
    status = 0
    for imported in (each for name in pages for each in read(name)):
        if imported.draft is None:
            err(f"error: {imported.source}: {shown(imported.reason)}")
            status = 2
            continue
        _report(imported, err)
        try:
            _deliver(imported.draft, out_dir, out)
        except InputError as error:
            err(f"error: {imported.source}: {error}")
            status = 2
    return status


def read(name: str) -> Iterator[Imported]:
    """The drafts of all documents in a file."""
    try:
        yield from parse(_text_of(name), name)
    except InputError as error:
        yield Imported(name, None, error.reason)


def parse(text: str, name: str) -> Iterator[Imported]:
    """The drafts of all documents in a text; ``name`` says where it is from.

    >>> text = "Error message\\n\\nno sink {}\\n\\nSolutions\\n\\nCreate it.\\n"
    >>> [each.draft.entry.id for each in parse(text, "page.txt")]
    ['unknown/general/no-sink']
    """
    if not text.strip():
        yield Imported(name, None, "it is empty")
    elif name.endswith(".json") or _is_json(text):
        yield from _parse_json(text, name)
    else:
        yield _parse_text(text, name)


def _is_json(text: str) -> bool:
    """Messages may start with a brace too; a key or an element makes it JSON."""
    start = "".join(text.lstrip("\ufeff \t\r\n")[:200].split())
    return start.startswith(('{"', "[{", "[]", '["'))


def _parse_json(text: str, name: str) -> Iterator[Imported]:
    try:
        found = document_json.documents(text.removeprefix("\ufeff"))
    except RecursionError:
        yield Imported(name, None, "its JSON is nested too deeply")
    except ValueError as error:
        yield Imported(name, None, f"not a page in JSON: {error}")
    else:
        for sections in found:
            yield Imported(name, draft.make(sections))


def _parse_text(text: str, name: str) -> Imported:
    if text.lstrip()[:15].lower().startswith(("<!doctype", "<html")):
        return Imported(name, None, "it is HTML; save the page as text or take its JSON")
    parsed = document.parse(text)
    if not _is_page(parsed.sections):
        reason = "not a documented error: no section title such as 'Error message' or 'Solutions'"
        return Imported(name, None, reason)
    try:
        return Imported(name, draft.make(parsed.sections), left_out=parsed.left_out)
    except ValueError as error:
        return Imported(name, None, str(error))


_TELLING = ("message", "meaning", "location", "solutions", "example", "trigger", "background")


def _is_page(sections: Sequence[Section]) -> bool:
    return any(texts(sections, name) for name in _TELLING)


def _text_of(name: str) -> str:
    try:
        with open(name, "rb") as file:
            raw = file.read()
    except OSError as error:
        raise InputError(name, error.strerror or str(error)) from error
    if b"\0" in raw:
        raise InputError(name, "it is a binary file, not text or JSON")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InputError(name, f"line {line} is not UTF-8") from error


def _report(imported: Imported, err: Callable[[str], None]) -> None:
    assert imported.draft is not None
    for line, text in imported.left_out:
        err(f"{imported.source}:{line}: left out, it is the site's: {shown(text)}")
    for remark in imported.draft.remarks:
        err(f"{imported.source}:{remark.line}: {shown(remark.text)}")


def _deliver(made: Draft, out_dir: str | None, out: Callable[[str], None]) -> None:
    """Print a page, or write it to its own new file below ``out_dir`` and print the path."""
    if out_dir is None:
        out(f"# {made.entry.id}.toml\n{page.write(made.entry)}")
    else:
        out(write_new(made.entry, out_dir))
