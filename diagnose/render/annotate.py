"""A JSON line with its diagnosis in it."""

from __future__ import annotations

import json

from diagnose.lean import TYPE_CHECKING
from diagnose.render.json_text import dumps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diagnose.model import Diagnosis

KEY, MORE_KEY = "diagnosis", "more_diagnoses"


def is_free(line: bytes) -> bool:
    """Whether a line is a JSON object that can take a diagnosis."""
    return _object(line.strip()) is not None


def annotate(line: bytes, found: Sequence[Diagnosis]) -> bytes | None:
    r"""The same object, every byte of it as it was, and ``"diagnosis"`` behind its last member.

    None when the line is no JSON object, or has such a member already. Further
    diagnoses of the line stand in ``"more_diagnoses"``.

    >>> from diagnose.model import Diagnosis, Where
    >>> found = [Diagnosis("a/b", "B", "exact", "boom", Where("-", 1, 0, 4))]
    >>> annotate(b'{"msg": "boom"}\n', found)[:38]
    b'{"msg": "boom","diagnosis":{"id":"a/b"'
    """
    body = line.rstrip()
    value = _object(body)
    if value is None:
        return None
    members = {KEY: found[0].to_dict()}
    added = dumps({**members, MORE_KEY: [each.to_dict() for each in found[1:]]})
    if len(found) == 1:
        added = dumps(members)
    comma = b"," if value else b""
    return body[:-1].rstrip() + comma + added[1:].encode() + line[len(body) :]


def _object(body: bytes) -> dict[str, object] | None:
    if not body.lstrip().startswith(b"{"):
        return None
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and KEY not in value else None
