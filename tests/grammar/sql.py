"""What is wrong with SQL text: its statements, the relations it reads, the functions it calls."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from diagnose.statement import Token, significant
from diagnose.statement.lexing import NAMES
from tests.grammar.notation import Grammar

HERE = Path(__file__).parent
JOINING = frozenset({"FROM", "JOIN"})
ENDING_FROM = frozenset({"WHERE", "GROUP", "ORDER", "LIMIT", "UNION", "HAVING", "ON", "WINDOW"})


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


def check(text: str, system: str, fixed: str | None = None) -> Verdict:
    """What is wrong with SQL text for a system: its form, and the names that it uses.

    Parameters that do not stand in ``fixed`` are there because a message named them.
    """
    faults = check_form(text, system)
    needed: list[str] = []
    known = dialect(system)
    for tokens in [] if faults else _statements(text):
        needed.append(min((each.get("since", "") for each in _kinds(tokens, known)), key=version))
        named = _parameters(tokens, known, text if fixed is None else fixed)
        for found in (_names(tokens, known), named):
            faults += found.faults
            needed.append(found.since)
    return Verdict(faults, max(needed, default="", key=version))


def check_form(text: str, system: str) -> list[str]:
    """The statements of SQL text that a system does not have."""
    return [
        f"no statement of {system}: {' '.join(token.text for token in tokens)}"
        for tokens in _statements(text)
        if not _kinds(tokens, dialect(system))
    ]


def is_expression(text: str, system: str) -> bool:
    """Whether the text is an expression, not a statement."""
    return dialect(system).grammar.fits("expr", significant(text))


def version(said: str) -> tuple[int, ...]:
    """A version as numbers; "" is older than all."""
    return tuple(int(part) for part in said.split(".")) if said else ()


def _statements(text: str) -> list[list[Token]]:
    statements: list[list[Token]] = [[]]
    for token in significant(text):
        if token.text == ";":
            statements.append([])
        else:
            statements[-1].append(token)
    return [each for each in statements if each]


def _kinds(tokens: list[Token], known: Dialect) -> list[dict[str, str]]:
    """The statements of the grammar that the tokens can be."""
    return [
        said
        for number, said in enumerate(known.statements)
        if known.grammar.fits(f"statement_{number}", tokens)
    ]


# ---------------------------------------------------------- relations and columns


class _Read(NamedTuple):
    """A relation that a query reads, and the name that its columns go by."""

    name: str
    relation: Relation | None
    alias: str


def _names(tokens: list[Token], known: Dialect) -> Verdict:
    """Relations of the system that are not there, columns they do not have, functions."""
    words = [each.text for each in tokens]
    faults = _unknown_functions(tokens, known)
    reads: list[_Read] = []
    for index in range(len(words)):
        if _starts_source(words, index):
            reads.append(_source(words, index + 1, known))
            if reads[-1].relation is None and reads[-1].name.startswith(("rw_", "pg_", "sys.")):
                faults.append(f"{known.name} has no relation {reads[-1].name}")
    needed = [each.relation.since for each in reads if each.relation]
    if reads and all(each.relation for each in reads):
        found = _columns(tokens, reads, known)
        faults += found.faults
        needed.append(found.since)
    return Verdict(faults, max(needed, default="", key=version))


def _starts_source(words: list[str], index: int) -> bool:
    """FROM, JOIN, or a comma in the list of a FROM; what follows is no subquery or call."""
    here = words[index].upper()
    follows = words[index + 1 : index + 3]
    if not follows or "(" in follows or (here == "FROM" and "EXTRACT" in map(str.upper, words)):
        return False
    if here == ",":
        before = [word.upper() for word in words[:index]]
        opened = next((word for word in reversed(before) if word in JOINING | ENDING_FROM), "")
        return opened in JOINING and before.count("(") == before.count(")")
    return here in JOINING and words[max(index - 1, 0)].upper() not in {"DISTINCT", "DELETE"}


def _source(words: list[str], index: int, known: Dialect) -> _Read:
    names = [words[index]]
    index += 1
    while words[index : index + 1] == ["."]:
        names.append(words[index + 1])
        index += 2
    if words[index : index + 1] == ["AS"]:
        index += 1
    alias = words[index] if index < len(words) and words[index].isidentifier() else ""
    if alias.upper() in ENDING_FROM | JOINING | {"LEFT", "RIGHT", "FULL", "INNER", "CROSS"}:
        alias = ""
    full = ".".join(names)
    places = [full, f"pg_catalog.{full}", f"rw_catalog.{full}"]
    relation = next((known.relations[each] for each in places if each in known.relations), None)
    return _Read(full, relation, alias or names[-1])


def _columns(tokens: list[Token], reads: list[_Read], known: Dialect) -> Verdict:
    faults: list[str] = []
    needed: list[str] = []
    aliases = {each.alias: each for each in reads}
    named = _named(tokens)
    for index, token in enumerate(tokens):
        before = tokens[index - 1].text if index else ""
        behind = tokens[index + 1].text if index + 1 < len(tokens) else ""
        if token.kind not in NAMES or behind in {".", "("} or before == "::":
            continue
        if before == "." and tokens[index - 2].text in aliases:
            places = [aliases[tokens[index - 2].text]]
        elif before == "." or _is_known_word(token, known, named | set(aliases)):
            continue
        else:
            places = reads
        holding = [each.relation for each in places if _holds(each, token.text)]
        if not holding:
            faults.append(f"no column {token.text} in what {known.name} reads here")
        needed += [each.later.get(token.text, "") for each in holding if each]
    return Verdict(faults, max(needed, default="", key=version))


def _holds(place: _Read, column: str) -> bool:
    return place.relation is not None and column.lower() in place.relation.columns


def _named(tokens: list[Token]) -> set[str]:
    """Names that the query gives by AS, or to a relation of its own."""
    return {
        tokens[index + 1].text
        for index, token in enumerate(tokens[:-1])
        if token.text.upper() in {"AS", ")"} and tokens[index + 1].kind in NAMES
    }


def _is_known_word(token: Token, known: Dialect, named: set[str]) -> bool:
    return (
        token.text in named
        or token.text.lower() in known.keywords
        or any(token.text in name.split(".") for name in known.relations)
    )


def _unknown_functions(tokens: list[Token], known: Dialect) -> list[str]:
    return [
        f"{known.name} has no function {token.text}"
        for token, behind in pairwise(tokens)
        if behind.text == "("
        and token.kind == "word"
        and tokens[0].text.upper() in {"SELECT", "WITH"}
        and token.text.lower() not in known.functions | known.keywords
    ]


# --------------------------------------------------------------------- parameters


def _parameters(tokens: list[Token], known: Dialect, fixed: str) -> Verdict:
    """Variables that SET, SHOW and ALTER SYSTEM name must be there, and can be changed."""
    words = [each.text.lower() for each in tokens]
    if not known.parameters or len(words) < 2:
        return Verdict([])
    session, system = known.parameters["session"], known.parameters["system"]
    name, offered = "", session
    if words[:3] == ["alter", "system", "set"]:
        name, offered = words[3], {**session, **system}
    elif words[0] == "set" and words[1] != "time":
        name = words[2] if words[1] in {"session", "local"} else words[1]
    elif words[0] == "show" and len(words) == 2 and words[1] not in known.listed:
        name = words[1]
    if not name:
        return Verdict([])
    if name not in offered:
        return Verdict([f"no parameter {name}"])
    return Verdict([], offered[name] if name in fixed.lower() else "")
