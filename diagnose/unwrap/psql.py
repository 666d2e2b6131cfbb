"""psql and libpq: ``ERROR:  text``, ``psql:file:line: ERROR:  text``, ``psql: error: text``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._levels import normalise
from diagnose.unwrap._sections import SEVERITY, said, sections

if TYPE_CHECKING:
    from diagnose.text import Text

_HEAD = lazy_pattern(
    rf"(?:psql:(?P<file>[^\n:]+):(?P<line>\d+):[ ])?(?P<severity>{SEVERITY}):[ ]{{1,2}}(?=\S|$)"
)
_CLIENT = lazy_pattern(r"(?:psql|pg_dump|createdb|dropdb):[ ](?P<severity>error|fatal|warning):[ ]")
_SERVER = lazy_pattern(
    r'connection to server (?:at|on socket) "(?P<host>[^"\n]*)"'
    r"(?: \((?P<address>[^)\n]*)\))?(?:, port (?P<port>\d+))? failed: "
)
_INNER = lazy_pattern(r": (?P<severity>ERROR|FATAL|PANIC):  ")


def peel(text: Text) -> Peeled | None:
    """The text behind the severity; below it, what the server itself said."""
    for head in (_HEAD, _CLIENT):
        if (found := head.match(text.value)) is not None:
            named = {name: value for name, value in found.groupdict().items() if value}
            level = normalise(named.pop("severity"))
            return Peeled(sections(text.slice(found.end())), level=level, fields=named)
    return _inner(text)


def _inner(text: Text) -> Peeled | None:
    attempts = list(_SERVER.finditer(text.value))
    if len(attempts) > 1:
        return _last_attempt(text, attempts[-1].start())
    found = _INNER.search(text.value)
    if found is None:
        return None
    server = attempts[0].groupdict() if attempts else {}
    return Peeled(
        sections(text.slice(0, found.start()), text.slice(found.end())),
        level=normalise(found["severity"]),
        fields=said(server),
    )


def _last_attempt(text: Text, start: int) -> Peeled:
    """The client tries every address of a host; only the last failure counts."""
    return Peeled(sections(text.slice(0, start), text.slice(start)))
