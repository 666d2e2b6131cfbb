"""Names that are made of a message or of a place in the source."""

from __future__ import annotations

from diagnose.authoring.sections import word_set, words
from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

_PLACEHOLDER = lazy_pattern(r"""["'`]?(?:\{[^{}]*+\}|%(?:\(\w++\))?[a-z])(?![a-z])["'`]?""")
_GAP = lazy_pattern(r"\s(?=[,;:.])")
_LONGEST_SLUG = 60
_LONGEST_TITLE = 80
_END = lazy_pattern(r"[.;:](?=\s)|\s[-(]")
_ROLES = lazy_pattern(r"_(?:manager|service|controller|handler|impl|utils?|error|errors)$")
_GENERAL = word_set("mod lib main error errors util utils common src manager model types")


def without_placeholders(message: str) -> str:
    """The words of a message that are always there.

    >>> without_placeholders("job '{job_id:int}' is busy")
    'job is busy'
    """
    return _GAP.sub("", " ".join(_PLACEHOLDER.sub(" ", message).split()))


def slug_of(message: str) -> str:
    """The last part of a page's id, made of a message.

    >>> slug_of("table {} can't be altered: it has %d sinks")
    'table-can-t-be-altered-it-has-sinks'
    """
    slug = ""
    for word in words(without_placeholders(message)).split():
        if len(slug) + len(word) > _LONGEST_SLUG:
            break
        slug += f"-{word}"
    return slug.strip("-") or "message"


def title_of(template: str) -> str:
    """A title made of a template: its own words, cut where it grows long.

    >>> title_of("job {job_id:int} is busy: wait")
    'Job is busy: wait'
    """
    title = shorten(without_placeholders(template)).rstrip(" :,;(=")
    return title[:1].upper() + title[1:]


def shorten(text: str) -> str:
    """The first line of a text, up to the end of a clause where it is long.

    >>> shorten("Wait.")
    'Wait.'
    """
    line = text.strip().partition("\n")[0]
    if len(line) <= _LONGEST_TITLE:
        return line
    ends = [end.start() for end in _END.finditer(line, 20, _LONGEST_TITLE)]
    if ends:
        return line[: ends[-1]]
    return line[: max(line.rfind(" ", 20, _LONGEST_TITLE), 20)].rstrip() + " ..."


def area_of(places: Sequence[str]) -> str:
    """The area of a page, made of the file that raises its message.

    >>> area_of(["src/meta/src/backup_restore/backup_manager.rs:203"]), area_of([])
    ('backup', 'general')
    """
    parts = places[0].rpartition(":")[0].split("/") if places else []
    for part in reversed(parts):
        name = _ROLES.sub("", part.partition(".")[0])
        if name and name not in _GENERAL:
            return words(name).replace(" ", "-") or "general"
    return "general"
