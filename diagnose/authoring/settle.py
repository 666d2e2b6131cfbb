"""Sections of a text whose titles are missing: named by their place and their form."""

from __future__ import annotations

from diagnose.authoring import example_fix
from diagnose.authoring.sections import Section, texts
from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_FILE_AND_LINE = lazy_pattern(r"\S+\.\w{1,8}:\d+\S*")
_DEFENSIVE = frozenset({"validate", "type_guard", "handle", "prevention", "defensive", "strategy"})


def settle(sections: Sequence[Section]) -> list[Section]:
    """Give every section the name that its place and form suggest.

    >>> [each.name for each in settle([Section("preamble", ("no sink\\n\\nIt is gone.",), 1)])]
    ['title', 'message', 'meaning']
    """
    present = {section.name for section in sections}
    settled: list[Section] = []
    for section in sections:
        if section.name == "preamble":
            settled += _preamble(section, present | {each.name for each in settled})
        elif section.name == "message" and "meaning" not in present:
            settled += _message(section)
        elif section.name == "source" and section.items:
            settled += _source(section)
        elif section.name == "example":
            found = example_fix.read(section.text, alone=not present & _DEFENSIVE)
            settled += _parts(section, found)
        elif section.name == "defensive":
            found = example_fix.defence_of(example_fix.blocks_of(section.text))
            settled += _parts(section, found._replace(after=""))
            settled += [Section("", (found.after,), section.line)] if found.after else []
        else:
            settled.append(section)
    return settled


def paragraphs(section: Section) -> list[Section]:
    """A section's paragraphs, each with its line."""
    found: list[Section] = []
    line = section.line
    for text in section.text.split("\n\n"):
        blank = len(text) - len(text.lstrip("\n"))
        if text.strip():
            found.append(section._replace(items=(text.strip("\n"),), line=line + blank))
        line += text.count("\n") + 2
    return found


def _preamble(section: Section, present: set[str]) -> Iterator[Section]:
    """What stands before the first title: the page's own title, perhaps message and meaning."""
    title, *others = paragraphs(section)
    yield title._replace(name="title")
    if "message" not in present:
        repeats = others and others[0].text.startswith(title.text[:20])
        yield (others.pop(0) if repeats else title)._replace(name="message")
    for other in others:
        yield other._replace(name="" if "meaning" in present else "meaning")


def _message(section: Section) -> Iterator[Section]:
    """In a page without a meaning, what follows the message as a paragraph of its own is it."""
    if len(section.items) > 1:
        yield section
        return
    message, *others = paragraphs(section) or [section]
    yield message
    yield from (other._replace(name="meaning", title="") for other in others)


def _source(section: Section) -> Iterator[Section]:
    first, *others = section.text.split("\n")
    if _FILE_AND_LINE.search(first):
        yield section._replace(name="location", items=(first,))
        if any(others):
            yield section._replace(name="code", items=("\n".join(others),), line=section.line + 1)
    else:
        yield section._replace(name="code")


def _parts(section: Section, example: example_fix.Example) -> Iterator[Section]:
    for name, text in example._asdict().items():
        if text:
            yield Section(name, (text,), section.line)


def guesses(sections: Sequence[Section], settled: Sequence[Section]) -> list[tuple[int, str]]:
    """Which sections were named without a title of their own, for the author to look at."""
    given = {section.name for section in sections}
    guessed = ("message", "meaning", "validate", "handle", "prevention")
    return [
        (section.line, f"no title: taken for {section.name!r}")
        for section in settled
        if section.name in guessed and section.name not in given and texts(settled, section.name)
    ]
