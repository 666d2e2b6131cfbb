"""An annotated payload as an event of PagerDuty's, version 2."""

from __future__ import annotations

import hashlib
import json
import os
from typing import TYPE_CHECKING, Any

from diagnose.hooks.payloads import pagerduty, texts
from diagnose.hooks.payloads.asked import cut_text
from diagnose.hooks.serving.slack import diagnoses

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

KEY = "DIAGNOSE_PAGERDUTY_KEY"
"""The variable that holds the key of the service."""
SUMMARY_LIMIT, SOURCE_LIMIT, DEDUP_LIMIT, VALUE_LIMIT = 1024, 255, 255, 4096
EVENT_LIMIT = 512_000
"""Bytes of an event."""
_ROOM = 8192
"""Bytes of an event that are not its details."""
MOST_DETAILED = 10
SEVERITIES = {"critical": "critical", "error": "error", "warning": "warning", "info": "info"}


def event(payload: Any, environment: Mapping[str, str] = os.environ) -> dict[str, Any] | None:
    """An event with what is known as its details; None where nothing is.

    An event of PagerDuty's own shape is sent on as it is.

    >>> said = event({"status": "firing", "groupKey": "g", "diagnosis.id": "a/b",
    ...               "diagnosis.title": "Out of rope"}, {})
    >>> said["payload"]["summary"], said["dedup_key"], said["event_action"]
    ('Out of rope', 'g', 'trigger')
    """
    if pagerduty.recognises(payload):
        return dict(payload)
    known = list(diagnoses(payload))
    if not known:
        return None
    first = known[0]
    more = f" (and {len(known) - 1} more)" if len(known) > 1 else ""
    resolved = isinstance(payload, dict) and payload.get("status") == "resolved"
    return {
        "routing_key": environment.get(KEY, ""),
        "event_action": "resolve" if resolved else "trigger",
        "dedup_key": cut_text(_same(payload, first), DEDUP_LIMIT),
        "payload": {
            "summary": cut_text(first.get("title", first["id"]), SUMMARY_LIMIT - 40) + more,
            "source": cut_text(_source(payload), SOURCE_LIMIT),
            "severity": SEVERITIES.get(first.get("severity", ""), "error"),
            "custom_details": _all_details(known),
        },
    }


def _all_details(known: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """So many as an event has room for, and how many more there are."""
    left = EVENT_LIMIT - _ROOM
    kept: list[dict[str, str]] = []
    for said in known[:MOST_DETAILED]:
        details = _details(said)
        left -= len(texts.written_bytes(details)) + 1
        if left < 0:
            break
        kept.append(details)
    more = len(known) - len(kept)
    return {"diagnoses": kept, "more": str(more)} if more else {"diagnoses": kept}


def _details(said: Mapping[str, str]) -> dict[str, str]:
    return {name: cut_text(value, VALUE_LIMIT) for name, value in said.items()}


def _same(payload: Any, first: Mapping[str, str]) -> str:
    """What two payloads of one incident share."""
    if isinstance(payload, dict) and isinstance(payload.get("groupKey"), str):
        key = payload["groupKey"]
        return key if len(key) < DEDUP_LIMIT else hashlib.sha256(key.encode()).hexdigest()
    return first["id"]


def _source(payload: Any) -> str:
    if isinstance(payload, dict):
        for key in ("externalURL", "hostname", "host", "source", "receiver"):
            if isinstance(payload.get(key), str) and payload[key]:
                return str(payload[key])
    return "diagnose"


def as_event(body: bytes) -> bytes | None:
    """The same of bytes."""
    made = event(json.loads(body, strict=False))
    return None if made is None else texts.written_bytes(made)
