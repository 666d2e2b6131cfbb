"""What is wrong with the names in a statement: relations, columns, functions, parameters."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from diagnose.statement.lexing import NAMES
from tests.grammar.dialects import Verdict, version

if TYPE_CHECKING:
    from diagnose.statement import Token
    from tests.grammar.dialects import Dialect, Relation

JOINING = frozenset({"FROM", "JOIN"})
ENDING_FROM = frozenset({"WHERE", "GROUP", "ORDER", "LIMIT", "UNION", "HAVING", "ON", "WINDOW"})


class _Read(NamedTuple):
    """A relation that a query reads, and the name that its columns go by."""

    name: str
    relation: Relation | None
    alias: str


def names(tokens: list[Token], known: Dialect) -> Verdict:
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
    places = [full, full.removeprefix("pg_catalog."), f"pg_catalog.{full}", f"rw_catalog.{full}"]
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


def parameters(tokens: list[Token], known: Dialect, fixed: str) -> Verdict:
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
