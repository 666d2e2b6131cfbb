"""The end of a run: what was folded, what came how often."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, Protocol
from diagnose.render.plain import cut, place, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from diagnose.model import Diagnosis


class _Run(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def severity(self) -> str: ...
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


class _Incident(Protocol):
    @property
    def root(self) -> _Run | None: ...
    @property
    def followers(self) -> Sequence[_Run]: ...
    @property
    def runs(self) -> Sequence[_Run]: ...


def folded(hidden: Iterable[tuple[Diagnosis, int]]) -> str:
    """One line for each diagnosis whose repeats were not shown: its last one and how many."""
    return "".join(f"\n{line}\n" for line in map(_folded_line, hidden))


def _folded_line(repeat: tuple[Diagnosis, int]) -> str:
    last, times = repeat
    at = ", ".join(part for part in (place(last.where), last.timestamp) if part)
    return visible(f"repeated {times} more {_times(times)}: {last.id}  (last: {at})")


def _times(number: int) -> str:
    return "time" if number == 1 else "times"


def summary(incidents: Sequence[_Incident]) -> str:
    """Each incident: its cause, when, how often, where; then what followed from it."""
    total = sum(run.times for incident in incidents for run in incident.runs)
    noun = "incident" if len(incidents) == 1 else "incidents"
    lines = [f"summary: {total} diagnosed, {len(incidents)} {noun}"]
    for number, incident in enumerate(incidents, 1):
        lines += _incident(incident, f"  {number}. ")
    return "\n".join(lines) + "\n"


def _incident(incident: _Incident, number: str) -> Iterator[str]:
    indent = " " * len(number)
    if incident.root:
        yield number + _named(incident.root)
        yield from _when(incident.root, indent)
    else:
        yield number + "consequences only; their cause is not in this input"
    for run in incident.followers:
        yield f"{indent}followed by {_named(run)}"
        yield from _when(run, indent + "  ")


def _named(run: _Run) -> str:
    return f"{visible(run.id)}  {visible(cut(run.title, 200))}"


def _when(run: _Run, indent: str) -> Iterator[str]:
    often = "once" if run.times == 1 else f"{run.times} times"
    if run.first == run.last:
        yield f"{indent}{often}, {visible(run.first)}"
    else:
        yield f"{indent}{often}, first {visible(run.first)}, last {visible(run.last)}"
    if run.components:
        more = ", ..." if run.more_components else ""
        yield f"{indent}in {visible(cut(', '.join(run.components), 400))}{more}"


def summary_json(incidents: Sequence[_Incident]) -> str:
    """The same, a JSON object a line."""
    from diagnose.render.json_text import dumps

    return "".join(dumps(_object(incident)) + "\n" for incident in incidents)


def _object(incident: _Incident) -> dict[str, object]:
    return {
        "type": "incident",
        "root": _run_object(incident.root) if incident.root else None,
        "followers": [_run_object(run) for run in incident.followers],
        "times": sum(run.times for run in incident.runs),
        "schema": 1,
    }


def _run_object(run: _Run) -> dict[str, object]:
    return {
        "id": run.id,
        "title": run.title,
        "severity": run.severity,
        "times": run.times,
        "first": run.first,
        "last": run.last,
        "components": list(run.components),
    }
