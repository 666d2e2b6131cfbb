"""What is known of each system: its statements, relations, functions and parameters."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tests.grammar.notation import Grammar

HERE = Path(__file__).parent


class Relation(NamedTuple):
    """A table or view of a system and its columns, with the versions that brought them."""

    columns: tuple[str, ...]
    since: str
    later: dict[str, str]


class Dialect(NamedTuple):
    """What one system understands."""

    name: str
    grammar: Grammar
    statements: tuple[dict[str, str], ...]
    relations: dict[str, Relation]
    functions: frozenset[str]
    keywords: frozenset[str]
    listed: frozenset[str]
    """What SHOW lists; anything else that it shows is a parameter."""
    parameters: dict[str, dict[str, str]]


class Verdict(NamedTuple):
    """Faults of a text, and the version that all of it needs."""

    faults: list[str]
    since: str = ""


def read(name: str) -> dict[str, Any]:
    """A data file of this directory."""
    return tomllib.loads((HERE / name).read_text(encoding="utf-8"))


@cache
def dialect(system: str) -> Dialect:
    """The grammar and the names of ``risingwave``, ``postgres`` or ``mysql``."""
    shared, own = read("query.toml"), read(f"{system}.toml")
    rules = {**shared["rules"], **own["rules"]}
    texts = [each["text"] for each in own["statement"]]
    numbered = {f"statement_{number}": text for number, text in enumerate(texts)}
    relations = read("relations.toml") if system == "risingwave" else own.get("relations", {})
    return Dialect(
        system,
        Grammar({**rules, **numbered}, frozenset(own.get("unreserved", "").split())),
        tuple(own["statement"]),
        {name: _relation(said) for name, said in relations.items()},
        frozenset(own["functions"].split()),
        frozenset(
            word.lower()
            for source in [*rules.values(), *texts]
            for word in source.split()
            if word.replace("_", "").isalpha() and word.isupper()
        ),
        frozenset(own.get("listed", "").split()),
        read("parameters.toml") if system == "risingwave" else {},
    )


def _relation(said: dict[str, Any] | str) -> Relation:
    if isinstance(said, str):
        return Relation(tuple(said.split()), "", {})
    return Relation(tuple(said["columns"].split()), said.get("since", ""), said.get("later", {}))


def version(said: str) -> tuple[int, ...]:
    """A version as numbers; "" is older than all."""
    return tuple(int(part) for part in said.split(".")) if said else ()
