"""The failing statement in a text."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from diagnose.model import Statement
    from diagnose.statement.found import Found

    Finder = tuple[tuple[str, ...], Callable[[str], Iterator[Found]]]


def find(text: str) -> list[Found]:
    """Statements and commands of a text that failed or may have failed, in order.

    A prompt whose output tells of no error is left out. The same statement said twice is given
    once, as the complete one if one of them is.

    >>> find("dev=> flush;\\nFLUSH\\ndev=> drop table t;\\nERROR:  Failed")[0].statement.text
    'drop table t;'
    """
    everything = list(_all(text))
    if not everything:
        return everything
    kept: dict[str, Found] = {}
    reached = 0
    for each in sorted(everything, key=_place):
        key = " ".join(each.statement.text.rstrip("; \n").split()).casefold()
        before = kept.get(key)
        inside_another = each.end <= reached
        if key and not inside_another and (before is None or not before.statement.complete):
            kept[key] = each
            reached = each.end
    return sorted(kept.values(), key=_place)


def best(found: Sequence[Found]) -> Statement | None:
    """Of the statements of one text the last complete one, else the last one.

    >>> best(find("dev=> drop table\\ndev-> t;\\nERROR:  x\\nLINE 2: t;\\n")).text
    'drop table\\nt;'
    """
    complete = [each for each in found if each.statement.complete]
    return next((each.statement for each in reversed(complete or found)), None)


def _place(found: Found) -> tuple[int, int]:
    """By start; of those that start at the same place the longest first."""
    return found.start, -found.end


TYPED_ORIGINS = frozenset({"psql prompt", "prompt", "lines above the error", "shell prompt"})
"""Origins of statements that somebody typed right before what was printed below them."""

ECHO_MARKS = ("sql", "SQL", "stmt=", "statement", "STATEMENT", "Batch entry ", "LINE ", "`")
"""Without one of these no server, driver or test runner has repeated a statement."""

PROMPT_MARKS = ("> ", "$ ", "# ", "% ", "+ ", "\n", "\u279c", "\u276f", "risectl", "risingwave ctl")
"""Without one of these nobody has typed one."""


def _all(text: str) -> Iterator[Found]:
    """The finders are loaded when there is something to find: most messages stand alone."""
    tables: list[Iterable[Finder]] = []
    if _holds_any(text, ECHO_MARKS):
        from diagnose.statement.echoes import ECHOES

        tables.append(ECHOES)
    if _holds_any(text, PROMPT_MARKS):
        from diagnose.statement.prompts import PROMPTS

        tables.append(PROMPTS)
    for table in tables:
        for marks, finder in table:
            if _holds_any(text, marks):
                yield from finder(text)


def _holds_any(text: str, marks: tuple[str, ...]) -> bool:
    for mark in marks:  # noqa: SIM110 - asked of every message: a generator takes twice the time
        if mark in text:
            return True
    return False
