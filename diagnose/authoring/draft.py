"""The sections of a document -> a draft entry.

Nothing of a document is dropped: what has no field of its own becomes a note,
and what was guessed or not understood is remarked on.
"""

from __future__ import annotations

from diagnose.authoring import facts as passing
from diagnose.authoring import settle
from diagnose.authoring.families import OTHER, classify
from diagnose.authoring.naming import area_of, shorten, slug_of, title_of
from diagnose.authoring.placeholders import draft_template, literal
from diagnose.authoring.sample import sample
from diagnose.authoring.sections import Section, texts, words
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.model import Document, Entry, Explanation, Fix, Wording
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from diagnose.authoring.facts import Facts
    from diagnose.authoring.placeholders import Draftplate


class Remark(NamedTuple):
    """Something for the author of the page to look at, and the document's line it is about."""

    line: int
    text: str


class Draft(NamedTuple):
    """A page to be worked on."""

    entry: Entry
    remarks: tuple[Remark, ...]


def make(given: Sequence[Section]) -> Draft:
    """Make a draft of a document's sections.

    Raises ``ValueError`` when none of them is an error message.

    >>> make([Section("message", ("sink {name} is busy",))]).entry.id
    'unknown/general/sink-is-busy'
    """
    sections = settle.settle(given)
    messages = [text.strip() for text in texts(sections, "message") if text.strip()]
    if not messages:
        raise ValueError("no error message in it")
    code = "\n".join(texts(sections, "code"))
    plates = [draft_template(message, code) for message in dict.fromkeys(messages)]
    facts = passing.read(sections)
    entry = _entry(sections, messages, plates, facts)
    lost = list(_lost(sections, entry))
    notes = (*entry.document.notes, *(text for _, text in lost))
    remarks = [
        *(Remark(*guess) for guess in settle.guesses(given, sections)),
        *_remarks(sections, plates, entry),
        *(Remark(line, f"no field for it, kept as a note: {shorten(text)}") for line, text in lost),
    ]
    kept = entry._replace(document=entry.document._replace(notes=notes))
    return Draft(kept, tuple(sorted(dict.fromkeys(remarks))))


def _entry(
    sections: Sequence[Section], messages: list[str], plates: list[Draftplate], facts: Facts
) -> Entry:
    system = words(facts.repository.rpartition("/")[2].lower()).replace(" ", "-") or "unknown"
    document = _document(sections, facts)
    cause = literal(document.meaning or document.trigger or messages[0])
    return Entry(
        id=f"{system}/{area_of(facts.places)}/{slug_of(messages[0])}",
        title=_title(sections, messages, plates[0].template),
        wordings=tuple(
            Wording(plate.template, raised_at=facts.places, commit=facts.commit) for plate in plates
        ),
        explanations=(Explanation(cause, tuple(_fixes(sections))),),
        class_=_class(sections, messages),
        severity=facts.severity,
        system=system,
        references=facts.urls,
        document=document,
        examples=tuple(sample(plate.template) for plate in plates),
    )


def _title(sections: Sequence[Section], messages: Sequence[str], template: str) -> str:
    """The document's own title, unless it only repeats the message, perhaps cut off."""
    for title in texts(sections, "title"):
        own = title.strip().rstrip(".…")
        if own and len(own) == len(shorten(own)) and not messages[0].startswith(own):
            return literal(own)
    return title_of(template) or literal(shorten(messages[0]))


def _class(sections: Sequence[Section], messages: Sequence[str]) -> str:
    background = texts(sections, "background")
    return classify(" ".join(background) if background else messages[0])


_MARKER = lazy_pattern(r"^\s*+(?:[-*•]|\d{1,2}[.)]|\(\d{1,2}\))\s++")


def listed(text: str) -> list[str]:
    """The items of a list, with or without marks in front of them.

    >>> listed("1. one\\n   more\\n2. two"), listed("one\\ntwo")
    (['one\\nmore', 'two'], ['one', 'two'])
    """
    lines = [line for line in text.split("\n") if line.strip()]
    marked = any(_MARKER.match(line) for line in lines)
    items: list[str] = []
    for line in lines:
        starts = bool(_MARKER.match(line)) if marked else not line[:1].isspace()
        if starts or not items:
            items.append(_MARKER.sub("", line, count=1).strip() if marked else line.strip())
        else:
            items[-1] += "\n" + line.strip()
    return items


def _items(sections: Sequence[Section], name: str) -> list[str]:
    return [item for text in texts(sections, name) for item in listed(text)]


def _fixes(sections: Sequence[Section]) -> Iterator[Fix]:
    """The document's solutions, in its order; none may be pasted before an author looked."""
    for item in _items(sections, "solutions"):
        title = shorten(item)
        yield Fix(literal(title), text="" if title == item else literal(item))


_SEMICOLON = lazy_pattern(r"(`[^`]*+`|\([^()]*+\)|\"[^\"]*+\")|;\s++")


def clauses(text: str) -> list[str]:
    """Split a sentence at its semicolons, those in code or brackets aside.

    >>> clauses("set twice; `a; b` run; late")
    ['set twice', '`a; b` run', 'late']
    """
    marked = _SEMICOLON.sub(lambda found: found[1] or "\0", text)
    return [clause.strip() for clause in marked.split("\0") if clause.strip()]


def _document(sections: Sequence[Section], facts: Facts) -> Document:
    def text(name: str) -> str:
        return "\n\n".join(each for each in texts(sections, name) if each)

    situations = _items(sections, "situations")
    return Document(
        meaning=text("meaning"),
        trigger=text("trigger"),
        situations=tuple(clause for each in situations for clause in clauses(each)),
        prevention=tuple(_items(sections, "prevention")),
        before=text("before"),
        after=text("after"),
        validate=text("validate"),
        handle=text("handle"),
        provenance=facts.provenance,
        notes=tuple(_notes(sections)),
    )


_NOTES = {
    "header": "Page",
    "error_type": "Type",
    "code": "Code",
    "strategy": "Strategy",
    "type_guard": "Type guard",
    "background": "Failure class",
}
"""Sections that a page has no field for."""


def _notes(sections: Sequence[Section]) -> Iterator[str]:
    for message in dict.fromkeys(texts(sections, "message")):
        yield _note("Message as documented", message.strip())
    for section in sections:
        if section.name in _NOTES and section.text.strip():
            yield _note(_NOTES[section.name], section.text)
        if section.name == "related":
            yield from (
                _note("Related error", each) for text in section.items for each in listed(text)
            )


def _note(label: str, text: str) -> str:
    return f"{label}:\n{text}" if "\n" in text else f"{label}: {text}"


# ---------------------------------------------------- what needs a look


def _remarks(
    sections: Sequence[Section], plates: Iterable[Draftplate], entry: Entry
) -> Iterator[Remark]:
    line = _line_of(sections, "message")
    for plate in plates:
        for guess in plate.guesses:
            yield Remark(line, f"guessed: {guess.written} is {{{guess.name}:{guess.kind}}}")
    if entry.class_ == OTHER:
        yield Remark(_line_of(sections, "background") or line, "no failure class recognised")
    elif not texts(sections, "background"):
        yield Remark(line, f"guessed from the message: class {entry.class_!r}")
    for section in sections:
        if not "".join(texts(sections, section.name)).strip():
            yield Remark(section.line, f"nothing below {section.title!r}")
    if not entry.explanations[0].fixes:
        yield Remark(line, "no solutions in it")


def _line_of(sections: Iterable[Section], name: str) -> int:
    return next((section.line for section in sections if section.name == name), 0)


def _lost(sections: Iterable[Section], entry: Entry) -> Iterator[tuple[int, str]]:
    """Line and text of whatever is nowhere in the entry, or has no name."""
    kept = f" {said(' '.join(_strings(entry)))} "
    for section in sections:
        whole = section.text.strip()
        lines = [said(_MARKER.sub("", line)) for line in section.text.split("\n")]
        cut = "" if section.name == "title" else " "  # a site cuts long titles anywhere
        has_all = all(f" {line}{cut}" in kept for line in lines if line)
        if whole and not (section.name and has_all):
            yield section.line, _note(section.title, whole) if section.title else whole


_RUN = lazy_pattern(r"[^\W_]+")


def said(text: str) -> str:
    """Letters and digits only, in words: what must not get lost.

    >>> said("Set `n_max` = 1.")
    'set n max 1'
    """
    return " ".join(_RUN.findall(text.lower()))


def _strings(entry: Entry) -> Iterator[str]:
    """The texts of an entry that come from its document."""
    yield from (entry.title, entry.severity, *entry.references)
    for wording in entry.wordings:
        yield from (*wording.raised_at, wording.commit)
    for fix in entry.explanations[0].fixes:
        yield from (fix.title, fix.text)
    for value in entry.document:
        yield from [value] if isinstance(value, str) else value
