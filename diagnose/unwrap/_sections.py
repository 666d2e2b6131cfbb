"""What the record envelopes share."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from diagnose.model import Section
from diagnose.text import Text, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping

SEVERITY = r"(?:ERROR|FATAL|PANIC|WARNING|NOTICE|INFO|LOG|DEBUG\d?)"

_NOISE = " \t\r\n.,;:)]}\"'`"


def sections(*texts: Text, open_end: bool = False) -> tuple[Section, ...]:
    """Sections of those ``texts`` that say something; only the last one may be open."""
    kept = [text for text in map(Text.strip, texts) if text.value.strip(_NOISE)]
    return tuple(Section(text, open_end and at == len(kept) - 1) for at, text in enumerate(kept))


def said(fields: Mapping[str, str | None]) -> dict[str, str]:
    """The fields that have a value."""
    return {name: value for name, value in fields.items() if value}


_INDENT = lazy_pattern(r"^[ \t]*(?=\S)", re.MULTILINE)


def dedent(text: Text) -> Text:
    r"""``text`` without the indentation that all its lines, but for the first, have in common.

    >>> dedent(Text("a\n    b\n      c")).value
    'a\nb\n  c'
    """
    head = text.value.find("\n") + 1
    if not head:
        return text
    indents = [(x.start(), x.end() - x.start()) for x in _INDENT.finditer(text.value, head)]
    width = min((width for _, width in indents), default=0)
    if not width:
        return text
    return text.substitute([(start, start + width, "") for start, _ in indents])
