"""What is wrong with a shell command: its programs, their subcommands and options."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from diagnose.statement import Word, words
from tests.grammar.dialects import read

if TYPE_CHECKING:
    from collections.abc import Sequence

Said = dict[str, Any]


@cache
def programs() -> dict[str, Said]:
    """All that is known of programs, by program and subcommand."""
    return {**read("programs.toml"), **read("risectl.toml")}


def check(command: str) -> list[str]:
    """What is wrong with a command line; empty when nothing is."""
    faults: list[str] = []
    for run in _runs(command):
        values = [word.value for word in run]
        faults += [f"{word.text} is not closed" for word in run if not word.closed]
        while values and "=" in values[0] and not values[0].startswith("-"):
            values = values[1:]
        if values:
            faults += _program(values)
    return faults


def _runs(command: str) -> list[list[Word]]:
    """The words of each simple command, without files that it reads or writes."""
    runs: list[list[Word]] = [[]]
    is_file = False
    for word in words(command):
        if word.kind == "operator":
            is_file = word.text[-1] in "<>"
            if not any(mark in word.text for mark in "<>"):
                runs.append([])
        elif word.kind == "word":
            if not is_file:
                runs[-1].append(word)
            is_file = False
    return runs


def _program(values: Sequence[str]) -> list[str]:
    if values[0] not in programs():
        return [f"unknown program {values[0]}"]
    name, given = values[0], list(values[1:])
    used, rest = _options(given, programs()[name])
    while programs()[name].get("commands"):
        if not rest or f"{name} {rest[0]}" not in programs():
            return [f"{name} has no subcommand {' '.join(rest[:1])}"]
        name, rest = f"{name} {rest[0]}", rest[1:]
        more, rest = _options(rest, programs()[name])
        used += more
    said = programs()[name]
    if "wraps" in said:
        return _program(rest[said["wraps"] :])
    faults = [f"{name} has no option {each}" for each in used if each.endswith("?")]
    plain = {each.partition("=")[0] for each in used}
    faults += [
        f"{name} needs {each}" for each in said.get("needs", "").split() if each not in plain
    ]
    if "one_of" in said and plain.isdisjoint(said["one_of"].split()):
        faults.append(f"{name} needs one of {said['one_of']}")
    return faults


def _options(given: list[str], said: Said) -> tuple[list[str], list[str]]:
    """Options used (those that are not known end in ``?``), and the other arguments.

    Where a subcommand follows, only the options before it are read.
    """
    known = said.get("options", "").split()
    used: list[str] = []
    rest: list[str] = []
    while given:
        word = given.pop(0)
        if not word.startswith("-") or word == "-":
            rest.append(word)
            if said.get("commands") or "wraps" in said:
                return used, [*rest, *given]
            continue
        found = _known(word, known)
        used += found or [f"{word}?"]
        if found and found[-1].endswith("=") and given:
            given.pop(0)
    return used, rest


def _known(word: str, known: list[str]) -> list[str]:
    """The known options that a word stands for; one that ends in ``=`` takes the next word."""
    name, has_value, _ = word.partition("=")
    if word in known or f"{word}=" in known:
        return [word if word in known else f"{word}="]
    if has_value and f"{name}=" in known:
        return [name]
    if word.startswith("--"):
        return []
    if f"{word[:2]}=" in known:
        return [word[:2]]
    letters = [f"-{letter}" for letter in word[1:]]
    last = [each for each in known if each in {letters[-1], f"{letters[-1]}="}]
    return [*letters[:-1], *last] if last and {*letters[:-1]} <= {*known} else []
