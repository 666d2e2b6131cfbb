"""What the record envelopes share."""

from __future__ import annotations

import re

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Section
from diagnose.text import Text, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping

SEVERITY = r"(?:ERROR|FATAL|PANIC|WARNING|NOTICE|INFO|LOG|DEBUG\d?)"

NOISE = " \t\r\n.,;:)]}\"'`"


def sections(*texts: Text, open_end: bool = False) -> tuple[Section, ...]:
    """Sections of those ``texts`` that say something; only the last one may be open."""
    kept = [text for text in map(Text.strip, texts) if text.value.strip(NOISE)]
    return tuple(Section(text, open_end and at == len(kept) - 1) for at, text in enumerate(kept))


def said(fields: Mapping[str, str | None]) -> dict[str, str]:
    """The fields that have a value."""
    return {name: value for name, value in fields.items() if value}


_INDENT = lazy_pattern(r"^[ \t]+", re.MULTILINE)


def dedent(text: Text) -> Text:
    r"""``text`` without the indentation that all its lines, but for the first, have in common.

    >>> dedent(Text("a\n    b\n    \n      c")).value
    'a\nb\n\n  c'
    """
    head = text.value.find("\n") + 1
    lines = [line for line in text.value[head:].split("\n") if head and line.strip()]
    width = min((len(line) - len(line.lstrip(" \t")) for line in lines), default=0)
    if not width:
        return text
    indents = _INDENT.finditer(text.value, head)
    return text.substitute([(x.start(), x.start() + min(width, len(x[0])), "") for x in indents])
