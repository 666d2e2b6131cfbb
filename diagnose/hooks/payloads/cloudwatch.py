"""CloudWatch Logs subscriptions: Lambda's base64 of gzip, and the same unpacked."""

from __future__ import annotations

import base64
import binascii
import gzip
import json
import zlib
from typing import TYPE_CHECKING, Any

from diagnose.hooks.payloads.asked import objects, texts_of

if TYPE_CHECKING:
    from diagnose.hooks.payloads.asked import Asked

MOST_UNPACKED = 16 << 20
"""Bytes; a packed payload that holds more is left as it is."""


def recognises(payload: object) -> bool:
    """Events, or the packed form of them."""
    if not isinstance(payload, dict):
        return False
    packed = payload.get("awslogs")
    return "logEvents" in payload or (isinstance(packed, dict) and "data" in packed)


def annotate(payload: Any, asked: Asked) -> None:
    """Each event has its own; control messages have none."""
    if "logEvents" in payload:
        _annotate_events(payload, asked)
        return
    unpacked = _unpacked(payload["awslogs"]["data"])
    if isinstance(unpacked, dict):
        before = asked.found
        _annotate_events(unpacked, asked)
        if asked.found > before:
            payload["awslogs"]["data"] = _packed(unpacked)


def _annotate_events(unpacked: dict[str, Any], asked: Asked) -> None:
    if unpacked.get("messageType") == "CONTROL_MESSAGE":
        return
    for event in objects(unpacked.get("logEvents")):
        asked.into(event, texts_of(event, ("message",)))


def _unpacked(data: object) -> object:
    try:
        raw = base64.b64decode(data, validate=True) if isinstance(data, str) else b""
        member = zlib.decompressobj(wbits=31)
        text = member.decompress(raw, MOST_UNPACKED)
        return json.loads(text) if member.eof else None
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        return None


def _packed(unpacked: dict[str, Any]) -> str:
    data = json.dumps(unpacked, separators=(",", ":")).encode()
    return base64.b64encode(gzip.compress(data, mtime=0)).decode()
