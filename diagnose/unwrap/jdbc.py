"""JDBC drivers and their tools: ``org.postgresql.util.PSQLException: ERROR: text``."""

from __future__ import annotations

import re

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._sections import said, sections
from diagnose.unwrap._tails import finish

if TYPE_CHECKING:
    import re

    from diagnose.text import Text

_CLASS = r"(?<![\w$.])(?P<exception>(?:[a-zA-Z_][\w$]*\.)+(?=[A-Z])[\w$]*(?:Exception|Error))"
_SEVERITY = r"(?P<severity>ERROR|FATAL|PANIC):[ ]+"
_BATCH = lazy_pattern(rf"{_CLASS}:[ ]Batch[ ]entry[ ]\d+\s")
_ABORTED = lazy_pattern(rf"[ ]was[ ]aborted(?::[ ]|\.[ ]*)(?:{_SEVERITY})?")
_NEXT = lazy_pattern(r"(?<![ \n])[ \n]*+Call getNextException to see [^\n]*")
_THROWN = lazy_pattern(rf"(?:Caused by: )?{_CLASS}:[ ]{_SEVERITY}")
_TOOL = lazy_pattern(rf"SQL Error \[(?P<sqlstate>[0-9A-Z]{{5}})\]:[ ](?:{_SEVERITY})?")
_PLUGIN = lazy_pattern(
    r'slot "(?P<slot>[^"]*)", output plugin "(?P<plugin>[^"]*)", in the (?P<callback>\w+) callback'
    r"(?:, associated LSN (?P<lsn>[0-9A-F]+/[0-9A-F]+))?"
)
_DETAIL = lazy_pattern(  # a paste with other line ends leaves the next line's service behind
    r"(?:[ ][\w.-]+[ ]+\|[ ]*)?\n[ ]*(Detail|Hint|Where|Position|Location|Call): ([^\n]*)"
)


def peel(text: Text) -> Peeled | None:
    """What stands before the exception, and what the server said."""
    batch = _BATCH.search(text.value)
    if batch is not None and (aborted := _ABORTED.search(text.value, batch.end())) is not None:
        return _batch(text, batch, aborted)
    found = _TOOL.search(text.value) or _THROWN.search(text.value)
    if found is None:
        return None
    before, inner = text.slice(0, found.start()), text.slice(found.end())
    if before.value.endswith("`") and inner.value.endswith("`"):  # code in a sentence
        inner = inner.slice(0, len(inner.value.rstrip("`")))
    return _peeled(before, inner, found.groupdict())


def _batch(text: Text, batch: re.Match[str], aborted: re.Match[str]) -> Peeled:
    """The statement that failed, and why, when the driver says so."""
    named = {
        "statement": text.value[batch.end() : aborted.start()],
        **batch.groupdict(),
        **aborted.groupdict(),
    }
    before = text.slice(0, batch.start())
    peeled = _peeled(before, text.slice(aborted.end()), named)
    if len(peeled.sections) > len(sections(before)):
        return peeled
    entry = finish(text.slice(batch.end("exception") + len(": ")))
    return peeled._replace(sections=sections(before, entry))


def _peeled(before: Text, inner: Text, named: dict[str, str | None]) -> Peeled:
    level = named.pop("severity", None) or "ERROR"
    inner, details = _without_details(finish(inner))
    return Peeled(
        sections(before, inner),
        level="FATAL" if level == "PANIC" else level,
        fields={**details, **said(named)},
    )


def _without_details(text: Text) -> tuple[Text, dict[str, str]]:
    """The driver adds the server's other fields as indented lines."""
    details = list(_DETAIL.finditer(text.value))
    cuts = [(found.start(), found.end()) for found in details]
    if "getNextException" in text.value:
        cuts += [(found.start(), found.end()) for found in _NEXT.finditer(text.value)]
    fields = {found[1].lower(): found[2] for found in details}
    if (place := _PLUGIN.match(fields.get("where", ""))) is not None:
        fields |= said(place.groupdict())
    return text.substitute([(start, end, "") for start, end in sorted(cuts)]), fields
