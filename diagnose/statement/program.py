"""Statement templates as small programs over tokens."""

from __future__ import annotations

from functools import lru_cache

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.statement import shell
from diagnose.statement.lexing import STRINGS, Token, content, significant
from diagnose.template import Literal, Option, Slot, parse

if TYPE_CHECKING:
    from diagnose.template import Element


ANYWHERE = "..."
"""In front of a template and behind it: it may stand anywhere in the statement."""


class Piece(NamedTuple):
    """What templates and statements are compared by: a token, or a shell word."""

    kind: str
    text: str
    """As typed."""
    key: str
    """What is compared: folded words, the content of strings."""
    start: int
    end: int


class Step(NamedTuple):
    """One instruction: a ``piece`` to meet, a ``slot`` to fill, or a ``jump`` over an option."""

    key: str = ""
    slot: Slot | None = None
    jump: int = 0
    """Where to go on when the optional part that starts here is left out."""


class Program(NamedTuple):
    """A compiled statement template."""

    steps: tuple[Step, ...]
    keys: frozenset[str]
    """Keys that every statement that fits must hold."""
    has_repeats: bool
    """Whether a name stands more than once."""
    opens_anywhere: bool = False
    ends_anywhere: bool = False
    """Whether more of the statement may stand in front of it, and behind it."""


def sql_pieces(sql: str) -> list[Piece]:
    """The significant tokens of one statement, its ``;`` left out.

    >>> [piece.key for piece in sql_pieces("alter /* x */ TABLE T;")]
    ['ALTER', 'TABLE', 'T']
    """
    found = significant(sql)
    while found and found[-1].text == ";":
        found.pop()
    return [_piece(token) for token in found]


def _piece(token: Token) -> Piece:
    kind = token.kind if token.closed else "open"
    return Piece(kind, token.text, _key(token), token.start, token.end)


def shell_pieces(run: list[shell.Word]) -> list[Piece]:
    """The words of one simple command, ``--flag=value`` taken apart."""
    return [
        Piece("shell", part.text, part.value, part.start, part.end)
        for word in run
        for part in shell.parts(word)
    ]


@lru_cache(maxsize=1024)
def sql_program(source: str) -> Program:
    """Compile a template for SQL; raises ``TemplateError``."""
    own = source.strip()
    opens, ends = own.startswith(ANYWHERE), own.endswith(ANYWHERE)
    program = _program(parse(own.removeprefix(ANYWHERE).removesuffix(ANYWHERE)).elements, "sql")
    return program._replace(opens_anywhere=opens, ends_anywhere=ends)


@lru_cache(maxsize=1024)
def shell_program(source: str) -> Program:
    """Compile a template for shell words; raises ``TemplateError``."""
    return _program(parse(source).elements, "shell")


def literal_keys(text: str, language: str) -> list[str]:
    """The keys of a literal, or of one choice of a ``one_of``."""
    if language == "sql":
        return [piece.key for piece in sql_pieces(text)]
    pieces = shell_pieces([word for word in shell.words(text) if word.kind == "word"])
    return [piece.key for piece in pieces if piece.text]


def _key(token: Token) -> str:
    if token.kind == "word":
        return token.text.upper()
    if token.kind in STRINGS:
        return "'" + content(token)
    return '"' + content(token) if token.kind == "quoted_name" else token.text


def _program(elements: tuple[Element, ...], language: str) -> Program:
    steps: list[Step] = []
    keys: list[str] = []
    _compile(elements, language, steps, keys)
    names = [step.slot.name for step in steps if step.slot]
    return Program(tuple(steps), frozenset(keys), len(set(names)) < len(names))


def _compile(
    elements: tuple[Element, ...], language: str, steps: list[Step], keys: list[str] | None
) -> None:
    for element in elements:
        if isinstance(element, Literal):
            found = literal_keys(element.text, language)
            steps.extend(Step(key) for key in found)
            if keys is not None:
                keys.extend(found)
        elif isinstance(element, Slot):
            steps.append(Step(slot=element))
        else:
            _compile_option(element, language, steps)


def _compile_option(option: Option, language: str, steps: list[Step]) -> None:
    start = len(steps)
    steps.append(Step())
    _compile(option.elements, language, steps, None)
    steps[start] = Step(jump=len(steps))
