"""Alertmanager's webhook, version 4, and Grafana's, which has the same alerts in it."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from diagnose.hooks.payloads.asked import all_texts, objects, strings_at

if TYPE_CHECKING:
    from diagnose.hooks.payloads.asked import Asked


def recognises(payload: object) -> bool:
    """A list of alerts with labels or annotations."""
    return isinstance(payload, dict) and any(
        "labels" in alert or "annotations" in alert for alert in objects(payload.get("alerts"))
    )


def annotate(payload: Any, asked: Asked) -> None:
    """Each alert has its own, among its annotations."""
    for alert in objects(payload["alerts"]):
        bare = "annotations" not in alert
        annotations = strings_at(alert, "annotations")
        if annotations is None:
            continue
        texts = chain(all_texts(annotations), all_texts(alert.get("labels")))
        asked.into(annotations, texts)
        if bare and not annotations:
            del alert["annotations"]
