"""Command line programs: ``Error: text``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from diagnose.text import Text

_HEAD = lazy_pattern(r"(?:[Ee]rror(?:\[\w+\])?|[Ff]atal(?: error)?|pq): (?=\S)")


def peel(text: Text) -> Peeled | None:
    """The text behind the word."""
    head = _HEAD.match(text.value)
    return head and Peeled(sections(text.slice(head.end())), level="ERROR")
