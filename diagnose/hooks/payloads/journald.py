"""journald's JSON: a message as text, as a list of bytes, or null where it was too long."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from diagnose.hooks.payloads.asked import Asked

_FIELDS = frozenset({"__CURSOR", "__REALTIME_TIMESTAMP", "_BOOT_ID", "_TRANSPORT", "PRIORITY"})
_MOST = 256


def recognises(payload: object) -> bool:
    """A message beside a field that only the journal has."""
    return isinstance(payload, dict) and "MESSAGE" in payload and bool(_FIELDS & payload.keys())


def annotate(payload: Any, asked: Asked) -> None:
    """Beside the other fields."""
    asked.into(payload, filter(None, [_text(payload["MESSAGE"])]))


def _text(message: object) -> str:
    if isinstance(message, str):
        return message
    if isinstance(message, list) and message:
        if all(isinstance(each, int) and 0 <= each < _MOST for each in message):
            return bytes(message).decode("utf-8", "replace")
        return "\n".join(each for each in message if isinstance(each, str))
    return ""
