"""What is wrong with SQL text: its statements, and the names that they use."""

from __future__ import annotations

from diagnose.statement import Token, significant
from tests.grammar.dialects import Dialect, Verdict, dialect, version
from tests.grammar.names import names, parameters


def check(text: str, system: str, fixed: str | None = None) -> Verdict:
    """What is wrong with SQL text for a system: its form, and the names that it uses.

    Parameters that do not stand in ``fixed`` are there because a message named them.
    """
    faults = check_form(text, system)
    needed: list[str] = []
    known = dialect(system)
    for tokens in [] if faults else _statements(text):
        needed.append(min((each.get("since", "") for each in _kinds(tokens, known)), key=version))
        named = parameters(tokens, known, text if fixed is None else fixed)
        for found in (names(tokens, known), named):
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
