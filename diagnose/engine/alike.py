"""Diagnoses that differ from a sample in numbers only: the rest is worked out when it is asked for.

>>> from diagnose.model import Where
>>> sample = Diagnosis("a/b", "B", "exact", "no job 71", Where("-", 1, 0, 9), "Job 71 is gone.")
>>> alike = Alike(sample, ("501", "502", "503", "504", "505", "71"), ("1", "0", "9", "", "2"), {})
>>> like(alike, {"message": "no job 2"}).cause
'Job 2 is gone.'
"""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, begin
from diagnose.model import Alike, Diagnosis

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def like(alike: Alike, known: Mapping[str, object]) -> Diagnosis:
    """A diagnosis with the numbers of ``alike``; ``known`` are fields that need no sample."""
    begun = {**known, "_alike": alike, "_remake": _remake}
    return begin(Diagnosis, begun, lambda: _fields(alike))


def _remake(found: Diagnosis) -> tuple[object, ...]:
    """How it is made in another process."""
    known = {name: each for name, each in vars(found).items() if not name.startswith("_")}
    return like, (found.alike, known)


def _fields(alike: Alike) -> dict[str, object]:
    """The fields of the sample with other numbers in them."""
    others = dict(zip(alike.marks[1:], alike.values, strict=True))
    return {name: _filled(each, others) for name, each in alike.sample._asdict().items()}


def _filled(value: Any, others: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        for mark, other in others.items():
            value = value.replace(mark, other)
        return value
    if isinstance(value, int) and str(abs(value)) in others:
        return int(_filled(str(value), others))
    if isinstance(value, (tuple, list)):
        filled = [_filled(each, others) for each in value]
        make = getattr(value, "_make", type(value))
        return make(filled)
    if hasattr(value, "items"):
        return {name: _filled(each, others) for name, each in value.items()}
    return value
