"""A small notation for grammars, and whether tokens fit it.

In a rule, blanks separate what must follow each other: a capital word is a keyword and punctuation
is itself; a word in small letters is another rule or one of ``BUILT_IN``. ``{ a | b }`` is a
choice, ``[ a ]`` may be absent, ``a ,...`` is a list with commas, ``a *`` any number of times.
A mark of the notation that is meant as itself stands in quotes: ``'['``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from diagnose.remedies.reserved import RESERVED
from diagnose.statement.lexing import NAMES, STRINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from diagnose.statement import Token


class Word(NamedTuple):
    """A keyword or a mark."""

    text: str


class Ref(NamedTuple):
    """Another rule."""

    name: str


class Choice(NamedTuple):
    """One of several runs."""

    runs: tuple[tuple[Element, ...], ...]


class Repeated(NamedTuple):
    """Once or more with ``separator`` between, or any number of times without one."""

    element: Element
    separator: str


Element = Word | Ref | Choice | Repeated

_CLOSING = {"{": "}", "[": "]"}


def parse(source: str) -> Element:
    """A rule as elements; raises ``ValueError`` for marks that do not fit together."""
    element, rest = _choice(source.split())
    if rest:
        raise ValueError(f"{rest[0]} closes nothing in {source!r}")
    return element


def _choice(words: list[str]) -> tuple[Choice, list[str]]:
    runs: list[tuple[Element, ...]] = []
    run: list[Element] = []
    while words and words[0] not in _CLOSING.values():
        word, *words = words
        if word == "|":
            runs.append(tuple(run))
            run = []
        elif word in _CLOSING:
            inner, words = _choice(words)
            if not words or words.pop(0) != _CLOSING[word]:
                raise ValueError(f"{word} is not closed")
            run.append(Choice((*inner.runs, ())) if word == "[" else inner)
        elif word in {",...", "*"}:
            run.append(Repeated(run.pop(), "," if word == ",..." else ""))
        else:
            run.append(Ref(word) if word[0].islower() else Word(word.strip("'") or word))
    return Choice((*runs, tuple(run))), words


BUILT_IN: dict[str, Callable[[Token], bool]] = {
    "ident": lambda token: (
        token.kind in NAMES and token.closed and token.text.lower() not in RESERVED
    ),
    "label": lambda token: token.kind in NAMES and token.closed,
    "quoted_name": lambda token: token.kind == "quoted_name" and token.closed,
    "string": lambda token: token.kind in STRINGS and token.closed,
    "integer": lambda token: token.kind == "number" and token.text.isdecimal(),
    "number": lambda token: token.kind == "number",
    "operator": lambda token: token.kind == "operator",
}
"""What one token can be; ``label`` is a name that may be a reserved word."""


class Grammar:
    """Rules by name, ready to be compared with tokens.

    ``unreserved`` are words that RisingWave keeps to itself and this grammar's system does not.
    """

    def __init__(self, rules: Mapping[str, str], unreserved: frozenset[str] = frozenset()) -> None:
        self._rules = {name: parse(source) for name, source in rules.items()}
        self._unreserved = unreserved

    def fits(self, rule: str, tokens: Sequence[Token]) -> bool:
        """Whether all the tokens together are what the rule says."""
        return len(tokens) in _Reading(self._rules, tokens, self._unreserved).ends(Ref(rule), 0)


class _Reading:
    """One sequence of tokens; where each element can end is worked out once for each start."""

    def __init__(
        self, rules: Mapping[str, Element], tokens: Sequence[Token], unreserved: frozenset[str]
    ) -> None:
        self._rules = rules
        self._tokens = tokens
        self._unreserved = unreserved
        self._known: dict[tuple[str, int], frozenset[int]] = {}

    def ends(self, element: Element, start: int) -> frozenset[int]:
        if isinstance(element, Choice):
            return frozenset().union(*(self._run(run, start) for run in element.runs))
        if isinstance(element, Repeated):
            return self._repeated(element, start)
        if isinstance(element, Word):
            return self._next(start, lambda token: token.text.upper() == element.text)
        if element.name in BUILT_IN:
            found = self._next(start, BUILT_IN[element.name])
            if element.name == "ident" and not found:
                return self._next(start, lambda token: token.text.lower() in self._unreserved)
            return found
        key = element.name, start
        if key not in self._known:
            self._known[key] = self.ends(self._rules[element.name], start)
        return self._known[key]

    def _next(self, start: int, accepts: Callable[[Token], bool]) -> frozenset[int]:
        fits = start < len(self._tokens) and accepts(self._tokens[start])
        return frozenset({start + 1} if fits else ())

    def _run(self, run: Sequence[Element], start: int) -> frozenset[int]:
        ends = frozenset({start})
        for element in run:
            ends = frozenset().union(*(self.ends(element, end) for end in ends))
        return ends

    def _repeated(self, repeated: Repeated, start: int) -> frozenset[int]:
        found: set[int] = set() if repeated.separator else {start}
        pending = {start}
        while pending:
            here = pending.pop()
            new = self.ends(repeated.element, here) - found
            found |= new
            if repeated.separator:
                mark = Word(repeated.separator)
                new = frozenset().union(*(self.ends(mark, end) for end in new))
            pending |= new
        return frozenset(found)
