"""Whether a statement template fits a failing statement, and what it captures.

A template is compared with tokens. Letter case of words, white space, comments
and a ``;`` at the end make no difference. What a placeholder takes:

``int``, ``number``   a number with its sign, also in quotes (``'8'``)
``sql_name``          a name with its dots and quotes
``sql_string``        a string: ``'..'``, ``E'..'``, ``$$..$$``
``one_of(A B|C)``     one of the choices, of any number of words; the value is the choice
``word``              one token
``list``              names, numbers, strings, with commas between them
``prose``, ``debug``  as few tokens as possible, maybe none; brackets stay whole
``rest``, ``chain``   everything that is left, maybe nothing
``[[ ... ]]``         taken wherever the rest still fits, however late it stands

Brackets stay whole means: ``prose`` takes ``( ... )`` as one, and never leaves the brackets it
started in. So options are reached in any order::

    CREATE SINK {sink:sql_name} {what:prose} WITH (
        {before:prose} type = {type:sql_string} {after:prose}
    ) {format:rest}

For a shell command the template is compared with its words. ``--flag value`` and
``--flag=value`` are the same, the first word may be a path, and what stands in front of it
(``sudo``, ``NAME=value``, ``kubectl exec ... --``) or after it (``| tee log``) is passed over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from diagnose.model import Fit, Statement
from diagnose.statement import shell
from diagnose.statement.accept import GROWING, Given, given_shell, given_sql, offers
from diagnose.statement.lexing import split
from diagnose.statement.program import (
    Program,
    shell_pieces,
    shell_program,
    sql_pieces,
    sql_program,
)
from diagnose.template import kind_of, read_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from diagnose.model import Value
    from diagnose.template import Slot

_MOST_STARTS = 64
_MOST_WORK = 400_000
_LONGEST = 1 << 21


class Taken(NamedTuple):
    """What one placeholder takes; ``raw`` is None where that is the text of the span."""

    slot: Slot
    span: tuple[int, int]
    raw: str | None


Trail = tuple["Trail", Taken] | None


def fit(
    template_source: str, statement: Statement, known: Mapping[str, Value] | None = None
) -> Fit | None:
    """Match a statement template against a failing statement.

    Where the text holds several statements, the ``Fit`` is of the one that fits, alone; its spans
    count in that statement's text. ``known`` are values that the statement must agree with,
    name by name. None when nothing fits, or when more than one statement does and
    they are not the same: then nothing says which one failed.
    Raises ``TemplateError``.

    >>> statement = Statement("alter table T set x=8;")
    >>> found = fit("ALTER TABLE {job:sql_name} SET x = {n:int}", statement)
    >>> dict(found.captures), found.spans["n"]
    ({'job': 'T', 'n': 8}, (20, 21))
    """
    found: dict[str, Fit] = {}
    for each in _fits(template_source, statement):
        if agrees(each, known or {}):
            found.setdefault(each.statement.text, each)
        if len(found) > 1:
            return None
    return next(iter(found.values()), None)


def agrees(fitted: Fit, known: Mapping[str, Value]) -> bool:
    """Whether names that the statement and the message share have the same value.

    Names of objects are compared without quotes and with or without their schema.
    """
    return all(
        _same(fitted.kinds[name], value, known[name])
        for name, value in fitted.captures.items()
        if name in known
    )


def _same(kind: str, mine: Value, theirs: Value) -> bool:
    if mine == theirs or str(mine) == str(theirs):
        return True
    if kind == "sql_name":
        left, right = (_plain_name(str(value)) for value in (mine, theirs))
        shorter = min(len(left), len(right))
        return left[-shorter:] == right[-shorter:]
    return str(mine).casefold() == str(theirs).casefold() and kind in {"one_of", "word"}


def _plain_name(name: str) -> list[str]:
    parts = [piece for piece in sql_pieces(name) if piece.text != "."]
    return [part.key[1:] if part.kind == "quoted_name" else part.text.lower() for part in parts]


def _fits(template_source: str, statement: Statement) -> Iterator[Fit]:
    if statement.language == "shell":
        yield from _shell_fits(template_source, statement)
        inner = sql_inside(statement)
        if inner is None:
            return
        statement = inner
    program = sql_program(template_source)
    if len(statement.text) > _LONGEST:
        return
    folded = statement.text.upper()
    if not all(key in folded for key in program.keys if key[0] not in "'\""):
        return
    for part in _statements(statement):
        found = _run(program, given_sql(part.text))
        if found is not None:
            yield _fit(part, found, "sql")


def _statements(statement: Statement) -> list[Statement]:
    """Each statement of the text; a single one with the comments around it."""
    text = statement.text.strip()
    spans = split(text) if ";" in text[:-1] else [(0, len(text))]
    if len(spans) == 1:
        return [statement._replace(text=text)]
    return [statement._replace(text=text[start:end]) for start, end in spans]


def sql_inside(statement: Statement) -> Statement | None:
    """The SQL of ``psql -c "..."`` inside a shell command.

    >>> sql_inside(Statement('psql -c "DROP TABLE t"', "shell")).text
    'DROP TABLE t'
    """
    word = shell.sql_argument(statement.text)
    if word is None:
        return None
    return Statement(word.value, "sql", "psql -c", statement.complete and word.closed)


def _shell_fits(template_source: str, statement: Statement) -> Iterator[Fit]:
    program = shell_program(template_source)
    if not program.keys or not all(key in statement.text for key in program.keys):
        return
    first = program.steps[0].key
    for run in shell.simple_commands(statement.text):
        pieces = shell_pieces(run)
        for index, piece in enumerate(pieces[:_MOST_STARTS]):
            base = piece._replace(key=piece.key.rpartition("/")[2] or piece.key)
            if first and base.key != first:
                continue
            found = _run(program, given_shell([base, *pieces[index + 1 :]]))
            if found is not None:
                yield _fit(statement, found, "shell")
                return


def _fit(statement: Statement, taken: list[Taken], language: str) -> Fit:
    captures: dict[str, Value] = {}
    kinds: dict[str, str] = {}
    spans: dict[str, tuple[int, int]] = {}
    for each in taken:
        if each.slot.name in captures:
            continue
        kind = kind_of(each.slot)
        raw = statement.text[slice(*each.span)] if each.raw is None else each.raw
        # The quotes of a shell word are gone already; those of its content stay.
        as_is = language == "shell" and kind not in {"int", "number", "list"}
        captures[each.slot.name] = raw if as_is else read_value(kind, raw)
        kinds[each.slot.name] = kind
        spans[each.slot.name] = each.span
    return Fit(statement, captures, kinds, spans)


class _State(NamedTuple):
    """A place in the program and in the statement, and how it was reached."""

    at: int
    position: int
    trail: Trail
    growing: int = -1
    """Where the ``prose`` at this step has started; -1 before it has."""


def _run(program: Program, given: Given) -> list[Taken] | None:
    """Depth first, each (step, position) once: bounded by template times statement.

    Ways that leave out an optional part come last.
    """
    budget = min(20 * len(given.pieces) + 1000, _MOST_WORK)
    seen: set[tuple[int, int]] = set()
    stack, later = [_State(0, 0, None)], list[_State]()
    while (stack or later) and budget:
        if not stack:
            stack, later = later[::-1], stack
        state = stack.pop()
        budget -= 1
        # A name that must have the same value twice makes the way there matter.
        if not program.has_repeats:
            if (state.at, state.position) in seen:
                continue
            seen.add((state.at, state.position))
        if state.at < len(program.steps):
            stack.extend(reversed(list(_advance(program, given, state))))
            if program.steps[state.at].jump:
                later.append(state._replace(at=program.steps[state.at].jump))
        elif state.position == len(given.pieces):
            return _unrolled(state.trail)
    return None


def _advance(program: Program, given: Given, state: _State) -> Iterator[_State]:
    """Where one step can lead, the preferred way first."""
    step, position = program.steps[state.at], state.position
    if step.slot is not None:
        take = _grow if kind_of(step.slot) in GROWING else _fill
        yield from take(program, given, step.slot, state)
    elif step.jump:
        yield _State(state.at + 1, position, state.trail)
    elif position < len(given.pieces) and given.pieces[position].key == step.key:
        yield _State(state.at + 1, position + 1, state.trail)


def _fill(_program: Program, given: Given, slot: Slot, state: _State) -> Iterator[_State]:
    for stop, raw in offers(given, slot, state.position):
        taken = Taken(slot, given.span(state.position, stop), raw)
        if _is_same_again(state.trail, taken, given):
            yield _State(state.at + 1, stop, (state.trail, taken))


def _grow(program: Program, given: Given, slot: Slot, state: _State) -> Iterator[_State]:
    first = state.position if state.growing < 0 else state.growing
    stop = _next_end(program, given, state)
    if stop < 0:
        return
    taken = Taken(slot, given.span(first, stop), None)
    if _is_same_again(state.trail, taken, given):
        yield _State(state.at + 1, stop, (state.trail, taken))
    if stop < len(given.pieces) and given.behind[stop]:
        yield _State(state.at, given.behind[stop], state.trail, first)


def _next_end(program: Program, given: Given, state: _State) -> int:
    """Where ``prose`` can end next: at the literal behind it, or at once; -1: nowhere."""
    position, behind, pieces = state.position, given.behind, given.pieces
    if state.at + 1 == len(program.steps):
        key = ""
    else:
        key = program.steps[state.at + 1].key
        if not key:
            return position
    while position < len(pieces):
        if pieces[position].key == key:
            return position
        if not behind[position]:
            return -1
        position = behind[position]
    return -1 if key else position


def _is_same_again(trail: Trail, taken: Taken, given: Given) -> bool:
    """Whether a name that was captured before has the same pieces again."""
    for before in _unrolled(trail):
        if before.slot.name == taken.slot.name:
            return _keys(given, before.span) == _keys(given, taken.span)
    return True


def _keys(given: Given, span: tuple[int, int]) -> list[str]:
    start, end = span
    return [piece.key for piece in given.pieces if start <= piece.start and piece.end <= end]


def _unrolled(trail: Trail) -> list[Taken]:
    taken: list[Taken] = []
    while trail is not None:
        trail, last = trail
        taken.append(last)
    return taken[::-1]
