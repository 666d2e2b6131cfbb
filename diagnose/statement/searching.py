"""Goes through a statement with a template, and tells what each placeholder takes."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.statement.accept import GROWING, Given, offers
from diagnose.statement.agreeing import same
from diagnose.template import kind_of, read_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diagnose.model import Value
    from diagnose.statement.program import Program
    from diagnose.template import Slot

_MOST_WORK = 400_000


class Taken(NamedTuple):
    """What one placeholder takes; ``raw`` is None where that is the text of the span."""

    slot: Slot
    span: tuple[int, int]
    raw: str | None

    def value(self, given: Given) -> Value:
        """The typed value."""
        kind = kind_of(self.slot)
        raw = given.text[slice(*self.span)] if self.raw is None else self.raw
        # The quotes of a shell word are gone already; those of its content stay.
        as_is = given.language == "shell" and kind not in {"int", "number", "list"}
        return raw if as_is else read_value(kind, raw)


Trail = tuple["Trail", Taken] | None


class _State(NamedTuple):
    """A place in the program and in the statement, and how it was reached."""

    at: int
    position: int
    trail: Trail
    growing: int = -1
    """Where the ``prose`` at this step has started; -1 before it has."""


class _Work:
    """What may still be done: bounded by template times statement."""

    def __init__(self, given: Given) -> None:
        self.left = min(20 * len(given.pieces) + 1000, _MOST_WORK)


def places(program: Program, given: Given) -> list[list[Taken]]:
    """What is taken at each place where the template fits; none when that is too much work.

    A template of a whole statement has one place at most, a fragment any number.
    """
    work = _Work(given)
    starts = _starts(program, given) if program.opens_anywhere else iter((0,))
    found = (_run(program, given, start, work) for start in starts)
    all_of_them = [taken for taken in found if taken is not None]
    return all_of_them if work.left > 0 else all_of_them[: not program.opens_anywhere]


def _starts(program: Program, given: Given) -> Iterator[int]:
    """Where a fragment can start: never inside a dotted name."""
    first = program.steps[0].key if program.steps else ""
    for position, piece in enumerate(given.pieces):
        if first and piece.key != first:
            continue
        if not position or given.pieces[position - 1].text != ".":
            yield position


def _run(program: Program, given: Given, start: int, work: _Work) -> list[Taken] | None:
    """Depth first, each (step, position) once; ways that leave out an optional part come last."""
    seen: set[tuple[int, int, int]] = set()
    stack, later = [_State(0, start, None)], list[_State]()
    while (stack or later) and work.left > 0:
        if not stack:
            stack, later = later[::-1], stack
        state = stack.pop()
        work.left -= 1
        # A name that must have the same value twice makes the way there matter.
        if not program.has_repeats:
            key = _key_of(program, given, state)
            if key in seen:
                continue
            seen.add(key)
        if state.at < len(program.steps):
            stack.extend(reversed(list(_advance(program, given, state, work))))
            if program.steps[state.at].jump:
                later.append(state._replace(at=program.steps[state.at].jump))
        elif program.ends_anywhere or state.position == len(given.pieces):
            return _unrolled(state.trail)
    return None


def _key_of(program: Program, given: Given, state: _State) -> tuple[int, int, int]:
    """States that lead to the same: where ``prose`` began matters when its value must agree."""
    slot = program.steps[state.at].slot if state.at < len(program.steps) else None
    compared = slot is not None and slot.name in given.known
    return state.at, state.position, state.growing if compared else -1


def _advance(program: Program, given: Given, state: _State, work: _Work) -> Iterator[_State]:
    """Where one step can lead, the preferred way first."""
    step, position = program.steps[state.at], state.position
    if step.slot is not None:
        if kind_of(step.slot) in GROWING:
            yield from _grow(program, given, state, work)
        else:
            yield from _fill(given, step.slot, state)
    elif step.jump:
        yield _State(state.at + 1, position, state.trail)
    elif position < len(given.pieces) and given.pieces[position].key == step.key:
        yield _State(state.at + 1, position + 1, state.trail)


def _fill(given: Given, slot: Slot, state: _State) -> Iterator[_State]:
    for stop, raw in offers(given, slot, state.position):
        taken = Taken(slot, given.span(state.position, stop), raw)
        if _agrees(taken, given) and _is_same_again(state.trail, taken, given):
            yield _State(state.at + 1, stop, (state.trail, taken))


def _grow(program: Program, given: Given, state: _State, work: _Work) -> Iterator[_State]:
    slot = program.steps[state.at].slot
    assert slot is not None
    first = state.position if state.growing < 0 else state.growing
    stop = _next_end(program, given, state, work)
    if stop < 0:
        return
    taken = Taken(slot, given.span(first, stop), None)
    if _agrees(taken, given) and _is_same_again(state.trail, taken, given):
        yield _State(state.at + 1, stop, (state.trail, taken))
    if stop < len(given.pieces) and given.behind[stop]:
        yield _State(state.at, given.behind[stop], state.trail, first)


def _next_end(program: Program, given: Given, state: _State, work: _Work) -> int:
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
        work.left -= 1
    return -1 if key else position


def _agrees(taken: Taken, given: Given) -> bool:
    """Whether a name that the message has too has the same value there."""
    name = taken.slot.name
    if name not in given.known:
        return True
    return same(kind_of(taken.slot), taken.value(given), given.known[name])


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
