"""SQL and sqllogictest source: a statement or a comment alone reports no failure."""

from __future__ import annotations

import re

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from diagnose.text import Text

_STATEMENT = lazy_pattern(
    r"\s*(?:[\w.-]*[=-][*!?]?[>#] )?"  # a prompt
    r"(?:select|insert into|update|delete from|with|values|explain|copy|comment on|create|alter"
    r"|drop)\s",
    re.IGNORECASE,
)
_LINE = lazy_pattern(
    r"\s*(?:--|/\*|statement (?:ok|error|count)\b|query (?:error|[A-Z?]+)\b)[^\n]*$"
)


def peel(text: Text) -> Peeled | None:
    """Nothing, whatever its strings say."""
    value = text.value.rstrip()
    if _LINE.match(value) or (value.endswith(";") and _STATEMENT.match(value)):
        return Peeled(())
    return None
