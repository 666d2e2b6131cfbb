"""What the tables of a page must look like."""

from __future__ import annotations

from diagnose.errors import Fault
from diagnose.lean import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


class Key(NamedTuple):
    """What a key of a table must look like."""

    types: tuple[type, ...]
    required: bool = False


_TEXT = Key((str,))
_NEEDED = Key((str,), required=True)
_LIST = Key((list,))
_TEXT_OR_LIST = Key((str, list))
_TABLES = Key((list,))

SCHEMA: Mapping[str, Mapping[str, Key]] = {
    "": {
        "id": _NEEDED,
        "title": _NEEDED,
        "class": _NEEDED,
        "severity": _TEXT,
        "role": _TEXT,
        "follows": _TABLES,
        "related": _LIST,
        "references": _LIST,
        "message": Key((list,), required=True),
        "explanation": Key((list,), required=True),
        "document": Key((dict,)),
        "example": Key((list,), required=True),
        "near_miss": Key((list,), required=True),
    },
    "follows": {
        "pages": Key((list,), required=True),
        "statements": Key((bool,)),
        "when": Key((dict,)),
        "same": Key((dict,)),
        "look": _TEXT,
    },
    "message": {
        "text": _NEEDED,
        "since": _TEXT,
        "until": _TEXT,
        "raised_at": _LIST,
        "commit": _TEXT,
        "at_any_level": Key((bool,)),
        "below": _TEXT,
    },
    "explanation": {
        "cause": _NEEDED,
        "when_statement": _TEXT_OR_LIST,
        "when_chain": _TEXT_OR_LIST,
        "when": Key((dict,)),
        "did_you_mean": Key((dict,)),
        "fix": _TABLES,
    },
    "explanation.fix": {
        "title": _NEEDED,
        "text": _TEXT,
        "command": _TEXT,
        "edit": Key((dict,)),
        "language": _TEXT,
        "applicability": _TEXT,
        "ask": _LIST,
        "since": _TEXT,
        "until": _TEXT,
    },
    "document": {
        "meaning": _TEXT,
        "trigger": _TEXT,
        "situations": _LIST,
        "prevention": _LIST,
        "before": _TEXT,
        "after": _TEXT,
        "validate": _TEXT,
        "handle": _TEXT,
        "provenance": _TEXT,
        "notes": _LIST,
    },
    "example": {
        "text": _NEEDED,
        "captures": Key((dict,)),
        "statement": _TEXT,
        "command": _TEXT,
    },
    "near_miss": {"text": _NEEDED},
    "wrapper": {"id": _NEEDED, "text": _NEEDED, "example": _NEEDED, "glued": Key((bool,))},
}

LEFT_FOR_LATER = ("example", "near_miss")
"""What a draft may lack: a fault, but the rest of the page can be checked."""


def check_table(
    full: str, lines: Mapping[str, int], place: str, table: dict[str, Any]
) -> list[Fault]:
    """All that is wrong with a table and the tables inside it; ``place`` is its name."""
    faults = check_keys(full, lines, place, _schema_name(place), table)
    for key, value in table.items():
        inner = f"{place}.{key}" if place else key
        if _schema_name(inner) not in SCHEMA:
            continue
        if isinstance(value, dict):
            faults += check_table(full, lines, inner, value)
        elif isinstance(value, list):
            for number, each in enumerate(value):
                if isinstance(each, dict):
                    faults += check_table(full, lines, f"{inner}.{number}", each)
                else:
                    line = lines.get(inner, 1)
                    faults.append(Fault(full, line, f"{key!r} must be tables: [[{key}]]"))
    return faults


def _schema_name(place: str) -> str:
    return ".".join(part for part in place.split(".") if not part.isdigit())


def check_keys(
    full: str, lines: Mapping[str, int], place: str, schema: str, table: dict[str, Any]
) -> list[Fault]:
    """Keys that are unknown, missing or of the wrong type; ``schema`` says what is known."""
    known = SCHEMA[schema]
    here = lines.get(place, 1)
    prefix = f"{place}." if place else ""
    faults: list[Fault] = []
    for key, value in table.items():
        line = lines.get(prefix + key, here)
        if key not in known:
            allowed = ", ".join(known)
            faults.append(Fault(full, line, f"unknown key {key!r} here; known are {allowed}"))
        elif not isinstance(value, known[key].types):
            names = " or ".join(each.__name__ for each in known[key].types)
            faults.append(Fault(full, line, f"{key!r} must be of type {names}"))
    faults += [
        Fault(full, here, f"{key!r} is missing" + (f" in [[{schema}]]" if schema else ""))
        for key, spec in known.items()
        if spec.required and not table.get(key)
    ]
    return faults
