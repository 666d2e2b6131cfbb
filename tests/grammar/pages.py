"""The commands of pages, filled in with the values of their examples and with harmless ones."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, NamedTuple

from diagnose import remedies, template
from diagnose import statement as statements
from tests.grammar import dialects, shell, sql
from tests.grammar.dialects import read

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from diagnose.engine import Engine
    from diagnose.model import (
        Command,
        Entry,
        Example,
        Explanation,
        Fit,
        Fix,
        Statement,
        Value,
    )

HARMLESS: dict[str, Value] = {
    "int": 7,
    "number": 7,
    "sql_name": "harmless",
    "sql_string": "harmless",
    "shell_word": "harmless",
    "quoted": "harmless",
    "list": ["7", "8"],
}


class Case(NamedTuple):
    """One fix of a page, and the values that its command is filled with."""

    entry: Entry
    explanation: Explanation
    fix: Fix
    values: Mapping[str, Value]
    kinds: Mapping[str, str]
    fit: Fit | None = None
    statement: Statement | None = None

    @property
    def name(self) -> str:
        return f"{self.entry.id}: {self.fix.title}"

    def written(self) -> Command:
        """The command, as it is suggested."""
        alone = self.explanation._replace(fixes=(self.fix,))
        return remedies.commands(alone, self.values, self.kinds, self.fit, self.statement)[0]


def cases(entry: Entry, engine: Engine) -> Iterator[Case]:
    """Every command of a page with every example that it can be filled from."""
    tries = [each for each in (_try(entry, example, engine) for example in entry.examples) if each]
    for number, explanation in enumerate(entry.explanations):
        chosen = [each.with_meant(explanation) for each in tries if each.explained_by == number]
        fitted = [(each, each.fit(explanation)) for each in chosen if each]
        others = [] if fitted else [(each, None) for each in tries]
        for fix in explanation.fixes:
            for each, fit in fitted or ([] if fix.edit else others):
                case = Case(entry, explanation, fix, each.values, each.kinds, fit, each.statement)
                if fix.command or fix.edit:
                    yield from _harmless(case)


class _Try(NamedTuple):
    """An example, and which explanation of its page is given for it."""

    values: Mapping[str, Value]
    kinds: Mapping[str, str]
    statement: Statement | None
    explained_by: int = -1

    def fit(self, explanation: Explanation) -> Fit | None:
        """How the explanation's statement fits the one that failed."""
        given = self.statement
        fits = [
            statements.fit(source, given, self.values)
            for source in (explanation.when_statement if given else ())
            if given
        ]
        return next(filter(None, fits), None)

    def with_meant(self, explanation: Explanation) -> _Try | None:
        """With the word that was meant; None where the explanation asks for one in vain."""
        fit = self.fit(explanation)
        known = {**self.values, **(fit.captures if fit else {})}
        meant = remedies.meant(explanation, known)
        return None if meant is None else self._replace(values={**self.values, **meant})

    def holds(self, explanation: Explanation) -> bool:
        """Whether the explanation is given, as far as the layers above do not matter."""
        return (
            not explanation.when_chain
            and remedies.are_as(explanation.when, self.values)
            and (not explanation.when_statement or self.fit(explanation) is not None)
            and self.with_meant(explanation) is not None
        )


def _try(entry: Entry, example: Example, engine: Engine) -> _Try | None:
    found = [each for each in engine.diagnose(example.text) if each.id == entry.id]
    if not found:
        return None
    slots = [
        slot for each in entry.wordings for slot in template.slots(template.parse(each.template))
    ]
    kinds = {slot.name: template.kind_of(slot) for slot in slots}
    given = statements.given(example.statement) if example.statement else None
    tried = _Try(found[0].captures, kinds, given)
    for number, explanation in enumerate(entry.explanations):
        if tried.holds(explanation):
            return tried._replace(explained_by=number)
    return tried


def _harmless(case: Case) -> Iterator[Case]:
    """The case with harmless values for what is not captured; each choice is tried."""
    sources = [case.fix.command, *case.fix.edit.values(), *case.explanation.when_statement[:1]]
    slots = [each for source in sources for each in template.slots(template.parse(source))]
    known = set(case.values) | set(case.fit.captures if case.fit else ())
    kinds = {slot.name: slot.kind for slot in reversed(slots) if slot.kind}
    values: dict[str, Value] = {}
    choices: list[tuple[str, str]] = []
    for slot in slots:
        if slot.name not in known and slot.kind:
            values.setdefault(slot.name, (slot.choices or (HARMLESS.get(slot.kind, ""),))[0])
            choices += [(slot.name, choice) for choice in slot.choices]
    filled = case._replace(values={**values, **case.values}, kinds={**kinds, **case.kinds})
    yield filled
    for name, choice in choices:
        if values[name] != choice:
            yield filled._replace(values={**filled.values, name: choice})


# ------------------------------------------------------------------------ faults


def faults(case: Case) -> list[str]:
    """What is wrong with a command as it is suggested."""
    written = case.written()
    if not written.command:
        return ["it cannot be written"]
    if written.missing:
        return [f"give {', '.join(written.missing)} a kind"]
    language = written.language or case.fix.language
    if language == "shell":
        return shell.check(written.command)
    if language == "toml":
        return _toml(written.command)
    return _sql(case, written.command) if language == "sql" else []


def needed(found: Iterable[Case]) -> str:
    """The version that a fix needs, whatever its values are."""
    return min((_verdict(case).since for case in found), key=dialects.version, default="")


def declared(case: Case) -> str:
    """The version from which on a page says that its fix can be used."""
    oldest = min((wording.since for wording in case.entry.wordings), key=dialects.version)
    return max(oldest, case.fix.since, key=dialects.version)


def _verdict(case: Case) -> dialects.Verdict:
    """The user's own statement may name anything, and runs on the version that it ran on."""
    if case.fix.language != "sql" or case.fix.edit:
        return dialects.Verdict([])
    return sql.check(case.written().command, system_of(case.entry.id), fixed=case.fix.command)


def _sql(case: Case, command: str) -> list[str]:
    system = system_of(case.entry.id)
    if case.fix.edit:
        return sql.check_form(command, system)
    if case.entry.id in read("pages.toml")["expressions"]["pages"] and sql.is_expression(
        command, system
    ):
        return []
    return _verdict(case).faults


def system_of(page: str) -> str:
    """The system whose statements a page suggests."""
    systems: dict[str, str] = read("pages.toml")["systems"]
    longest = max((each for each in systems if page.startswith(each)), key=len, default="")
    return systems.get(longest, page.partition("/")[0])


def _toml(command: str) -> list[str]:
    known = read("settings.toml")
    return [
        f"no setting {key} in [{section}]"
        for section, settings in tomllib.loads(command).items()
        for key in settings
        if key not in known.get(section, "").split()
    ]
