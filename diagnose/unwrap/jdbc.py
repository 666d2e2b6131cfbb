"""JDBC drivers and their tools: ``org.postgresql.util.PSQLException: ERROR: text``."""

from __future__ import annotations

import re

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._sections import NOISE, said, sections
from diagnose.unwrap._tails import finish

if TYPE_CHECKING:
    from diagnose.text import Text

_CLASS = r"(?P<exception>(?:[a-zA-Z_][\w$]*\.)+(?=[A-Z])[\w$]*(?:Exception|Error))"
_SEVERITY = r"(?P<severity>ERROR|FATAL|PANIC):[ ]+"
_BATCH = lazy_pattern(
    rf"{_CLASS}:[ ]Batch[ ]entry[ ]\d+[ ](?P<statement>.*?)[ ]was[ ]aborted"
    rf"(?::[ ]|\.[ ]*)(?:{_SEVERITY})?",
    re.DOTALL,
)
_NEXT = lazy_pattern(r"[ \n]*Call getNextException to see [^\n]*")
_THROWN = lazy_pattern(rf"(?:Caused by: )?{_CLASS}:[ ]{_SEVERITY}")
_TOOL = lazy_pattern(rf"SQL Error \[(?P<sqlstate>[0-9A-Z]{{5}})\]:[ ](?:{_SEVERITY})?")
_DETAIL = lazy_pattern(r"\n {2}(Detail|Hint|Where|Position|Location|Call): ([^\n]*)")


def peel(text: Text) -> Peeled | None:
    """What stands before the exception, and what the server said."""
    for head in (_BATCH, _TOOL, _THROWN):
        if (found := head.search(text.value)) is None:
            continue
        named = said(found.groupdict())
        level = named.pop("severity", "ERROR")
        inner, details = _without_details(finish(text.slice(found.end())))
        if not inner.value.strip(NOISE) and head is _BATCH:
            inner = finish(text.slice(found.end("exception") + len(": ")))
        return Peeled(
            sections(text.slice(0, found.start()), inner),
            level="FATAL" if level == "PANIC" else level,
            fields={**details, **named},
        )
    return None


def _without_details(text: Text) -> tuple[Text, dict[str, str]]:
    """The driver adds the server's other fields as indented lines."""
    details = list(_DETAIL.finditer(text.value))
    cuts = [(found.start(), found.end()) for found in details]
    if "getNextException" in text.value:
        cuts += [(found.start(), found.end()) for found in _NEXT.finditer(text.value)]
    fields = {found[1].lower(): found[2] for found in details}
    return text.substitute([(start, end, "") for start, end in sorted(cuts)]), fields
