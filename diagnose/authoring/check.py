"""``diagnose check``: every fault of a set of pages, with file and line."""

from __future__ import annotations

import os

from diagnose import catalog as catalogs
from diagnose import template
from diagnose.authoring import pages_alone
from diagnose.catalog.pages import RENAMED_FILE
from diagnose.errors import CatalogError, DiagnoseError, Fault, TemplateError
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.render.plain import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from diagnose.authoring.pages_matched import Trial
    from diagnose.catalog.pages import Page, Reading

SOUND, FAULTY, FAILED = 0, 1, 2


class Selection(NamedTuple):
    """Pages to check: a directory of pages, or a part of one."""

    root: str
    part: str
    """File or directory below ``root``; "" for all."""

    def holds(self, path: str) -> bool:
        """Whether a file, relative to the root, is one to check."""
        return not self.part or path == self.part or path.startswith(self.part + os.sep)


def run(directories: Sequence[str], out: Callable[[str], None], err: Callable[[str], None]) -> int:
    """Check the pages below directories, or the project's own.

    Faults go to ``out``, one a line, as ``file:line: reason``; a summary goes
    to ``err``. Returns 0 when all pages are sound, 1 when there are faults,
    2 when the check could not run.
    """
    try:
        chosen = [select(each) for each in directories] or [_own()]
        readings = [(each, catalogs.examine(each.root)) for each in chosen]
        faults = [fault for selection, reading in readings for fault in check(selection, reading)]
        faults += [fault for each in chosen for fault in class_faults(each)]
    except DiagnoseError as error:
        err(f"error: {error}")
        return FAILED
    pages = [page for selection, reading in readings for page in _pages(selection, reading)]
    if not pages and not faults:
        err(f"error: no pages in {', '.join(each.root for each in chosen)}")
        return FAILED
    faults = sorted(dict.fromkeys(faults))
    for fault in faults:
        out(visible(str(fault)))
    err(summary(pages) + (f"; {len(faults)} faults" if faults else "; no faults"))
    return FAULTY if faults else SOUND


def select(name: str) -> Selection:
    """What to check for a name on the command line.

    Ids are paths from the directory that holds ``renamed.toml``, so a part of
    such a directory is checked as a part of it. Raises ``CatalogError``.
    """
    if not os.path.exists(name):
        raise CatalogError(f"{name}: no such file or directory")
    folder = name if os.path.isdir(name) else os.path.dirname(name) or "."
    above = folder
    while not os.path.exists(os.path.join(above, RENAMED_FILE)):
        higher = os.path.normpath(os.path.join(above, os.pardir))
        if os.path.samefile(higher, above):
            return Selection(folder, "" if folder == name else os.path.basename(name))
        above = higher
    part = os.path.relpath(name, above)
    return Selection(above, "" if part == os.curdir else part)


def _own() -> Selection:
    directory = catalogs.patterns_directory()
    if directory is None:
        raise CatalogError("this is an installed program, without pages; name a directory of pages")
    return Selection(os.path.relpath(directory), "")


def check(selection: Selection, reading: Reading) -> list[Fault]:
    """All faults of the selected pages of a directory that was read."""
    from diagnose.authoring.pages_matched import Trial, findings

    faults = [
        fault
        for fault in reading.faults
        if selection.holds(os.path.relpath(fault.path, selection.root))
    ]
    others = _built_in(selection)
    ids = _ids(selection, [reading, *others])
    usable = reading._replace(pages=tuple(page for page in reading.pages if _parses(page)))
    named = [("the built-in page", each) for each in others]
    trial = Trial.of(catalogs.of_readings([*named, (selection.root, usable)]))
    for page in _pages(selection, reading):
        found = list(pages_alone.findings(page, ids))
        if _parses(page):
            found += findings(page.entry, trial)
        path = os.path.join(selection.root, page.entry.path)
        faults += [Fault(path, line_of(page, key), reason) for key, reason in found]
    faults += _undecided(selection, reading, trial)
    return faults + list(_renamed(selection, reading, ids))


def _undecided(selection: Selection, reading: Reading, trial: Trial) -> Iterator[Fault]:
    """Messages of inventories that two pages fit equally well, each told once for a page."""
    from diagnose.authoring.rivals import undecided

    places = {page.entry.id: page for page in _pages(selection, reading)}
    told: set[str] = set()
    for message in reading.known:
        for entry_id, reason in undecided(message.template, trial.matcher):
            if entry_id in places and entry_id not in told:
                told.add(entry_id)
                page = places[entry_id]
                yield Fault(
                    os.path.join(selection.root, page.entry.path), line_of(page, ""), reason
                )


def class_faults(selection: Selection) -> list[Fault]:
    """All faults of the selected pages of failure classes."""
    from diagnose.classes import pages

    directory = os.path.join(selection.root, pages.FOLDER)
    if not os.path.isdir(directory):
        return []
    return [
        fault
        for fault in pages.examine(directory)
        if selection.holds(os.path.relpath(fault.path, selection.root))
    ]


def _pages(selection: Selection, reading: Reading) -> list[Page]:
    return [page for page in reading.pages if selection.holds(page.entry.path)]


def _built_in(selection: Selection) -> list[Reading]:
    """The pages that these ones are laid over, when they are not the project's own."""
    own = catalogs.patterns_directory()
    if own is not None and os.path.samefile(own, selection.root):
        return []
    return [catalogs.built_in()]


def _ids(selection: Selection, readings: Sequence[Reading]) -> set[str]:
    """Ids that pages may refer to; a faulty page has one, too."""
    ids = {page.entry.id for reading in readings for page in reading.pages}
    for reading in readings:
        ids.update(reading.renamed)
    for fault in readings[0].faults:
        path = os.path.relpath(fault.path, selection.root)
        ids.add(path.removesuffix(".toml").replace(os.sep, "/"))
    return ids


def _parses(page: Page) -> bool:
    try:
        for wording in page.entry.wordings:
            template.parse(wording.template)
    except TemplateError:
        return False
    return True


def _renamed(selection: Selection, reading: Reading, ids: Collection[str]) -> Iterator[Fault]:
    """Old ids lead to pages that are there, and are no longer used by pages."""
    path = os.path.join(selection.root, RENAMED_FILE)
    if not reading.renamed or not selection.holds(RENAMED_FILE):
        return
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    used = {page.entry.id for page in reading.pages}
    for old, new in reading.renamed.items():
        line = next((number for number, text in enumerate(lines, 1) if old in text), 1)
        if new not in ids or new in reading.renamed:
            yield Fault(path, line, f"{old!r} is renamed to {new!r}, which is no page")
        if old in used:
            yield Fault(path, line, f"{old!r} is renamed, but a page still has this id")


def line_of(page: Page, key: str) -> int:
    """The line of a key of a page, or else of the table that holds it."""
    while key:
        if key in page.lines:
            return page.lines[key]
        key = key.rpartition(".")[0]
    return page.lines.get("", 1)


def summary(pages: Sequence[Page]) -> str:
    """How many pages there are, and what they can do."""
    entries = [page.entry for page in pages if page.entry.role != "wrapper"]
    fixes = [[fix for each in entry.explanations for fix in each.fixes] for entry in entries]
    wordings = sum(len(entry.wordings) for entry in entries)
    commands = sum(any(fix.command or fix.edit for fix in each) for each in fixes)
    edits = sum(any(fix.edit or "{statement}" in fix.command for fix in each) for each in fixes)
    return (
        f"{len(entries)} pages, {wordings} wordings, {commands} with a command, "
        f"{edits} that correct the statement, {len(pages) - len(entries)} wrappers"
    )
