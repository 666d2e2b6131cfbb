"""The parts of a page that every page format shows, in their order."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.render.commands import of_applicability
from diagnose.render.entries import reader_text, versions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diagnose.model import Document, Entry, Explanation, Fix, Follows, Wording

PROSE, CODE, COMMAND, LIST = "prose", "code", "command", "list"
EITHER = "either"
"""Prose when it is one line, else code."""
_SECTIONS = (
    ("meaning", "What it means", PROSE),
    ("trigger", "What triggers it", PROSE),
    ("situations", "Common situations", LIST),
    ("before", "Fails", CODE),
    ("after", "Works", CODE),
    ("validate", "To check first", EITHER),
    ("handle", "To handle it", EITHER),
    ("prevention", "Prevention", LIST),
    ("provenance", "Provenance", PROSE),
    ("notes", "Notes", LIST),
)


class Part(NamedTuple):
    """A titled part of a page."""

    title: str
    kind: str
    lines: tuple[str, ...]
    level: int = 1
    language: str = ""


def parts(entry: Entry) -> Iterator[Part]:
    """Everything that a page says, but its title."""
    yield Part("Messages", LIST, tuple(map(_wording, entry.wordings)))
    for explanation in entry.explanations:
        yield from _explanation(explanation, alone=len(entry.explanations) == 1)
    yield from _document(entry.document)
    yield Part("Comes after", LIST, tuple(dict.fromkeys(map(_first, entry.follows))))
    yield Part("See also", LIST, entry.related)
    yield Part("References", LIST, entry.references)


def facts(entry: Entry) -> str:
    """Severity, class and role on one line."""
    role = {"wrapper": "says who failed, not why", "follower": "a consequence"}.get(entry.role, "")
    return ", ".join(fact for fact in (entry.severity, entry.class_, role) if fact)


def _first(rule: Follows) -> str:
    """What failed first, or where it is to be looked for."""
    return f"look at {rule.look}" if rule.look else ", ".join(rule.pages)


def _wording(wording: Wording) -> str:
    places = f"raised at {', '.join(wording.raised_at)}" if wording.raised_at else ""
    notes = "; ".join(note for note in (versions(wording.since, wording.until), places) if note)
    return f"{reader_text(wording.template)}  ({notes})" if notes else reader_text(wording.template)


def _explanation(explanation: Explanation, *, alone: bool) -> Iterator[Part]:
    conditions = [f"the statement is {reader_text(each)}" for each in explanation.when_statement]
    conditions += [f"it stands below {reader_text(each)}" for each in explanation.when_chain]
    conditions += [f"{{{name}}} is {_said(wanted)}" for name, wanted in explanation.when.items()]
    conditions += [f"{{{name}}} is misspelt" for name in explanation.did_you_mean]
    title = "Cause"
    if conditions:
        title = f"Cause when {' or '.join(conditions)}"
    elif not alone:
        title = "Cause otherwise"
    yield Part(title, PROSE, (reader_text(explanation.cause),))
    for fix in explanation.fixes:
        yield from _fix(fix)


def _said(wanted: bool | str | list[str]) -> str:
    if isinstance(wanted, bool):
        return "there" if wanted else "not there"
    return wanted if isinstance(wanted, str) else " or ".join(wanted)


def _fix(fix: Fix) -> Iterator[Part]:
    if fix.command or fix.edit or fix.applicability == "unsafe":
        title = f"{reader_text(fix.title)} [{of_applicability(fix.applicability)}]"
    else:
        title = reader_text(fix.title)
    yield Part(f"Fix: {title}", PROSE, (reader_text(fix.text),) if fix.text else (), 2)
    if fix.edit:
        edits = ", ".join(f"<{name}> to {reader_text(text)}" for name, text in fix.edit.items())
        yield Part("", PROSE, (f"In the failing statement, change {edits}.",), 2)
    if fix.command:
        lines = tuple(reader_text(fix.command).split("\n"))
        yield Part("", COMMAND, lines, 2, fix.language)


def _document(document: Document) -> Iterator[Part]:
    for field, title, kind in _SECTIONS:
        value = getattr(document, field)
        lines = value if isinstance(value, tuple) else (value.strip(),) if value else ()
        one_kind = (CODE if "\n" in lines[0] else PROSE) if kind == EITHER and lines else kind
        yield Part(title, one_kind, lines)
