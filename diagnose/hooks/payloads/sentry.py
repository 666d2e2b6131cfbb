"""Sentry's webhooks: an event, an error or an issue, below ``data`` or at the top."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diagnose.hooks import sentry
from diagnose.hooks.annotation import flat
from diagnose.hooks.payloads.asked import texts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diagnose.hooks.payloads.asked import Asked

KINDS = ("event", "error", "issue")


def recognises(payload: object) -> bool:
    """An event with texts of Sentry's."""
    return any(True for _ in _events(payload))


def annotate(payload: Any, asked: Asked) -> None:
    """An event is annotated as by ``before_send``; an issue has no contexts, so it gets a key."""
    for kind, event in _events(payload):
        if "diagnosis" in event or "diagnosis" in (event.get("contexts") or {}):
            continue
        metadata = event.get("metadata")
        chain = sentry.exception_texts(event)
        texts = ["\nCaused by: ".join(chain)] if chain else []
        texts += [*sentry.message_texts(event), *texts_of(metadata, ("value", "title"))]
        if isinstance(event.get("title"), str):
            texts.append(event["title"])
        found = asked.first(texts)
        if found and kind == "issue":
            event["diagnosis"] = flat(found, prefix="")
        elif found:
            sentry.annotate(event, found)


def _events(payload: object) -> Iterator[tuple[str, dict[str, Any]]]:
    if not isinstance(payload, dict):
        return
    data = payload.get("data")
    holder = data if isinstance(data, dict) else payload
    for kind in KINDS:
        event = holder.get(kind)
        if isinstance(event, dict) and _is_of_sentry(event):
            yield kind, event


def _is_of_sentry(event: dict[str, Any]) -> bool:
    return bool({"exception", "logentry", "metadata", "event_id", "culprit"} & event.keys())
