"""Every command that a page suggests is one that its system has, whatever is filled in."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose import catalog
from diagnose.engine import Engine, Options
from diagnose.statement import tokens, words
from tests.grammar import dialects, pages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diagnose.model import Entry, Example, Value
    from tests.grammar.pages import Case

CATALOG = catalog.of_readings(
    [("the pages", catalog.examine(catalog.patterns_directory() or ""))],
)
WITH_COMMAND = [
    entry
    for entry in CATALOG.entries()
    if any(fix.command or fix.edit for each in entry.explanations for fix in each.fixes)
]
EXAMPLES = [
    (entry.id, example)
    for entry in CATALOG.entries()
    for example in entry.examples
    if example.command
]


@cache
def engine() -> Engine:
    return Engine(CATALOG, Options(all_layers=True, guesses=False), budget_ms=0)


@cache
def cases(entry_id: str) -> tuple[Case, ...]:
    entry = CATALOG.entry(entry_id)
    assert entry
    return tuple(pages.cases(entry, engine()))


# ------------------------------------------------------------------------- valid


@pytest.mark.parametrize("entry", WITH_COMMAND, ids=lambda entry: entry.id)
def test_every_command_is_one_that_its_system_has(entry: Entry) -> None:
    fixes = [fix for each in entry.explanations for fix in each.fixes if fix.command or fix.edit]
    found = cases(entry.id)
    assert {case.fix.title for case in found} == {fix.title for fix in fixes}
    faults = [f"{case.fix.title}: {fault}" for case in found for fault in pages.faults(case)]
    assert not faults


@pytest.mark.parametrize("entry", WITH_COMMAND, ids=lambda entry: entry.id)
def test_no_command_is_offered_to_a_version_that_lacks_it(entry: Entry) -> None:
    for explanation in entry.explanations:
        for fix in explanation.fixes:
            found = [case for case in cases(entry.id) if case.fix is fix]
            if found:
                declared, needed = pages.declared(found[0]), pages.needed(found)
                assert dialects.version(declared) >= dialects.version(needed), f"since = {needed!r}"


# ---------------------------------------------------------------------- examples


@pytest.mark.parametrize(("entry_id", "example"), EXAMPLES, ids=lambda each: str(each)[:60])
def test_an_example_gives_its_command(entry_id: str, example: Example) -> None:
    found = Engine(CATALOG, Options(guesses=False), budget_ms=0).diagnose(
        example.text, statement=example.statement
    )
    commands = [fix.command for each in found if each.id == entry_id for fix in each.fixes]
    assert next(filter(None, commands)) == example.command


@pytest.mark.parametrize("entry", WITH_COMMAND, ids=lambda entry: entry.id)
def test_an_example_shows_the_command_of_a_page(entry: Entry) -> None:
    assert any(example.command for example in entry.examples)


# ----------------------------------------------------------------------- hostile

HOSTILE = [
    "it's", 'say "hi"', "a`b`", "$(reboot)", "`reboot`", "a; DROP TABLE t", "a;b", "a--b", "-- a",
    "/* a", "a */ b", "a\nb", "a\r\nb", "a\tb", "a\0b", "a\\", "\\'", "''", '""', "'", '"',
    "$$a$$", "$1", "${HOME}", "!!", "~", "*", "a b", "-rf", "--force", "=a", "#a", "a#b", "a|b",
    "a&b", "<a", "a>b", "a.b.c", "..", "", " ", "\u202eab", "a\u2066b", "a\u200bb", "\u0430b",
    "\uff07", "\u2019", "a\u00a0b", "\x1b[31m", "1 OR 1=1", "{a}", "<job>", "E'a'", "DEFAULT",
    "%s", "x" * 5000,
]  # fmt: skip
MARKS = "ab\"'`$();\\-/*.\n\0\u202e !#{}&|<>"
STRING_KINDS = frozenset(
    {"sql_name", "sql_string", "shell_word", "quoted", "word", "prose", "debug"}
)


def shape(command: str, language: str) -> list[str]:
    """The kinds of what a command is made of; a name with dots is one name."""
    if language == "toml":
        return [f"{name}.{key}" for name, said in tomllib.loads(command).items() for key in said]
    if language == "shell":
        return [f"{word.kind} {word.closed}" for word in words(command) if word.kind != "space"]
    kinds: list[str] = []
    for token in tokens(command):
        kind = ALIKE.get(token.kind, token.kind)
        if kind == "name" and kinds[-2:] == ["name", "."]:
            kinds.pop()
        elif kind == "punctuation":
            kinds.append(token.text)
        elif kind != "space":
            kinds.append(kind if token.closed else f"open {kind}")
    return kinds


ALIKE = {"quoted_name": "name", "word": "name", "c_string": "string"}


def fillings(case: Case, value: str) -> Iterator[tuple[Case, str]]:
    """The case with one of its values replaced, each in turn."""
    for name, kind in case.kinds.items():
        if kind in STRING_KINDS and name in case.values:
            yield case._replace(values={**case.values, name: value}), name
        elif kind == "list" and name in case.values:
            items: Value = [value, value]
            yield case._replace(values={**case.values, name: items}), name


def assert_harmless(case: Case, hostile: Case, name: str) -> None:
    written = hostile.written()
    if not written.command:
        return  # refused
    language = written.language or case.fix.language
    if language == "text":
        return
    plain: Value = ["harmless", "harmless"] if case.kinds[name] == "list" else "harmless"
    expected = case._replace(values={**case.values, name: plain}).written()
    assert shape(written.command, language) == shape(expected.command, language)
    assert not any(control in written.command for control in "\0\x1b\r\u202e\u2066\u200b")


@pytest.mark.parametrize("entry", WITH_COMMAND, ids=lambda entry: entry.id)
def test_no_value_breaks_out_of_its_place(entry: Entry) -> None:
    for case in cases(entry.id):
        for value in HOSTILE:
            for hostile, name in fillings(case, value):
                assert_harmless(case, hostile, name)


@given(st.data())
def test_no_text_breaks_out_of_its_place(data: st.DataObject) -> None:
    entry = data.draw(st.sampled_from(WITH_COMMAND))
    value = data.draw(st.text(alphabet=MARKS, max_size=30) | st.text(max_size=30))
    for case in cases(entry.id):
        for hostile, name in fillings(case, value):
            assert_harmless(case, hostile, name)
