"""Pub/Sub push with a LogEntry in it, and the LogEntry itself."""

from __future__ import annotations

import base64
import binascii
import json
from typing import TYPE_CHECKING, Any

from diagnose.hooks.payloads.asked import all_texts, strings_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diagnose.hooks.payloads.asked import Asked

ATTRIBUTE_LIMIT = 1024
"""Bytes of an attribute of a message."""
_LOG_ENTRY = frozenset({"textPayload", "jsonPayload", "protoPayload"})


def recognises(payload: object) -> bool:
    """A pushed message, or an entry of a log."""
    if not isinstance(payload, dict):
        return False
    message = payload.get("message")
    pushed = isinstance(message, dict) and "data" in message and "subscription" in payload
    return pushed or bool(_LOG_ENTRY & payload.keys())


def annotate(payload: Any, asked: Asked) -> None:
    """Among the labels of the entry; a message that is none has attributes."""
    if _LOG_ENTRY & payload.keys():
        _annotate_entry(payload, asked)
        return
    message = payload["message"]
    text = _decoded(message["data"])
    entry = _object(text)
    if entry is not None and _LOG_ENTRY & entry.keys():
        before = asked.found
        _annotate_entry(entry, asked)
        if asked.found > before:
            data = json.dumps(entry, separators=(",", ":")).encode()
            message["data"] = base64.b64encode(data).decode()
        return
    bare = "attributes" not in message
    attributes = strings_at(message, "attributes")
    if attributes is None:
        return
    asked.into(attributes, [*all_texts(entry), text], limit=ATTRIBUTE_LIMIT)
    if bare and not attributes:
        del message["attributes"]


def _annotate_entry(entry: dict[str, Any], asked: Asked) -> None:
    bare = "labels" not in entry
    labels = strings_at(entry, "labels")
    if labels is None:
        return
    asked.into(labels, _entry_texts(entry))
    if bare and not labels:
        del entry["labels"]


def _entry_texts(entry: dict[str, Any]) -> Iterator[str]:
    if isinstance(entry.get("textPayload"), str):
        yield entry["textPayload"]
    yield from all_texts(entry.get("jsonPayload"))
    status = entry.get("protoPayload")
    if isinstance(status, dict):
        yield from all_texts(status.get("status"))


def _decoded(data: object) -> str:
    try:
        raw = base64.b64decode(data, validate=True) if isinstance(data, str) else b""
    except binascii.Error:
        return ""
    return raw.decode("utf-8", "replace")


def _object(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
