"""The end of a run: what was folded, what came how often."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, Protocol
from diagnose.render.plain import cut, place, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from diagnose.model import Where


class _Last(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def where(self) -> Where: ...
    @property
    def timestamp(self) -> str: ...


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
    def led_to(self) -> Sequence[_Run]: ...
    @property
    def followers(self) -> Sequence[_Run]: ...
    @property
    def beside(self) -> Sequence[_Run]: ...
    @property
    def candidates(self) -> Sequence[int]: ...
    @property
    def look(self) -> Sequence[str]: ...
    @property
    def runs(self) -> Sequence[_Run]: ...
    @property
    def is_coarse(self) -> bool: ...
    @property
    def is_other(self) -> bool: ...


def folded(hidden: Iterable[tuple[_Last, int]]) -> str:
    """One line for each diagnosis whose repeats were not shown: its last one and how many."""
    return "".join(f"\n{line}\n" for line in map(_folded_line, hidden))


def _folded_line(repeat: tuple[_Last, int]) -> str:
    last, times = repeat
    at = ", ".join(part for part in (place(last.where), last.timestamp) if part)
    return visible(f"repeated {times} more {_times(times)}: {last.id}  (last: {at})")


def _times(number: int) -> str:
    return "time" if number == 1 else "times"


def summary(incidents: Sequence[_Incident], lost: int = 0) -> str:
    """Each incident: what came first, when, how often, where; then what followed from it.

    ``lost`` is how many more were diagnosed, for which there was no room.
    """
    total = sum(run.times for incident in incidents for run in incident.runs) + lost
    number_of = sum(not incident.is_other for incident in incidents)
    noun = "incident" if number_of == 1 else "incidents"
    lines = [f"summary: {total} diagnosed, {number_of} {noun}"]
    for number, incident in enumerate(incidents, 1):
        lines += _other(incident) if incident.is_other else _incident(incident, f"  {number}. ")
    if lost:
        lines.append(f"  and {lost} more, too many to tell apart")
    return "\n".join(lines) + "\n"


def _other(incident: _Incident) -> Iterator[str]:
    yield "  no incident, or nothing says of which: log lines that no page describes"
    for run in incident.beside:
        yield f"     {_named(run)}"
        yield from _when(run, "       ")


def _incident(incident: _Incident, number: str) -> Iterator[str]:
    indent = " " * len(number)
    if incident.root:
        yield number + _named(incident.root)
        yield from _when(incident.root, indent)
    else:
        yield number + _without_root(incident)
        yield from (f"{indent}look at {visible(where)}" for where in incident.look)
    for said, runs in (
        ("led to", incident.led_to),
        ("followed by", incident.followers),
        ("beside it", incident.beside),
    ):
        for run in runs:
            yield f"{indent}{said} {_named(run)}"
            yield from _when(run, indent + "  ")


def _without_root(incident: _Incident) -> str:
    if incident.is_coarse:
        return "consequences only; too many to tell what each of them followed from"
    if not incident.candidates:
        return "consequences only; what came first is not in this input"
    *others, last = map(str, incident.candidates)
    which = f"{', '.join(others)} or {last}"
    return f"consequences only; nothing says whether of {which}"


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


def summary_json(incidents: Sequence[_Incident], lost: int = 0) -> str:
    """The same, a JSON object a line."""
    from diagnose.render.json_text import dumps

    objects = [_object(number, incident) for number, incident in enumerate(incidents, 1)]
    if lost:
        objects.append({"type": "lost", "times": lost, "schema": 1})
    return "".join(dumps(each) + "\n" for each in objects)


def _object(number: int, incident: _Incident) -> dict[str, object]:
    return {
        "type": "other" if incident.is_other else "incident",
        "number": number,
        "root": _run_object(incident.root) if incident.root else None,
        "led_to": [_run_object(run) for run in incident.led_to],
        "followers": [_run_object(run) for run in incident.followers],
        "beside": [_run_object(run) for run in incident.beside],
        "candidates": list(incident.candidates),
        "look": list(incident.look),
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
