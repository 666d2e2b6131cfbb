"""A match and what is known around it -> a diagnosis."""

from __future__ import annotations

from diagnose import chain, records, remedies, template
from diagnose import statement as statements
from diagnose.engine.failing import Failing, where
from diagnose.lean import TYPE_CHECKING, NamedTuple, begin
from diagnose.model import NO_FIELDS, Diagnosis
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diagnose.engine.options import Options
    from diagnose.model import (
        Command,
        Entry,
        Explanation,
        Fit,
        Match,
        Statement,
        Value,
    )


class _Reason(NamedTuple):
    """The explanation whose conditions hold, and how the statement fits it."""

    explanation: Explanation
    fit: Fit | None = None
    meant: Mapping[str, Value] = NO_FIELDS
    """What was probably meant, where the page asks for it."""


def answer(failing: Failing, index: int) -> Diagnosis:
    """The diagnosis of one layer of a chain; that layer has a match.

    What only a reader of the whole diagnosis asks for is worked out when it is asked for.
    """
    found = failing.links[index].match
    assert found is not None
    entry, message = found.entry, failing.message
    context = _context(failing, index)
    text = chain.message_text(failing.links, index)
    return begin(
        Diagnosis,
        {
            "id": entry.id,
            "match": "known" if entry.is_known else "exact",
            "message": text.value,
            "where": where(text, message.record),
            "captures": found.captures,
            "context": context,
            "root": index == len(failing.links) - 1,
            "severity": entry.severity,
            "role": entry.role,
            "class_": entry.class_,
            "timestamp": message.timestamp,
            "level": message.level,
            "component": message.component,
        },
        lambda: _advice(failing, index, found, context),
    )


def _advice(
    failing: Failing, index: int, found: Match, context: Mapping[str, Value]
) -> dict[str, object]:
    """What the page makes of it: the other fields of the diagnosis."""
    statement = _statement(failing)
    reason = _reason(found, failing.links[:index], statement)
    values = _values(failing.options, context, found, reason)
    return {
        "title": remedies.prose(found.entry.title, values),
        "cause": remedies.prose(reason.explanation.cause, values) if reason else "",
        "fixes": _fixes(failing, found, reason, values, statement) if reason else (),
        "chain": tuple(chain.texts(failing.links)),
        "statement": statement.text if statement else "",
        "statement_origin": statement.origin if statement else "",
        "related": found.entry.related,
        "references": found.entry.references,
        "raised_at": found.wording.raised_at,
        "catalog": failing.catalog_version,
    }


def _context(failing: Failing, index: int) -> dict[str, Value]:
    """What the record's fields and the layers above say."""
    said: dict[str, Value] = dict(failing.message.fields)
    for link in failing.links[:index]:
        if link.match:
            said.update(link.match.captures)
    return said


def _values(
    options: Options, context: Mapping[str, Value], found: Match, reason: _Reason | None
) -> dict[str, Value]:
    """All that a text can be filled with; what stands nearest to the error wins."""
    typed = reason.fit.captures if reason and reason.fit else {}
    meant = reason.meant if reason else {}
    return {**options.values, **context, **found.captures, **typed, **meant}


# ---------------------------------------------------------------- statement


def _statement(failing: Failing) -> Statement | None:
    """The statement that failed: given, said in the record, typed above it, or the command run."""
    if failing.surroundings.statement:
        return statements.given(failing.surroundings.statement)
    record = failing.message.record.text.value
    sections = [section.text.value for section in failing.message.sections]
    above = (each for each in failing.surroundings.earlier if not records.is_log_line(each))
    session = "\n".join([*(each.text.value for each in above), record])
    found = {text: statements.find(text) for text in {record, session, *sections}}
    said = [each for text in (record, *sections) for each in found[text]]
    typed = [each for each in found[session] if each.statement.origin in statements.TYPED_ORIGINS]
    best = statements.best([*typed, *said])
    if failing.options.command and not (best and best.complete):
        return statements.given(failing.options.command, "command line")
    return best


# ------------------------------------------------------------------- reason


def _reason(
    found: Match, above: Sequence[chain.Link], statement: Statement | None
) -> _Reason | None:
    """The first explanation whose conditions hold."""
    for explanation in found.entry.explanations:
        if explanation.when and not remedies.are_as(explanation.when, found.captures):
            continue
        if not _is_below(explanation, above):
            continue
        fit = _fit(explanation, statement, found.captures)
        if explanation.when_statement and fit is None:
            continue
        known = {**found.captures, **fit.captures} if fit else found.captures
        meant = remedies.meant(explanation, known) if explanation.did_you_mean else NO_FIELDS
        if meant is not None:
            return _Reason(explanation, fit, meant)
    return None


def _is_below(explanation: Explanation, above: Sequence[chain.Link]) -> bool:
    """Whether the layers above are those that the explanation's ``when_chain`` asks for."""
    return not explanation.when_chain or all(
        _fits_any(source, [link.value for link in above]) for source in explanation.when_chain
    )


def _fits_any(source: str, texts: Sequence[str]) -> bool:
    compiled = template.Compiled(template.parse(source))
    return any(compiled.at(text) for text in texts)


def _fit(
    explanation: Explanation, statement: Statement | None, captures: Mapping[str, Value]
) -> Fit | None:
    """How the statement fits; a name that stands in both must have the same value."""
    if statement is None or not explanation.when_statement:
        return None
    fits = (statements.fit(source, statement, captures) for source in explanation.when_statement)
    return next(filter(None, fits), None)


# -------------------------------------------------------------------- fixes


def _fixes(
    failing: Failing,
    found: Match,
    reason: _Reason,
    values: Mapping[str, Value],
    statement: Statement | None,
) -> tuple[Command, ...]:
    if found.entry.is_known:
        from diagnose import classes

        return classes.advice(found.entry.class_)
    version = _version(failing, found.entry)
    explanation = _for_version(reason.explanation, version)
    kinds = {**found.kinds, **reason.fit.kinds} if reason.fit else found.kinds
    for name in explanation.did_you_mean:
        kinds = {**kinds, remedies.MEANT: kinds[name]}
    return remedies.commands(explanation, values, kinds, reason.fit, statement)


def _version(failing: Failing, entry: Entry) -> str:
    """The version of the product that failed, as given or as the stream said."""
    return failing.options.product_version or failing.surroundings.versions.get(entry.system, "")


def _for_version(explanation: Explanation, version: str) -> Explanation:
    """Without the fixes that a product of this version does not know."""
    if not version:
        return explanation
    wanted = _version_key(version)
    fixes = tuple(
        fix
        for fix in explanation.fixes
        if (not fix.since or _version_key(fix.since) <= wanted)
        and (not fix.until or wanted <= _version_key(fix.until))
    )
    return explanation._replace(fixes=fixes)


_VERSION = lazy_pattern(r"(\d+)(?:\.(\d+))?(?:\.(\d+))?")


def _version_key(version: str) -> tuple[int, ...]:
    found = _VERSION.search(version)
    return tuple(int(part or 0) for part in found.groups()) if found else ()
