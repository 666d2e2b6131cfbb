"""Documents in the Elastic Common Schema, nested or with dots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diagnose.hooks.payloads.asked import cut_text, strings_at, texts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diagnose.hooks.payloads.asked import Asked
    from diagnose.model import Diagnosis

REASON_LIMIT = 8000


def recognises(payload: object) -> bool:
    """A document that names the schema's version."""
    return isinstance(payload, dict) and "@timestamp" in payload and _is_ecs(payload)


def _is_ecs(payload: dict[str, Any]) -> bool:
    nested = payload.get("ecs")
    return "ecs.version" in payload or (isinstance(nested, dict) and "version" in nested)


def annotate(payload: Any, asked: Asked) -> None:
    """As a rule and as the event's reason, in the document's own way; the rest beside them."""
    found = asked.into(payload, _texts(payload))
    if found is None:
        return
    if "ecs.version" in payload:
        for name, value in _fields(found):
            payload.setdefault(name, value)
        return
    for name, value in _fields(found):
        group, _, key = name.partition(".")
        held = strings_at(payload, group)
        if held is not None:
            held.setdefault(key, value)


def _fields(found: Diagnosis) -> Iterator[tuple[str, str]]:
    yield "rule.id", found.id
    yield "rule.name", found.title
    if found.class_:
        yield "rule.category", found.class_
    if found.references:
        yield "rule.reference", found.references[0]
    if found.cause:
        yield "event.reason", cut_text(found.cause, REASON_LIMIT)


def _texts(payload: dict[str, Any]) -> Iterator[str]:
    yield from (
        payload[key]
        for key in ("error.stack_trace", "error.message", "event.original")
        if isinstance(payload.get(key), str)
    )
    yield from texts_of(payload)
