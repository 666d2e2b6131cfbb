"""PagerDuty's Events API, version 2."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diagnose.hooks.payloads.asked import all_texts, strings_at

if TYPE_CHECKING:
    from diagnose.hooks.payloads.asked import Asked

SUMMARY_LIMIT = 1024
"""Characters of a summary; the whole event has 512 KB."""
VALUE_LIMIT = 4096


def recognises(payload: object) -> bool:
    """An event with a key of its service, or what happened to it."""
    return (
        isinstance(payload, dict)
        and ("routing_key" in payload or "event_action" in payload)
        and isinstance(payload.get("payload"), dict)
    )


def annotate(payload: Any, asked: Asked) -> None:
    """Among the custom details."""
    event = payload["payload"]
    bare = "custom_details" not in event
    details = strings_at(event, "custom_details")
    if details is None:
        return
    asked.into(details, [*all_texts(details), *all_texts(event)], limit=VALUE_LIMIT)
    if bare and not details:
        del event["custom_details"]
