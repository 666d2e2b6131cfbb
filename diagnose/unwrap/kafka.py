"""Kafka's log4j layout: ``[2023-08-02 18:05:02,745] ERROR [context] text (logger)``."""

from __future__ import annotations

import re

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._levels import normalise
from diagnose.unwrap._sections import said, sections

if TYPE_CHECKING:
    from diagnose.text import Text

_HEAD = lazy_pattern(
    r"\[(?P<time>\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[,.]\d{3})\][ ]+(?P<level>[A-Z]+)[ ]+"
    r"(?:\[(?=[^\]\n=|]*+[=|])(?P<context>[^\]\n]*+)\]:?[ ])?"
)
_LOGGER = lazy_pattern(r"[ ]\(([\w$]+(?:\.[\w$-]+)+)(?::\d+)?\)[ ]*$", re.MULTILINE)


def peel(text: Text) -> Peeled | None:
    """The message without the logger that ends its line."""
    head = _HEAD.match(text.value)
    if head is None or not normalise(head["level"]):
        return None
    logger = _LOGGER.search(text.value, head.end())
    if logger is None:
        message = text.slice(head.end())
    else:
        start = head.end()
        message = text.slice(start).substitute([(logger.start() - start, logger.end() - start, "")])
    return Peeled(
        sections(message),
        level=normalise(head["level"]),
        timestamp=head["time"],
        component=logger[1] if logger else "",
        fields=said({"context": head["context"]}),
    )
