"""The end of a run: what was folded, what came how often."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, Protocol
from diagnose.render.plain import cut, place, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from diagnose.model import Diagnosis


class _Row(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def times(self) -> int: ...
    @property
    def first(self) -> str: ...
    @property
    def last(self) -> str: ...
    @property
    def components(self) -> tuple[str, ...]: ...
    @property
    def more_components(self) -> bool: ...


def folded(hidden: Iterable[tuple[Diagnosis, int]]) -> str:
    """One line for each diagnosis whose repeats were not shown: its last one and how many."""
    return "".join(f"\n{line}\n" for line in map(_folded_line, hidden))


def _folded_line(repeat: tuple[Diagnosis, int]) -> str:
    last, times = repeat
    at = ", ".join(part for part in (place(last.where), last.timestamp) if part)
    return visible(f"repeated {times} more {_times(times)}: {last.id}  (last: {at})")


def _times(number: int) -> str:
    return "time" if number == 1 else "times"


def summary(rows: Sequence[_Row]) -> str:
    """Each page: how often, first and last seen, which components."""
    total = sum(row.times for row in rows)
    lines = [f"summary: {total} diagnosed, {len(rows)} different"]
    width = len(str(max((row.times for row in rows), default=0)))
    for row in rows:
        lines += _row(row, width)
    return "\n".join(lines) + "\n"


def _row(row: _Row, width: int) -> Iterator[str]:
    indent = " " * (width + 4)
    yield f"  {row.times:>{width}}  {visible(row.id)}  {visible(cut(row.title, 200))}"
    if row.first:
        yield f"{indent}first {visible(row.first)}, last {visible(row.last)}"
    if row.components:
        more = ", ..." if row.more_components else ""
        yield f"{indent}in {visible(cut(', '.join(row.components), 400))}{more}"
