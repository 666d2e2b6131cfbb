"""Directories of pages laid over each other: a later one wins, and what it takes over is said."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from diagnose.catalog.known import Known
    from diagnose.catalog.pages import Page, Reading


class Merged(NamedTuple):
    """Several directories laid over each other."""

    pages: tuple[Page, ...]
    renamed: Mapping[str, str]
    notices: tuple[str, ...]
    known: tuple[Known, ...] = ()


class _Laid(NamedTuple):
    """What was laid so far, with the names of the directories."""

    pages: dict[str, tuple[str, Page]]
    templates: dict[str, str]
    """Template of a page -> its id."""
    renamed: dict[str, str]
    known: dict[str, Known]


def merge(readings: Sequence[tuple[str, Reading]]) -> Merged:
    """Lay directories over each other; a later page of the same id wins.

    The notices say which ids and messages of earlier directories a later one takes over.
    """
    laid = _Laid({}, {}, {}, {})
    notices: list[str] = []
    for name, reading in readings:
        notices += _taken_over(name, reading, laid)
        laid.pages.update((page.entry.id, (name, page)) for page in reading.pages)
        for page in reading.pages:
            laid.templates.update((each.template, page.entry.id) for each in page.entry.wordings)
        laid.renamed.update(reading.renamed)
        laid.known.update((each.id, each) for each in reading.known)
    pages = tuple(page for _, page in laid.pages.values())
    return Merged(pages, laid.renamed, tuple(notices), tuple(laid.known.values()))


def _taken_over(name: str, reading: Reading, laid: _Laid) -> Iterator[str]:
    for page in reading.pages:
        entry = page.entry
        if entry.id in laid.pages:
            yield f"{entry.id}: {name} overrides {laid.pages[entry.id][0]}"
        others = (laid.templates.get(each.template, entry.id) for each in entry.wordings)
        for other in sorted({*others} - {entry.id}):
            yield f"{entry.id}: {name} has a message of {other}, too"
    for old, new in reading.renamed.items():
        if old in laid.pages or laid.renamed.get(old, new) != new:
            yield f"{old}: {name} says that it is {new} now"
    again = sum(each.id in laid.known for each in reading.known)
    if again:
        yield f"{again} known messages: {name} overrides those of an earlier inventory"
