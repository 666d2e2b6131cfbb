"""Rust panics: ``thread 't' panicked at 'text', file:l:c`` and, since 1.73, the place first."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from diagnose.text import Text

_HEAD = lazy_pattern(r"(?:thread '(?P<thread>[^'\n]*)' )?(?:\([\d]+\) )?panicked at ")
_PLACE = lazy_pattern(
    r"(?P<file>[^\n:']+\.rs|(?=[^\n:' ][^\n:' /]*+/[^\n:' ])[^\n:' ]++):(?P<line>\d+):\d+:\s*"
)
_OLD_END = lazy_pattern(r"',[ ](?P<file>[^\n:']+):(?P<line>\d+):\d+(?=\s|$)")


def peel(text: Text) -> Peeled | None:
    """The panic's message, with what was printed before it as the outer section."""
    head = _HEAD.search(text.value)
    if head is None:
        return None
    before, start = text.slice(0, head.start()), head.end()
    named = {"thread": head["thread"] or ""}
    place = _PLACE.match(text.value, start)
    if place is not None:
        message = text.slice(place.end())
        named |= {"file": place["file"], "line": place["line"]}
    elif text.value.startswith("'", start):
        end, where = _old_end(text.value, start + 1)
        message = text.slice(start + 1, end)
        named |= where
    else:
        return None
    fields = {name: value for name, value in named.items() if value}
    return Peeled(sections(before, message), level="ERROR", fields=fields)


def _old_end(value: str, start: int) -> tuple[int, dict[str, str]]:
    """Where the quoted message ends: before its place, else at the last quote of a line."""
    found = _OLD_END.search(value, start)
    if found is not None:
        return found.start(), {"file": found["file"], "line": found["line"]}
    line_end = value.find("\n", start)
    line = value[start:] if line_end < 0 else value[start:line_end]
    bare = line.rstrip(", ")
    return (start + len(bare) - 1, {}) if bare.endswith("'") else (len(value), {})
