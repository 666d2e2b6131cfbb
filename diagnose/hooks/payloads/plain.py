"""Any JSON object with a text below a usual key: Datadog's logs, Docker's, an application's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diagnose.hooks.payloads.asked import USUAL_KEYS, texts_of

if TYPE_CHECKING:
    from diagnose.hooks.payloads.asked import Asked


def recognises(payload: object) -> bool:
    """An object with one of the keys."""
    return isinstance(payload, dict) and any(key in payload for key in USUAL_KEYS)


def annotate(payload: Any, asked: Asked) -> None:
    """Beside the object's own members."""
    asked.into(payload, texts_of(payload))
