"""A documented page as text -> its sections.

The text was saved from a site, so headings are bare lines, code has no fences,
and some titles may be missing. A line starts a section when it is a known
title or when it carries a cue (``Thrown at ...``, ``// before``, ``Trigger: ...``).
"""

from __future__ import annotations

from diagnose.authoring import sections as names
from diagnose.authoring.sections import CODE, CONTAINERS, SPELLINGS, Section, word_set
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

HEADINGS = word_set(
    "message meaning source solutions example defensive strategy validate type_guard handle"
    " prevention when trigger situations background related references"
)
"""Sections that a line of text can open; the others are facts inside a line."""

_SITE_TITLES = frozenset(SPELLINGS[name][0] for name in HEADINGS)

CHROME = lazy_pattern(
    r"(?:View|Open|See)\s(?:it\s|source\s)?on\sGitHub\b.*+|Copy(?:\s(?:code|link|page))?|Copied!?"
    r"|```[\w+-]*|~~~[\w+-]*|(?:Edit|Share)\sthis\spage|Back\sto\stop|Skip\sto\scontent",
    0x2,  # re.IGNORECASE
)
"""Lines that belong to the site and say nothing about the error; each one left out is reported."""

_PINNED = lazy_pattern(r"\b(?:pinned\sto|at)\s([0-9a-f]{7,40})\b")
_BYLINE = lazy_pattern(r"[\w.-]+/[\w.-]+@[0-9a-f]{7,40}\b|^Data as JSON:")
_HEADER = lazy_pattern(r"[\w.-]+/[\w.-]+ +[·|•] +\S.*")
_LABEL = lazy_pattern(
    r"(Thrown|Raised|Strategy|Triggers?|Common situations?|Background)( at|:)\s*+(.*)"
)
_LABELS = {
    "thrown": "location",
    "raised": "location",
    "strategy": "strategy",
    "trigger": "trigger",
    "triggers": "trigger",
    "common situation": "situations",
    "common situations": "situations",
    "background": "background",
}
_BEFORE = lazy_pattern(r"\s*+(?://|#|--|/\*|<!--|;)\s?(?:before|after)\b", 0x2)
_STEP = lazy_pattern(r"\d{1,2}[.)]\s+[A-Z`\"']")
_LONGEST_TITLE = 40
_TITLE = lazy_pattern(r"[A-Z][a-z]+(?: (?:[a-z]+|[A-Z][a-z]+|[/&])){0,4}")


class Line(NamedTuple):
    """A line of the document, and whether the one before it has text."""

    number: int
    text: str
    apart: bool
    """The line before is blank, or there is none."""
    alone: bool
    """So is the line after."""


class Parsed(NamedTuple):
    """The sections of a text, and the lines that are none of its content."""

    sections: tuple[Section, ...]
    left_out: tuple[tuple[int, str], ...]
    """Number and text of each line of chrome."""


class _Open(NamedTuple):
    """A section that is being read."""

    name: str
    title: str
    line: int
    lines: list[str]


def parse(text: str) -> Parsed:
    """Read the text of a documented page.

    >>> parsed = parse("Error message\\n\\nno such sink\\n\\nSolutions\\n\\nCreate it first.\\n")
    >>> [(each.name, each.text) for each in parsed.sections]
    [('message', 'no such sink'), ('solutions', 'Create it first.')]
    """
    opened: list[_Open] = [_Open("preamble", "", 1, [])]
    left_out: list[tuple[int, str]] = []
    fenced = False
    for line in _lines(text):
        if CHROME.fullmatch(line.text.strip()):
            left_out.append((line.number, line.text.strip()))
            fenced ^= line.text.strip()[:3] in {"```", "~~~"}
            _after_chrome(opened, line)
            continue
        found = None if fenced else _start(line, opened[-1])
        if found:
            opened.append(found)
            if found.name in _FOLLOWED_BY:
                opened.append(_Open(_FOLLOWED_BY[found.name], "", line.number + 1, []))
        else:
            opened[-1].lines.append(line.text)
    return Parsed(tuple(_closed(opened)), tuple(left_out))


def _lines(text: str) -> Iterator[Line]:
    lines = [line.rstrip() for line in text.removeprefix("\ufeff").split("\n")]
    for index, line in enumerate(lines):
        apart = index == 0 or not lines[index - 1]
        alone = apart and (index + 1 == len(lines) or not lines[index + 1])
        yield Line(index + 1, line, apart, alone)


def _after_chrome(opened: list[_Open], line: Line) -> None:
    """The link to the source closes its code; what follows it without a title are solutions."""
    if "github" not in line.text.lower():
        return
    pinned = _PINNED.search(line.text)
    if pinned:
        opened.append(_Open("commit", "", line.number, [pinned[1]]))
    opened.append(_Open("solutions", "", line.number + 1, []))


def _start(line: Line, now: _Open) -> _Open | None:
    """The section that this line opens, if it opens one."""
    if not line.text or line.text[0].isspace():
        return None
    return (
        _by_title(line, now)
        or _by_label(line)
        or _by_cue(line, now)
        or _by_unknown_title(line, now)
    )


def _by_title(line: Line, now: _Open) -> _Open | None:
    """A known title: the site's own ones anywhere, others only on a line of their own."""
    title = line.text.strip("#* ").rstrip(":")
    if len(title) > _LONGEST_TITLE or title[:1].islower():
        return None
    name = names.name_of(title)
    if name not in HEADINGS or not (line.text.startswith("#") or _is_title(title, line, now)):
        return None
    return _Open(name, title, line.number, [])


def _is_title(title: str, line: Line, now: _Open) -> bool:
    of_site = names.words(title) in _SITE_TITLES
    if of_site and " " in title:
        return True
    return line.apart and (of_site or (line.alone and now.name != "code"))


def _by_label(line: Line) -> _Open | None:
    """``Trigger: ...``, ``Thrown at file:line``: title and text on one line."""
    found = _LABEL.fullmatch(line.text.replace("**", ""))
    if not found or (found[2] == " at") != (found[1] in {"Thrown", "Raised"}):
        return None
    name = _LABELS[found[1].lower()]
    return _Open(name, found[1] + found[2], line.number, [found[3]] if found[3] else [])


def _by_cue(line: Line, now: _Open) -> _Open | None:
    """Lines that say by their form which section they belong to."""
    if _BYLINE.search(line.text):
        return _Open("byline", "", line.number, [line.text])
    if now.name == "preamble" and not any(now.lines) and _HEADER.fullmatch(line.text):
        return _Open("header", "", line.number, [line.text])
    if now.name not in {"example", "code"} and _BEFORE.match(line.text):
        return _Open("example", "", line.number, [line.text])
    if now.name == "background" and line.text[0] in "•*-":
        return _Open("related", "", line.number, [line.text])
    if now.name == "code" and line.apart and _STEP.match(line.text):
        return _Open("solutions", "", line.number, [line.text])
    return None


def _by_unknown_title(line: Line, now: _Open) -> _Open | None:
    """A short line in title case between blank lines, below text that it cannot belong to."""
    if (
        not line.alone
        or now.name in {"preamble", "header", "code", "message"}
        or not any(now.lines)
    ):
        return None
    title = line.text.strip("#* ")
    if line.text.startswith("#") or (_TITLE.fullmatch(title) and now.name not in CODE):
        return _Open("", title, line.number, [])
    return None


_FOLLOWED_BY = {"location": "code", "header": "preamble", "byline": "", "strategy": "defensive"}
"""What the lines after a section of one line are."""


def _closed(opened: Iterable[_Open]) -> Iterator[Section]:
    """The sections that have text, and those whose title stands there without any."""
    for each in opened:
        first = next((index for index, line in enumerate(each.lines) if line), None)
        if first is not None:
            text = "\n".join(each.lines[first:]).rstrip()
            below = 1 if each.title and each.name not in _ON_THE_LINE else 0
            yield Section(each.name, (text,), each.line + first + below, each.title)
        elif each.title and each.name not in CONTAINERS | {"source"}:
            yield Section(each.name, (), each.line, each.title)


_ON_THE_LINE = frozenset(_LABELS.values())
"""Sections whose text starts on the line of their title."""
