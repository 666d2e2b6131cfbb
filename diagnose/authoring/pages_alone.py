"""What can be told of a page by reading it, without matching anything."""

from __future__ import annotations

from diagnose import remedies, template
from diagnose.authoring.families import CUES, OTHER
from diagnose.authoring.sections import word_set
from diagnose.errors import TemplateError
from diagnose.lean import TYPE_CHECKING
from diagnose.model import KNOWN
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from diagnose.catalog.pages import Page
    from diagnose.model import Entry, Explanation, Fix

Finding = tuple[str, str]
"""Key of the page that is at fault, and why: ``("explanation.0.cause", "...")``."""

ANY = "*"
FEWEST_NEW_WORDS = 3
"""A cause that says less than this beyond its message adds nothing to it."""

_DANGEROUS = lazy_pattern(
    r"\b(?:DROP|CASCADE|DELETE|TRUNCATE|UPDATE|INSERT|ALTER\s+SYSTEM|RECOVER|CANCEL|KILL|RESTART"
    r"|RESTORE|RESTORE-META|REBOOT|SHUTDOWN|UNREGISTER-WORKERS|DELETE-META-SNAPSHOTS|PURGE|RESET"
    r"|FLUSH-?ALL|MKFS\S*|DD|RM)\b|\bkubectl\s+(?:scale|drain|rollout|apply|patch)\b|\bgit\s+push\b",
    0x2,  # re.IGNORECASE
)
"""Words of commands that change or destroy something."""
_QUOTED = lazy_pattern(r"'[^']*+'|\"[^\"]*+\"")


def findings(page: Page, known_ids: Collection[str]) -> Iterator[Finding]:
    """All that is wrong with a page as it stands; ``known_ids`` are those it may refer to."""
    entry = page.entry
    if entry.role == "wrapper":
        return
    if entry.class_ not in CUES and entry.class_ != OTHER:
        yield "class", f"unknown class {entry.class_!r}; the classes are {', '.join(CUES)}, {OTHER}"
    yield from _title(entry)
    yield from _references(entry, known_ids)
    yield from _follows(entry, known_ids)
    yield from _causes(entry)
    for number, explanation in enumerate(entry.explanations):
        for which, fix in enumerate(explanation.fixes):
            place = f"explanation.{number}.fix.{which}"
            yield from _dangers(place, fix)
            yield from _unwritable(place, fix, explanation, entry)


def _references(entry: Entry, known_ids: Collection[str]) -> Iterator[Finding]:
    for other in entry.related:
        if other == entry.id:
            yield "related", "a page is not related to itself"
        elif other not in known_ids and other.removeprefix("class/") not in CUES:
            yield "related", f"no page has the id {other!r}"
    for url in entry.references:
        if not url.startswith("https://") or any(char.isspace() for char in url):
            yield "references", f"{url!r} is no https:// address"


def _follows(entry: Entry, known_ids: Collection[str]) -> Iterator[Finding]:
    """What came first is a page or an area that is there."""
    for number, rule in enumerate(entry.follows):
        for pattern in rule.pages:
            if pattern == entry.id:
                yield f"follows.{number}.pages", "a page does not follow from itself"
            elif pattern == ANY:
                if entry.role != "follower":
                    yield f"follows.{number}.pages", "only a follower may follow from any page"
            elif not _is_there(pattern.removeprefix(KNOWN), known_ids):
                yield f"follows.{number}.pages", f"no page or area has the id {pattern!r}"


def _is_there(pattern: str, known_ids: Collection[str]) -> bool:
    """Whether it is a page, or an area with pages in it."""
    if pattern.endswith("/"):
        return any(known.startswith(pattern) for known in known_ids)
    return pattern in known_ids


def _causes(entry: Entry) -> Iterator[Finding]:
    said = set(_content_words(" ".join(_literals(wording.template) for wording in entry.wordings)))
    for number, explanation in enumerate(entry.explanations):
        new = set(_content_words(_literals(explanation.cause))) - said
        new |= _slots([explanation.cause]) - _slots([each.template for each in entry.wordings])
        if len(new) < FEWEST_NEW_WORDS:
            yield f"explanation.{number}.cause", "it adds nothing to its message"


def _title(entry: Entry) -> Iterator[Finding]:
    """A title may hold what every wording captures."""
    try:
        used = template.slots(template.parse(entry.title))
        captured = [
            template.always_captured(template.parse(wording.template)) for wording in entry.wordings
        ]
    except TemplateError as error:
        yield "title", str(error)
        return
    for slot in used:
        if slot.default is None and not all(slot.name in names for names in captured):
            yield "title", f"{{{slot.name}}} is not captured by every message of the page"


def _dangers(place: str, fix: Fix) -> Iterator[Finding]:
    if fix.applicability != "safe":
        return
    for key, source in (("command", fix.command), *(("edit", each) for each in fix.edit.values())):
        found = _DANGEROUS.search(_QUOTED.sub("''", source))
        if found:
            yield f"{place}.{key}", f"a command with {found[0].upper()} is not safe"


def _unwritable(place: str, fix: Fix, explanation: Explanation, entry: Entry) -> Iterator[Finding]:
    """Placeholders of a command that no value can be written for."""
    try:
        stated = _kinds(explanation.when_statement)
        faults = [
            (key, fault)
            for wording in entry.wordings
            for key, source, kinds in _sources(fix, _kinds([wording.template]), stated)
            for fault in remedies.command_faults(source, fix.language, kinds)
        ]
        unnamed = [slot.name for slot in template.slots(template.parse(fix.command))
                   if slot.name in fix.ask and not slot.kind]  # fmt: skip
    except TemplateError:
        return  # told by another check
    for key, fault in dict.fromkeys(faults):
        yield f"{place}.{key}", fault
    for name in dict.fromkeys(unnamed):
        yield f"{place}.ask", f"{{{name}}} is asked for: give it a kind in the command"


def _sources(
    fix: Fix, captured: Mapping[str, str], stated: Mapping[str, str]
) -> Iterator[tuple[str, str, dict[str, str]]]:
    """What a fix writes, each with its key and the kinds of the values that are quoted in it.

    In an edit a capture of the statement stands as it was typed.
    """
    if fix.command:
        yield "command", fix.command, {**captured, **stated}
    for name, source in fix.edit.items():
        kinds = {key: kind for key, kind in captured.items() if key not in stated}
        yield f"edit.{name}", source, kinds


def _kinds(sources: Iterable[str]) -> dict[str, str]:
    slots = [slot for source in sources for slot in template.slots(template.parse(source))]
    return {slot.name: template.kind_of(slot) for slot in slots}


_SLOT_NAME = lazy_pattern(r"\{(\w++)[^{}]*+\}")
_SLOT = lazy_pattern(r"\{[^{}]*+\}")
_WORD = lazy_pattern(r"[a-z][a-z_]{2,}")
_SMALL = word_set(
    "the and are was were has have had not but for with from that this these those which when then"
    " than its into may can will does did been being there here only also such error failed fails"
)


def _slots(sources: Iterable[str]) -> set[str]:
    return {f"{{{name}}}" for source in sources for name in _SLOT_NAME.findall(source)}


def _literals(source: str) -> str:
    return _SLOT.sub(" ", source)


def _content_words(text: str) -> Iterator[str]:
    """Words that say something, in their shortest form.

    >>> list(_content_words("The jobs are stopped"))
    ['job', 'stopp']
    """
    for word in _WORD.findall(text.lower()):
        if word not in _SMALL:
            yield _ENDING.sub("", word) if len(word) > _SHORTEST_STEM else word


_ENDING = lazy_pattern(r"(?:ing|ed|es|s)$")
_SHORTEST_STEM = 3
