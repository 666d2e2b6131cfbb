"""Asking about the texts of one payload, within bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diagnose.hooks.annotation import PREFIX, flat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from diagnose.hooks.asking import Asker
    from diagnose.model import Diagnosis

MOST_TEXTS = 2000
"""So many texts of one payload are looked at."""
LONGEST_TEXT = 1 << 16
VALUE_LIMIT = 8000
USUAL_KEYS = (
    "exception", "exc_info", "error", "err", "stack_trace", "stacktrace", "stack", "traceback",
    "message", "msg", "log", "line", "text", "body", "description", "summary", "reason", "detail",
    "details", "title",
)  # fmt: skip
"""Where texts stand, what tells most first."""


class Asked:
    """Asks until the payload's share of questions is used up; counts what was found."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        self._left = MOST_TEXTS
        self.found = 0

    def first(self, texts: Iterable[str]) -> Diagnosis | None:
        """The diagnosis of the first text that has one."""
        for text in texts:
            if self._left <= 0:
                return None
            self._left -= 1
            found = self._asker.about(text[:LONGEST_TEXT])
            if found is not None:
                self.found += 1
                return found
        return None

    def into(
        self,
        target: dict[str, Any],
        texts: Iterable[str],
        *,
        prefix: str = PREFIX,
        limit: int = VALUE_LIMIT,
    ) -> Diagnosis | None:
        """Put what is known of the texts into a mapping of strings; what it has already stays."""
        if f"{prefix}id" in target:
            return None
        found = self.first(texts)
        if found is not None:
            target.update(cut(flat(found, prefix), limit))
        return found


def cut(values: Mapping[str, str], limit: int) -> dict[str, str]:
    """Values of at most so many bytes of UTF-8, each cut between two characters, and saying so.

    >>> cut({"a": "x" * 40}, 30)
    {'a': 'xxxxxx... (34 more characters)'}
    """
    return {name: cut_text(value, limit) for name, value in values.items()}


def cut_text(text: str, limit: int) -> str:
    """The same of one text."""
    if len(text) * 4 <= limit:
        return text
    data = text.encode("utf-8", "replace")
    if len(data) <= limit:
        return text
    room = limit - len(f"... ({len(text)} more characters)")
    kept = data[: max(0, room)].decode("utf-8", "ignore")
    return f"{kept}... ({len(text) - len(kept)} more characters)"


def texts_of(value: object, keys: Iterable[str] = USUAL_KEYS) -> Iterator[str]:
    """The texts below the usual keys of an object, also one object further in."""
    if not isinstance(value, dict):
        return
    for key in keys:
        if key not in value:
            continue
        held = value[key]
        if isinstance(held, str):
            yield held
        elif isinstance(held, dict):
            yield from (each for each in map(held.get, USUAL_KEYS) if isinstance(each, str))


def all_texts(value: object) -> Iterator[str]:
    """The texts of an object, those below the usual keys first."""
    yield from texts_of(value)
    if isinstance(value, dict):
        yield from (
            each for key, each in value.items() if isinstance(each, str) and key not in USUAL_KEYS
        )


def objects(value: object) -> list[dict[str, Any]]:
    """The objects of a list; none where it is no list."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def strings_at(holder: dict[str, Any], key: str) -> dict[str, Any] | None:
    """The mapping below a key, made where nothing is there; None where something else is."""
    if holder.get(key) is None:
        holder[key] = {}
    held = holder[key]
    return held if isinstance(held, dict) else None
