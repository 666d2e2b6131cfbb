"""Alert payloads and log documents: recognised, asked about, annotated.

One format a file: ``recognises`` says whether a payload is of it, ``annotate`` puts what is known
where the format has a place for it. The table says in which order they are tried.
"""

from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING, Any, Protocol, cast

from diagnose.hooks.asking import Asker
from diagnose.hooks.payloads import (
    alertmanager,
    cloudwatch,
    ecs,
    journald,
    loki,
    otlp,
    pagerduty,
    plain,
    pubsub,
    sentry,
    texts,
)
from diagnose.hooks.payloads.asked import Asked

if TYPE_CHECKING:
    from diagnose.engine import Engine


class _Format(Protocol):
    def recognises(self, payload: object) -> bool: ...
    def annotate(self, payload: Any, asked: Asked) -> None: ...


FORMATS = cast(
    "tuple[_Format, ...]",
    (
        alertmanager,
        pagerduty,
        cloudwatch,
        pubsub,
        otlp,
        loki,
        sentry,
        journald,
        ecs,
        plain,
    ),
)
MOST_OBJECTS = 1000
"""Of a list of documents so many are looked at."""


def enrich(
    payload: Any, *, engine: Engine | None = None, guesses: bool = False, redact: bool = True
) -> Any:
    """The same payload, annotated where something is known of what failed; else as it was.

    ``payload`` is a JSON value, or JSON as text or bytes; the same comes back. Names that are
    added start with ``diagnosis.``. Doing it again changes nothing. Nothing is raised for any
    value; secrets are masked in what is added.

    >>> enrich({"message": "all is well"})
    {'message': 'all is well'}
    """
    asker = Asker(engine, guesses=guesses, redact=redact)
    if isinstance(payload, (str, bytes, bytearray)):
        return texts.enriched(payload, lambda value: annotate(value, asker))
    try:
        copy = deepcopy(payload)
    except Exception:  # noqa: BLE001 - something that is no JSON, or too deep
        return payload
    return copy if annotate(copy, asker) else payload


def annotate(payload: Any, asker: Asker) -> int:
    """Put what is known into a JSON value; gives how much that is."""
    asked = Asked(asker)
    documents = payload[:MOST_OBJECTS] if isinstance(payload, list) else [payload]
    for document in documents:
        found = next((each for each in FORMATS if each.recognises(document)), None)
        if found is not None:
            found.annotate(document, asked)
    return asked.found
