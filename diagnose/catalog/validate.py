"""What must be true of a page, as far as the pages alone can tell."""

from __future__ import annotations

import os

from diagnose import template
from diagnose.errors import Fault, TemplateError
from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from diagnose.catalog.pages import Page
    from diagnose.model import Explanation, Fix, Wording

SEVERITIES = ("info", "warning", "error", "critical")
ROLES = ("cause", "wrapper", "follower")
LANGUAGES = ("sql", "shell", "toml", "text")
APPLICABILITIES = ("safe", "unsafe", "display-only")
MEANT = "meant"
"""What ``did_you_mean`` finds."""
OWN_STATEMENT = "statement"
"""In a command, the user's whole failing statement."""
ANYWHERE = "..."
"""Around a statement template that may stand anywhere in the statement."""
FEWEST_LITERALS = 8
CLASS = "class/"
_ID = lazy_pattern(r"[A-Za-z0-9._-]++(?:/[A-Za-z0-9._-]++)*+")
STARTS_ANYWHERE = frozenset({"prose", "debug", "rest", "chain"})
"""Kinds that take any number of tokens of a statement."""
NEEDS_KIND = frozenset({"prose", "word", "debug", "rest", "chain"})
"""Kinds that say nothing of how a value is written in a command."""


def validate(pages: Sequence[Page], directory: str) -> list[Fault]:
    """All faults of pages that were read from ``directory``, with file and line."""
    faults = [
        Fault(os.path.join(directory, page.entry.path), line, reason)
        for page in pages
        for line, reason in _faults_of(page)
    ]
    return faults + _doubled_ids(pages, directory)


def _doubled_ids(pages: Sequence[Page], directory: str) -> list[Fault]:
    seen: set[str] = set()
    faults: list[Fault] = []
    for page in pages:
        if page.entry.id in seen:
            path = os.path.join(directory, page.entry.path)
            line = page.lines.get("id", 1)
            faults.append(Fault(path, line, f"the id {page.entry.id!r} is given twice"))
        seen.add(page.entry.id)
    return faults


def _faults_of(page: Page) -> Iterator[tuple[int, str]]:
    entry = page.entry
    yield from ((page.lines.get("id", 1), reason) for reason in _id_faults(entry.id))
    yield from _choice(page, "severity", entry.severity, SEVERITIES)
    yield from _choice(page, "role", entry.role, ROLES)
    for number, wording in enumerate(entry.wordings):
        place = "text" if "wrapper" in page.table else f"message.{number}.text"
        line = page.lines.get(place, 1)
        yield from ((line, reason) for reason in _wording_faults(wording, entry.role))
    if entry.role != "wrapper":
        yield from _explanation_faults(page)


def _id_faults(entry_id: str) -> Iterator[str]:
    if _ID.fullmatch(entry_id) is None:
        yield f"the id {entry_id!r} is not words of letters, digits and .-_ with / between them"
    if entry_id.startswith(CLASS):
        yield f"ids that begin with {CLASS!r} are those of failure classes"


def _choice(page: Page, key: str, value: str, allowed: Sequence[str]) -> Iterator[tuple[int, str]]:
    if value not in allowed:
        yield page.lines.get(key, 1), f"{key} must be one of {', '.join(allowed)}, not {value!r}"


def _wording_faults(wording: Wording, role: str) -> Iterator[str]:
    try:
        parsed = template.parse(wording.template)
    except TemplateError as error:
        yield str(error)
        return
    yield from template.refusals(parsed)
    if "\\'" in wording.template:
        yield "literal strings of TOML know no escapes: write ' where \\' stands"
    for name in template.starved(parsed):
        yield f"{{{name}}} captures nothing: a literal must end it, or the end of the template"
    if wording.below or role == "wrapper":
        return
    if template.literal_length(parsed) < FEWEST_LITERALS:
        yield f"fewer than {FEWEST_LITERALS} literal characters prove nothing; say below = ..."
    elif not template.anchor_words(parsed):
        yield "no whole literal word of three letters or more to look the template up by"


# -------------------------------------------------------------- explanations


def _explanation_faults(page: Page) -> Iterator[tuple[int, str]]:
    captured = _captured_by_all(page.entry.wordings)
    last = len(page.entry.explanations) - 1
    for number, explanation in enumerate(page.entry.explanations):
        place = f"explanation.{number}"
        line = page.lines.get(place, 1)
        conditional = any(
            (
                explanation.when,
                explanation.when_statement,
                explanation.when_chain,
                explanation.did_you_mean,
            )
        )
        if number == last and conditional:
            yield line, "the last explanation must have no condition"
        if number < last and not conditional:
            yield line, "only the last explanation may have no condition"
        yield from _one_explanation(page, place, explanation, captured)


def _captured_by_all(wordings: Sequence[Wording]) -> dict[str, str]:
    """Names that every wording captures, and their kinds."""
    captured: dict[str, str] | None = None
    for wording in wordings:
        names = _always(wording.template)
        captured = names if captured is None else {n: k for n, k in captured.items() if n in names}
    return captured or {}


def _always(source: str) -> dict[str, str]:
    try:
        parsed = template.parse(source)
    except TemplateError:
        return {}
    always = template.always_captured(parsed)
    return {
        slot.name: template.kind_of(slot) for slot in template.slots(parsed) if slot.name in always
    }


def _one_explanation(
    page: Page, place: str, explanation: Explanation, captured: dict[str, str]
) -> Iterator[tuple[int, str]]:
    known = dict(captured)
    for reason in _when_faults(explanation, page.entry.wordings, known):
        yield page.lines.get(f"{place}.when", 1), reason
    for key, sources in (
        ("when_statement", explanation.when_statement),
        ("when_chain", explanation.when_chain),
    ):
        line = page.lines.get(f"{place}.{key}", 1)
        faults = _chain_faults if key == "when_chain" else _template_faults
        yield from ((line, reason) for source in sources for reason in faults(source))
        if key == "when_statement":
            yield from ((line, reason) for source in sources for reason in _place_faults(source))
        if sources:
            known |= _captured_by_any(sources)
    for reason in _meant_faults(explanation, known):
        yield page.lines.get(f"{place}.did_you_mean", 1), reason
    if explanation.did_you_mean:
        known[MEANT] = known.get(next(iter(explanation.did_you_mean)), "")
    cause_line = page.lines.get(f"{place}.cause", 1)
    yield from ((cause_line, why) for why in _uncaptured(explanation.cause, known, ()))
    for number, fix in enumerate(explanation.fixes):
        inner = f"{place}.fix.{number}"
        for key, reason in _fix_faults(fix, known, explanation):
            yield page.lines.get(f"{inner}.{key}", page.lines.get(inner, 1)), reason


def _when_faults(
    explanation: Explanation, wordings: Sequence[Wording], known: dict[str, str]
) -> Iterator[str]:
    """Adds what the condition makes sure of to what is known."""
    some: dict[str, str] = {}
    for wording in wordings:
        some |= _sometimes(wording.template)
    for name, wanted in explanation.when.items():
        if name not in some:
            yield f"{name!r} is captured by no message of the page"
        elif not isinstance(wanted, bool | str | list):
            yield f"{name!r} must be a text, texts, true or false"
        elif wanted is not False:
            known[name] = some[name]


def _sometimes(source: str) -> dict[str, str]:
    try:
        parsed = template.parse(source)
    except TemplateError:
        return {}
    return {slot.name: template.kind_of(slot) for slot in template.slots(parsed)}


def _meant_faults(explanation: Explanation, known: Mapping[str, str]) -> Iterator[str]:
    if len(explanation.did_you_mean) > 1:
        yield "did_you_mean names one capture"
    for name, among in explanation.did_you_mean.items():
        for used in (name, among) if isinstance(among, str) else (name,):
            if used not in known:
                yield f"{used!r} is not captured by every message of the page or the condition"


def _captured_by_any(sources: Sequence[str]) -> dict[str, str]:
    common = [_always(source) for source in sources]
    return {name: kind for name, kind in common[0].items() if all(name in c for c in common)}


def _template_faults(source: str) -> Iterator[str]:
    try:
        template.parse(source)
    except TemplateError as error:
        yield str(error)


def _chain_faults(source: str) -> Iterator[str]:
    """The same of a template that is matched with text."""
    try:
        yield from template.refusals(template.parse(source))
    except TemplateError as error:
        yield str(error)


def _place_faults(source: str) -> Iterator[str]:
    """What would make a fragment be found at too many places."""
    opened, own = source.startswith(ANYWHERE), source.strip(f"{ANYWHERE[0]} ")
    if ANYWHERE in own or source.endswith(ANYWHERE) != opened:
        yield f"{ANYWHERE} stands at the start and at the end of a when_statement, or not at all"
    first = template.parse(own).elements[:1] if opened and own else ()
    if any(isinstance(e, template.Slot) and template.kind_of(e) in STARTS_ANYWHERE for e in first):
        yield f"behind {ANYWHERE} stands a literal, or a placeholder that knows where it starts"


def _uncaptured(source: str, known: Iterable[str], ask: Sequence[str]) -> Iterator[str]:
    try:
        parsed = template.parse(source)
    except TemplateError as error:
        yield str(error)
        return
    for name in _bare_names(parsed.elements, {*known, *ask}):
        yield (
            f"{{{name}}} is not captured by every message of the page or by this explanation's "
            f"condition; give it a default {{{name}|text}}, or name it in ask"
        )


def _bare_names(elements: Sequence[template.Element], known: set[str]) -> Iterator[str]:
    """Names that may have no value; in an optional part that is what the part is for."""
    for element in elements:
        if (
            isinstance(element, template.Slot)
            and element.name not in known
            and element.default is None
        ):
            yield element.name


def _fix_faults(
    fix: Fix, known: dict[str, str], explanation: Explanation
) -> Iterator[tuple[str, str]]:
    if fix.applicability not in APPLICABILITIES:
        yield "applicability", f"applicability must be one of {', '.join(APPLICABILITIES)}"
    if fix.language not in LANGUAGES:
        yield "language", f"language must be one of {', '.join(LANGUAGES)}"
    if fix.ask and fix.applicability != "display-only":
        yield "ask", "a fix that asks for a value is display-only"
    if fix.edit and not explanation.when_statement:
        yield "edit", "edit needs a when_statement to say what is edited"
    if fix.edit and fix.command:
        yield "command", "a fix has either an edit of the user's statement or a command of its own"
    for key, source in (("title", fix.title), ("text", fix.text)):
        yield from ((key, reason) for reason in _uncaptured(source, known, fix.ask))
    known_here = {*known, OWN_STATEMENT} if explanation.when_statement else {*known}
    for source in (fix.command, *fix.edit.values()):
        key = "command" if fix.command else "edit"
        yield from ((key, reason) for reason in _uncaptured(source, known_here, fix.ask))
        yield from ((key, reason) for reason in _unwritable(source, known, fix))


def _unwritable(source: str, known: dict[str, str], fix: Fix) -> Iterator[str]:
    try:
        used = template.slots(template.parse(source))
    except TemplateError:
        return
    for slot in used:
        kind = slot.kind or known.get(slot.name, "")
        own = slot.name == OWN_STATEMENT or slot.name in fix.edit
        if kind in NEEDS_KIND and not own and slot.name not in fix.ask:
            yield (
                f"{{{slot.name}}} is {kind} text; say how it is written in {fix.language}: "
                f"{{{slot.name}:sql_name}}, {{{slot.name}:sql_string}}, {{{slot.name}:shell_word}}"
            )
