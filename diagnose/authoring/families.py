"""Failure classes: which one a family's title or a message speaks of."""

from __future__ import annotations

from diagnose.authoring.sections import words
from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

OTHER = "other"

CUES: Mapping[str, str] = {
    "range_validation": "must be between|out of range|must not be negative|range validation|"
    "at least|at most|greater than|less than|too small|too large|too long|outside|exceeds the",
    "type_mismatch": "type mismatch|wrong type|must be a string|must be an integer|expected type|"
    "cannot cast|cannot convert|instance of|not callable|type error|incompatible type",
    "parse_format": "syntax error|could not parse|failed to parse|parse error|malformed|parsing|"
    "unexpected token|invalid format|unterminated|cannot decode|invalid json|encoding",
    "invalid_option": "unknown option|unrecognized|invalid option|invalid value|must be one of|"
    "mutually exclusive|cannot be used with|unexpected keyword|conflicting|unknown parameter",
    "missing_value": "is required|missing required|must specify|must provide|not set|missing|"
    "cannot be null|cannot be empty|must not be empty|mandatory|not specified",
    "schema_mismatch": "schema mismatch|shape|dimension|column count|does not match schema|"
    "same length|number of columns|schema|mismatched lengths",
    "unsupported": "not supported|unsupported|not implemented|not yet implemented|does not support|"
    "not available on|unimplemented",
    "invalid_state": "invalid state|state transition|illegal state|already closed|not initialized|"
    "already running|not started|already started|status must be|has been closed|cannot while",
    "not_found": "not found|does not exist|no such|unknown table|could not find|could not locate",
    "already_exists": "already exists|duplicate|already defined|already registered|already taken",
    "data_gone": "no longer available|no longer exists|compacted|purged|offset out of range|"
    "lease expired|session expired|cursor expired|too old|expired data|outside retention",
    "busy_in_use": "in use|busy|is locked|lock held|already in progress|another instance|"
    "concurrent operation|address already in use|still referenced|held by another",
    "transaction_conflict": "deadlock|serialization failure|could not serialize|write conflict|"
    "lock wait|optimistic lock|transaction conflict|changed concurrently|etag",
    "cancelled": "cancelled|canceled|aborted by|interrupted|operation was aborted|killed by user",
    "authentication_failed": "authentication|invalid credentials|login failed|unauthorized|401|"
    "token expired|invalid password|invalid api key|unauthenticated",
    "permission_denied": "permission denied|access denied|forbidden|not authorized|403|privilege|"
    "operation not permitted|read only file system",
    "tls_certificate": "tls|ssl|certificate|x509|handshake|self signed|cipher",
    "limit_exceeded": "limit exceeded|quota|too many open|too many connections|limit reached|"
    "maximum number|pool exhausted|queue full|max connections",
    "rate_limited": "rate limit|429|throttled|throttling|too many requests|slow down",
    "disk_full": "disk full|no space left|not enough space|enospc|insufficient storage",
    "out_of_memory": "out of memory|oom|cannot allocate memory|heap space|memory exhausted|"
    "allocation failed",
    "timeout": "timed out|timeout|deadline exceeded|did not complete within|no response within",
    "connection_failed": "connection refused|connection reset|failed to connect|connection failed|"
    "connection lost|unreachable|broken pipe|connection closed|could not connect|disconnected",
    "dns_failure": "dns|name resolution|could not resolve host|no such host|getaddrinfo|nxdomain",
    "service_unavailable": "service unavailable|unavailable|503|not leader|no leader|shutting down|"
    "starting up|overloaded|not the leader|no quorum",
    "data_corruption": "corrupt|corrupted|corruption|checksum|crc mismatch|hash mismatch|truncated|"
    "unexpected eof|premature end|bad magic",
    "version_incompatible": "incompatible version|version mismatch|requires version|"
    "newer version|version not supported|unsupported version|version incompatible",
    "dependency_missing": "not installed|no module named|missing dependency|pip install|"
    "command not found|dependency missing|missing package|shared library",
    "arithmetic_error": "overflow|division by zero|divide by zero|nan|singular matrix|"
    "did not converge|underflow|arithmetic",
    "opaque_failure": "internal error|unexpected error|should not happen|exited with code|"
    "unknown error|please report|assertion failed|invariant",
}
"""Cue words of each class, in the form that ``words`` gives, separated by ``|``."""

_NAME_WEIGHT = 40
"""The class's own name counts for more than any cue."""


def classify(text: str) -> str:
    """The class whose cues a text shows most of; ``other`` when it shows none.

    >>> classify('"disk full" / "no space left" errors'), classify("Graph errors")
    ('disk_full', 'other')
    """
    said = f" {words(text)} "
    scores = {name: _score(name, cues, said) for name, cues in CUES.items()}
    best = max(scores, key=lambda name: scores[name])
    return best if scores[best] else OTHER


def _score(name: str, cues: str, said: str) -> int:
    own = name.replace("_", " ")
    score = _NAME_WEIGHT + len(own) if f" {own} " in said else 0
    return score + sum(len(cue) for cue in cues.split("|") if f" {cue} " in said)
