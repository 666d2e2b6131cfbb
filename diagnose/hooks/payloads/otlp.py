"""OTLP logs as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diagnose.hooks.annotation import PREFIX
from diagnose.hooks.payloads.asked import objects

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diagnose.hooks.payloads.asked import Asked

FIRST = ("exception.stacktrace", "exception.message")


def recognises(payload: object) -> bool:
    """Logs of resources."""
    return isinstance(payload, dict) and isinstance(payload.get("resourceLogs"), list)


def annotate(payload: Any, asked: Asked) -> None:
    """Each record has its own, among its attributes."""
    for resource in objects(payload["resourceLogs"]):
        for scope in objects(resource.get("scopeLogs")):
            for record in objects(scope.get("logRecords")):
                _annotate_record(record, asked)


def _annotate_record(record: dict[str, Any], asked: Asked) -> None:
    attributes = record.get("attributes") or []
    if not isinstance(attributes, list):
        return
    if any(each.get("key") == f"{PREFIX}id" for each in objects(attributes)):
        return
    values: dict[str, Any] = {}
    asked.into(values, _texts(record.get("body"), objects(attributes)))
    if values:
        added = [{"key": key, "value": {"stringValue": text}} for key, text in values.items()]
        record["attributes"] = [*attributes, *added]


def _texts(body: object, attributes: list[dict[str, Any]]) -> Iterator[str]:
    said = {
        str(each.get("key")): text for each in attributes for text in _strings(each.get("value"))
    }
    yield from (said[key] for key in FIRST if key in said)
    yield from _strings(body)
    yield from (text for key, text in said.items() if key not in FIRST)


def _strings(value: object) -> Iterator[str]:
    """The texts of an ``AnyValue``, at most one level down."""
    if not isinstance(value, dict):
        return
    if isinstance(value.get("stringValue"), str):
        yield value["stringValue"]
    held = value.get("kvlistValue")
    for each in objects(held.get("values") if isinstance(held, dict) else None):
        inner = each.get("value")
        if isinstance(inner, dict) and isinstance(inner.get("stringValue"), str):
            yield inner["stringValue"]
