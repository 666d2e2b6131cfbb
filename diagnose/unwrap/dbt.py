"""dbt: ``Database Error in model m (path)`` and what the database said below it."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._sections import dedent, said, sections

if TYPE_CHECKING:
    from diagnose.text import Text

_HEAD = lazy_pattern(
    r"\s*(?P<kind>(?:Database|Compilation|Runtime|Parsing|Dependency) Error)"
    r"(?: in (?P<resource>\w+) (?P<model>\S+)(?: \((?P<path>[^)\n]*)\))?)?[ ]*\n"
)
_COMPILED = lazy_pattern(r"\n[ \t]*compiled (?:Code|code|SQL) at (?P<compiled>[^\n]*)")
_ADAPTER = lazy_pattern(r"\w+ adapter: (?:\w+ error: )?")


def peel(text: Text) -> Peeled | None:
    """The message below the headline; model and path go to the fields."""
    head = _HEAD.match(text.value)
    if head is None:
        adapter = _ADAPTER.match(text.value)
        return adapter and Peeled(sections(text.slice(adapter.end())), level="ERROR")
    compiled = _COMPILED.search(text.value, head.end() - 1)
    message = text.slice(head.end(), compiled.start() if compiled else None)
    fields = {**head.groupdict(), **(compiled.groupdict() if compiled else {})}
    return Peeled(sections(dedent(message.strip())), level="ERROR", fields=said(fields))
