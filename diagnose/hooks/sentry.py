"""For Sentry's SDK: ``sentry_sdk.init(before_send=before_send)``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diagnose.hooks.annotation import flat
from diagnose.hooks.asking import Asker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from diagnose.engine import Engine
    from diagnose.model import Diagnosis

    Hint = dict[str, Any]
    Send = Callable[[Any, Hint], Any]

TAG_LIMIT = 200
"""Sentry drops tags with longer values."""


class BeforeSend:
    """Adds the tags ``diagnosis`` and ``diagnosis.match``, the context ``diagnosis``, and a
    fingerprint that groups events of one page.

    ``then`` is called with the event afterwards: an own ``before_send``.
    """

    def __init__(
        self,
        then: Send | None = None,
        *,
        engine: Engine | None = None,
        guesses: bool = False,
        redact: bool = True,
    ) -> None:
        self._then = then
        self._asker = Asker(engine, guesses=guesses, redact=redact)

    def __call__(self, event: Any, hint: Hint) -> Any:
        """The event, annotated; whatever is wrong with it."""
        error = (hint or {}).get("exc_info") or (None, None, None)
        found = self._asker.about(error[1]) or self.about_event(event)
        if found:
            annotate(event, found)
        return self._then(event, hint) if self._then else event

    def about_event(self, event: Any) -> Diagnosis | None:
        """What the event's own texts say: the chain of exceptions, else the message."""
        if not isinstance(event, dict):
            return None
        found = self._asker.about_chain(exception_texts(event))
        return found or next(filter(None, map(self._asker.about, message_texts(event))), None)


def exception_texts(event: Mapping[str, Any]) -> list[str]:
    """The texts of the exceptions, outermost first; Sentry lists the root cause first.

    >>> exception_texts({"exception": {"values": [{"value": "root"}, {"value": "outer"}]}})
    ['outer', 'root']
    """
    held = event.get("exception")
    values = held.get("values") if isinstance(held, dict) else held
    if not isinstance(values, list):
        return []
    texts = [_text(each.get("value")) for each in reversed(values) if isinstance(each, dict)]
    return [text for text in texts if text]


def message_texts(event: Mapping[str, Any]) -> Iterator[str]:
    """The texts of the log entry and of the message."""
    entry = event.get("logentry")
    if isinstance(entry, dict):
        yield from (text for key in ("formatted", "message") if (text := _text(entry.get(key))))
    message = event.get("message")
    if isinstance(message, dict):
        message = message.get("formatted") or message.get("message")
    if text := _text(message):
        yield text


def annotate(event: dict[str, Any], found: Diagnosis) -> None:
    """Put a diagnosis into an event; what the event has of these names stays."""
    tags = {"diagnosis": found.id[:TAG_LIMIT], "diagnosis.match": found.match}
    own = event.get("tags")
    if isinstance(own, list):  # pairs, as in webhooks
        there = [each[0] for each in own if isinstance(each, (list, tuple)) and each]
        own.extend([name, value] for name, value in tags.items() if name not in there)
    else:
        event["tags"] = {**tags, **(own if isinstance(own, dict) else {})}
    contexts = event.get("contexts")
    if not isinstance(contexts, dict):
        contexts = event["contexts"] = {}
    contexts.setdefault("diagnosis", flat(found, prefix=""))
    if found.match == "exact" and event.get("fingerprint") in (None, [], ["{{ default }}"]):
        event["fingerprint"] = ["diagnosis", found.id]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


before_send = BeforeSend()
