"""For structlog: a processor that adds the diagnosis to failing events."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from diagnose.hooks.annotation import flat
from diagnose.hooks.asking import Asker

if TYPE_CHECKING:
    from collections.abc import MutableMapping
    from typing import Any

    from diagnose.engine import Engine

FAILING_METHODS = frozenset({"error", "critical", "fatal", "exception"})


class DiagnosisProcessor:
    """Adds ``diagnosis.id``, ``.title``, ``.cause``, ``.fix``, ``.command`` ... to an event.

    Stands before ``format_exc_info``, which takes the exception away; behind it, the formatted
    traceback is looked at.
    """

    def __init__(
        self, engine: Engine | None = None, *, guesses: bool = False, redact: bool = True
    ) -> None:
        self._asker = Asker(engine, guesses=guesses, redact=redact)

    def __call__(
        self, logger: object, method: str, event: MutableMapping[str, Any]
    ) -> MutableMapping[str, Any]:
        """The event, with what is known of it."""
        del logger
        if method in FAILING_METHODS or str(event.get("level")).lower() in FAILING_METHODS:
            found = (
                self._asker.about(_error_of(event.get("exc_info")))
                or self._asker.about(_text(event.get("exception")))
                or self._asker.about(_text(event.get("event")))
            )
            for name, value in flat(found).items() if found else ():
                event.setdefault(name, value)
        return event


def _error_of(said: object) -> BaseException | None:
    """The exception in any of the forms that structlog takes."""
    if isinstance(said, BaseException):
        return said
    if isinstance(said, tuple) and len(said) == 3 and isinstance(said[1], BaseException):  # noqa: PLR2004
        return said[1]
    return sys.exc_info()[1] if said else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
