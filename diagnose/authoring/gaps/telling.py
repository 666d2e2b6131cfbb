"""Clusters, told: as text for a terminal, or as JSON."""

from __future__ import annotations

from diagnose import secrets
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.render.json_text import dumps
from diagnose.render.plain import cut, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diagnose.authoring.gaps.clustering import Cluster

SHAPE_LIMIT, EXAMPLE_LIMIT = 300, 300


class Told(NamedTuple):
    """A cluster and what is known of it."""

    cluster: Cluster
    class_: str
    nearest: str
    confidence: float


def as_text(told: Sequence[Told]) -> Iterator[str]:
    """A few lines for each cluster."""
    width = len(str(max((each.cluster.times for each in told), default=0)))
    indent = " " * (width + 4)
    for each in told:
        example = each.cluster.example
        yield f"  {each.cluster.times:>{width}}  {visible(cut(_shape(each), SHAPE_LIMIT))}"
        yield f"{indent}{visible(example.source)}:{example.line}  {visible(_example(each))}"
        yield from (f"{indent}{fact}" for fact in _facts(each))


def _facts(each: Told) -> Iterator[str]:
    known = each.cluster.example.known
    if known:
        places = ", ".join(known.wordings[0].raised_at[:2])
        yield f"known, without a page: {known.id}" + (f", raised at {places}" if places else "")
    if each.class_:
        yield f"class {each.class_}"
    if each.nearest:
        yield f"nearest page {each.nearest} ({each.confidence:.0%})"


def as_object(each: Told) -> dict[str, object]:
    """One cluster as a JSON object."""
    example = each.cluster.example
    return {
        "count": each.cluster.times,
        "shape": _shape(each),
        "example": _example(each),
        "where": {"file": example.source, "line": example.line},
        "known": example.known.id if example.known else None,
        "class": each.class_ or None,
        "nearest": each.nearest or None,
        "confidence": round(each.confidence, 2) if each.nearest else None,
        "schema": 1,
    }


def as_json(told: Sequence[Told], name: str) -> Iterator[str]:
    """One list with ``json``, an object a line with ``ndjson``."""
    objects = [dumps(as_object(each)) for each in told]
    if name == "json":
        yield "[" + ",\n".join(objects) + "]"
    else:
        yield from objects


def _shape(each: Told) -> str:
    return secrets.mask(each.cluster.shape, addresses=True)


def _example(each: Told) -> str:
    return cut(secrets.mask(each.cluster.example.text, addresses=True), EXAMPLE_LIMIT)
