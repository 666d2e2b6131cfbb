"""On which lines of a TOML file its tables and keys stand."""

from __future__ import annotations

from diagnose.text import lazy_pattern

_HEADER = lazy_pattern(r"\[\[?\s*([\w.]+)\s*\]\]?")
_KEY = lazy_pattern(r"([\w-]+)\s*=")
_TRIPLE = lazy_pattern(r"'''|\"\"\"")


def line_numbers(source: str) -> dict[str, int]:
    """Lines of tables and keys: ``message.0.text`` -> 7.

    >>> line_numbers('id = "a"\\n[[message]]\\ntext = "b"\\n')
    {'': 1, 'id': 1, 'message.0': 2, 'message.0.text': 3}
    """
    places = {"": 1}
    counts: dict[str, int] = {}
    prefix, inside = "", ""
    for number, line in enumerate(source.splitlines(), 1):
        if not inside:
            prefix = _note_line(line, number, prefix, counts, places)
        for mark in _TRIPLE.findall(line):
            inside = mark if not inside else "" if mark == inside else inside
    return places


def _note_line(
    line: str, number: int, prefix: str, counts: dict[str, int], places: dict[str, int]
) -> str:
    header = _HEADER.match(line.strip())
    if header:
        place = _numbered(header[1], line.strip().startswith("[["), counts)
        places.setdefault(place, number)
        return place + "."
    key = _KEY.match(line.strip())
    if key:
        places.setdefault(prefix + key[1], number)
    return prefix


def _numbered(name: str, is_array: bool, counts: dict[str, int]) -> str:
    """``explanation.fix`` -> ``explanation.1.fix.0``: the second explanation's first fix."""
    parent, _, own = name.rpartition(".")
    base = f"{parent}.{counts.get(parent, 1) - 1}.{own}" if parent in counts else name
    if not is_array:
        return base
    counts[name] = counts.get(name, 0) + 1
    if not parent:
        for inner in [key for key in counts if key.startswith(name + ".")]:
            counts[inner] = 0
    return f"{base}.{counts[name] - 1}"
