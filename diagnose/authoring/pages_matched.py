"""What a page's examples and near misses show when they are diagnosed."""

from __future__ import annotations

from functools import lru_cache

from diagnose import remedies, template
from diagnose import statement as statements
from diagnose.authoring.rivals import rivals
from diagnose.engine import Engine, Options
from diagnose.errors import TemplateError
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.matcher import Matcher

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from diagnose.authoring.pages_alone import Finding
    from diagnose.catalog import Catalog
    from diagnose.model import (
        Command,
        Diagnosis,
        Entry,
        Example,
        Explanation,
        Fit,
        Fix,
        Statement,
        Value,
        Wording,
    )


class Trial(NamedTuple):
    """A catalogue ready to try its own examples on."""

    engine: Engine
    matcher: Matcher

    @classmethod
    def of(cls, catalog: Catalog) -> Trial:
        """Every layer is diagnosed, and no time limit cuts a diagnosis short."""
        options = Options(all_layers=True, guesses=False)
        return cls(Engine(catalog, options, budget_ms=0), Matcher(catalog))


class Direct(NamedTuple):
    """The match of a page's wording on a whole text, whatever other pages there are."""

    wording: Wording
    captures: Mapping[str, Value]
    kinds: Mapping[str, str]


def findings(entry: Entry, trial: Trial) -> Iterator[Finding]:
    """All that is wrong with a page's examples and near misses."""
    if entry.role == "wrapper":
        if not all(_direct(entry, example.text) for example in entry.examples):
            yield "example", "its own template does not match it"
        return
    for number, example in enumerate(entry.examples):
        yield from _example(f"example.{number}", entry, example, trial)
    for number, text in enumerate(entry.near_misses):
        direct = _direct(entry, text)
        alone = direct is not None and not direct.wording.below
        if alone or entry.id in _ids(trial.engine.diagnose(text)):
            yield f"near_miss.{number}.text", "the page matches it"
    yield from _untried_edits(entry)


def _ids(found: list[Diagnosis]) -> list[str]:
    return list(dict.fromkeys(each.id for each in found))


# ------------------------------------------------------------------- examples


def _example(place: str, entry: Entry, example: Example, trial: Trial) -> Iterator[Finding]:
    found = trial.engine.diagnose(example.text, statement=example.statement)
    own = next((each for each in found if each.id == entry.id), None)
    direct = _direct(entry, example.text)
    captures = own.captures if own else direct.captures if direct else {}
    if own is None and (direct is None or not direct.wording.below):
        yield f"{place}.text", _why_not(found, direct)
        return
    for name, value in example.captures.items():
        if name not in captures:
            yield f"{place}.captures", f"the page captures no {name!r}"
        elif captures[name] != value:
            yield f"{place}.captures", f"{name!r} is captured as {captures[name]!r}"
    if captures and not example.captures:
        yield f"{place}.captures", f"say what is captured, out of {', '.join(captures)}"
    if direct:
        for reason in rivals(entry, example.text, trial.matcher):
            yield f"{place}.text", reason
        for explanation in entry.explanations:
            yield from _unfilled(place, explanation, example, direct)
    commands = [fix.command for fix in own.fixes if fix.command] if own else []
    if example.command and commands[:1] != [example.command]:
        yield f"{place}.command", f"the first command is {(commands or [''])[0]!r}"


def _why_not(found: list[Diagnosis], direct: Direct | None) -> str:
    if found:
        return f"it is diagnosed as {', '.join(_ids(found))}"
    return "the page matches it, but nothing is diagnosed" if direct else "the page matches it not"


@lru_cache(maxsize=4096)
def _compiled(source: str) -> template.Compiled | None:
    try:
        return template.Compiled(template.parse(source))
    except TemplateError:
        return None  # told by another check


def _direct(entry: Entry, text: str) -> Direct | None:
    for wording in entry.wordings:
        compiled = _compiled(wording.template)
        found = compiled.at(text) if compiled else None
        if compiled and found:
            slots = template.slots(compiled.template)
            kinds = {slot.name: template.kind_of(slot) for slot in slots}
            captures = {
                name: template.read_value(kinds[name], text[start:end].strip())
                for name, (start, end) in found.spans.items()
                if kinds[name] != "chain"
            }
            return Direct(wording, captures, kinds)
    return None


# ------------------------------------------------------------------- commands


def _unfilled(
    place: str, explanation: Explanation, example: Example, direct: Direct
) -> Iterator[Finding]:
    """Fixes that the values of an example, and its statement, do not fill."""
    if not remedies.are_as(explanation.when, direct.captures):
        return
    statement = statements.given(example.statement) if example.statement else None
    fitted = _fit(explanation, statement, direct.captures)
    if explanation.when_statement and fitted is None:
        return
    values = {**direct.captures, **(fitted.captures if fitted else {})}
    kinds = {**direct.kinds, **(fitted.kinds if fitted else {})}
    meant = remedies.meant(explanation, values)
    if meant is None:
        return
    values |= meant
    for name in explanation.did_you_mean:
        kinds[remedies.MEANT] = kinds[name]
    made = remedies.commands(explanation, values, kinds, fitted, statement)
    for fix, command in zip(explanation.fixes, made, strict=True):
        reason = _shortcoming(fix, command)
        if reason:
            yield f"{place}.text", f"fix {fix.title!r}: {reason}"


def _shortcoming(fix: Fix, command: Command) -> str:
    if (fix.command or fix.edit) and not command.command:
        return "its command cannot be written with these values"
    missing = [name for name in command.missing if name not in fix.ask]
    if missing:
        return f"its command lacks {', '.join(missing)}"
    if fix.applicability == "safe" != command.applicability:
        return f"it is called safe, but {command.command!r} is {command.applicability}"
    return ""


def _fit(
    explanation: Explanation, statement: Statement | None, captures: Mapping[str, Value]
) -> Fit | None:
    for source in explanation.when_statement if statement else ():
        assert statement is not None
        fitted = statements.fit(source, statement, captures)
        if fitted:
            return fitted
    return None


def _untried_edits(entry: Entry) -> Iterator[Finding]:
    """An edit of the user's own statement is shown by an example with a statement."""
    for number, explanation in enumerate(entry.explanations):
        if not any(fix.edit for fix in explanation.fixes):
            continue
        for example in entry.examples:
            direct = _direct(entry, example.text)
            given = statements.given(example.statement) if example.statement else None
            if not (direct and remedies.are_as(explanation.when, direct.captures)):
                continue
            fitted = _fit(explanation, given, direct.captures)
            if fitted and remedies.meant(explanation, {**direct.captures, **fitted.captures}):
                break
            if fitted and not explanation.did_you_mean:
                break
        else:
            yield f"explanation.{number}.when_statement", "no example has a statement that fits it"
