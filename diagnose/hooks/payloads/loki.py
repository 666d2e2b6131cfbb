"""Loki's push API: lines with labels, and structured metadata beside each line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diagnose.hooks.payloads.asked import objects

if TYPE_CHECKING:
    from diagnose.hooks.payloads.asked import Asked

PREFIX = "diagnosis_"
"""Names of metadata have no dots."""
VALUE_LIMIT = 3000
"""Bytes of a value; Loki takes 64 KiB of metadata for a line."""
_WITH_METADATA = 3


def recognises(payload: object) -> bool:
    """Streams of values."""
    return isinstance(payload, dict) and any(
        isinstance(stream.get("values"), list) for stream in objects(payload.get("streams"))
    )


def annotate(payload: Any, asked: Asked) -> None:
    """Each line has its own, as the third part of its value."""
    for stream in objects(payload["streams"]):
        for value in stream.get("values") or ():
            if _is_line(value):
                metadata = value[2] if len(value) == _WITH_METADATA else {}
                asked.into(metadata, [value[1]], prefix=PREFIX, limit=VALUE_LIMIT)
                if metadata and len(value) < _WITH_METADATA:
                    value.append(metadata)


def _is_line(value: object) -> bool:
    if not isinstance(value, list) or not 2 <= len(value) <= _WITH_METADATA:  # noqa: PLR2004
        return False
    return isinstance(value[1], str) and all(isinstance(each, dict) for each in value[2:])
