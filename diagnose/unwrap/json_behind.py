"""A JSON object at the end of a text: ``Unable to send: {"error": "..."}``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.unwrap import json_log
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from diagnose.model import Peeled
    from diagnose.text import Text

_ERRORS = ('"error"', '"message"', '"errorMessage"')


def peel(text: Text) -> Peeled | None:
    """What stands before the object, then what the object says."""
    value = text.value.rstrip()
    start = value.find(': {"')
    if start < 0 or not value.endswith("}") or not any(name in value for name in _ERRORS):
        return None
    inner = json_log.peel(text.slice(start + len(": "), len(value)))
    if inner is None:
        return None
    return inner._replace(sections=(*sections(text.slice(0, start)), *inner.sections))
