"""The pages of the failure classes: read from ``patterns/classes`` or from their compiled form."""

from __future__ import annotations

import os
from functools import lru_cache

from diagnose.errors import CatalogError, Fault
from diagnose.lean import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

COMPILED_FILE = "classes.bin"
FOLDER = "classes"
RETRY = ("yes", "no", "later")
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_MARSHAL_VERSION = 2
_TEXTS = ("title", "retry", "definition", "cause")
_LISTS = ("check", "fixes", "extract", "cues")
_OPTIONAL = ("retry_note",)
_TABLES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "role": (("pattern",), ("implies",)),
    "look_alike": (("text", "class", "why"), ()),
    "example": (("text",), ("roles",)),
}
"""Tables of a page: the keys that each must and may have."""


class ClassPage(NamedTuple):
    """What is known of one class of failures."""

    name: str
    title: str
    definition: str
    cause: str
    check: tuple[str, ...]
    """What to check first, in order."""
    fixes: tuple[str, ...]
    retry: str
    """Whether the same call, repeated unchanged, helps: ``yes``, ``no`` or ``later``."""
    retry_note: str
    extract: tuple[str, ...]
    """Names of the roles that such a message may state."""
    cues: tuple[str, ...]
    roles: tuple[tuple[str, Mapping[str, str]], ...]
    """Patterns, and the roles that each implies."""
    look_alikes: tuple[tuple[str, str, str], ...]
    """A message, its class or "" for none, and why it is not of this one."""
    examples: tuple[tuple[str, Mapping[str, str]], ...]
    """A message and the roles that must be found in it."""


@lru_cache(maxsize=1)
def all_pages() -> Mapping[str, ClassPage]:
    """All pages by name, read at the first call. Raises ``CatalogError``, as ``load``."""
    return load()


def load() -> dict[str, ClassPage]:
    """All pages by name, from the compiled file of a wheel or from ``patterns/classes``.

    Raises ``CatalogError`` when there are none or one of them is faulty.
    """
    compiled = os.path.join(_PACKAGE, COMPILED_FILE)
    if os.path.exists(compiled):
        import marshal

        with open(compiled, "rb") as file:
            tables = marshal.loads(file.read())  # noqa: S302 - the file is part of the program
    else:
        tables = _sound(_own_directory())
    return {name: page_of(name, table) for name, table in tables.items()}


def compile_directory(patterns: str) -> bytes:
    """The compiled form of the class pages in a directory of patterns.

    Raises ``CatalogError`` when one of them is faulty.
    """
    import marshal

    return marshal.dumps(_sound(os.path.join(patterns, FOLDER)), _MARSHAL_VERSION)


def _own_directory() -> str:
    patterns = os.path.join(os.path.dirname(_PACKAGE), "patterns")
    if not os.path.exists(os.path.join(patterns, "renamed.toml")):
        raise CatalogError("the program came without its class pages; reinstall it")
    return os.path.join(patterns, FOLDER)


def _sound(directory: str) -> dict[str, dict[str, Any]]:
    from diagnose.errors import PageFaultsError

    tables, faults = read(directory)
    faults += _faults_of_all(directory, tables)
    if faults:
        raise PageFaultsError(faults)
    return tables


def examine(directory: str) -> list[Fault]:
    """All faults of the class pages in a directory. Raises ``CatalogError``."""
    tables, faults = read(directory)
    return faults + _faults_of_all(directory, tables)


def _faults_of_all(directory: str, tables: Mapping[str, Mapping[str, Any]]) -> list[Fault]:
    return [fault for name, table in tables.items() for fault in check(directory, name, table)]


def read(directory: str) -> tuple[dict[str, dict[str, Any]], list[Fault]]:
    """The tables of all class pages in a directory, and the faults of those that cannot be read.

    Raises ``CatalogError`` when the directory cannot be listed.
    """
    import tomllib

    tables: dict[str, dict[str, Any]] = {}
    faults: list[Fault] = []
    try:
        names = sorted(name for name in os.listdir(directory) if name.endswith(".toml"))
    except OSError as error:
        raise CatalogError(f"{directory}: {error.strerror or error}") from error
    for name in names:
        path = os.path.join(directory, name)
        try:
            with open(path, "rb") as file:
                tables[name.removesuffix(".toml")] = tomllib.load(file)
        except (ValueError, RecursionError) as error:
            faults.append(Fault(path, 1, f"not readable: {error}"))
    return tables, faults


def page_of(name: str, table: Mapping[str, Any]) -> ClassPage:
    """The page of a sound table."""
    return ClassPage(
        name=name,
        title=table["title"],
        definition=table["definition"],
        cause=table["cause"],
        check=tuple(table["check"]),
        fixes=tuple(table["fixes"]),
        retry=table["retry"],
        extract=tuple(table["extract"]),
        cues=tuple(table["cues"]),
        retry_note=table.get("retry_note", ""),
        roles=tuple((each["pattern"], each.get("implies", {})) for each in table.get("role", ())),
        look_alikes=tuple((o["text"], o["class"], o["why"]) for o in table["look_alike"]),
        examples=tuple((each["text"], each.get("roles", {})) for each in table["example"]),
    )


# ------------------------------------------------------------------ checking


def check(directory: str, name: str, table: Mapping[str, Any]) -> list[Fault]:
    """All faults of the table of one page."""
    path = os.path.join(directory, f"{name}.toml")
    return [Fault(path, 1, reason) for reason in _shape(table) or _content(name, table)]


def _shape(table: Mapping[str, Any]) -> list[str]:
    known = (*_TEXTS, *_LISTS, *_OPTIONAL, *_TABLES)
    faults = [
        f"unknown key {key!r}; known are {', '.join(known)}" for key in table if key not in known
    ]
    faults += [f"{key!r} must be a text" for key in _TEXTS if not _is_text(table.get(key))]
    faults += [f"{key!r} must be a list of texts" for key in _LISTS if not _is_list(table.get(key))]
    for key, (needed, more) in _TABLES.items():
        for each in table.get(key, ()):
            if not isinstance(each, dict):
                faults.append(f"{key!r} must be tables: [[{key}]]")
                continue
            faults += [
                f"{inner!r} is missing in [[{key}]]" for inner in needed if inner not in each
            ]
            extra = [inner for inner in each if inner not in (*needed, *more)]
            faults += [f"unknown key {inner!r} in [[{key}]]" for inner in extra]
    faults += [f"[[{key}]] is missing" for key in ("look_alike", "example") if not table.get(key)]
    return faults


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _is_list(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_text, value))


def _content(name: str, table: Mapping[str, Any]) -> Iterator[str]:
    from diagnose.classes.cues import steps_of

    if table["retry"] not in RETRY:
        yield f"retry must be one of {', '.join(RETRY)}"
    for cue in table["cues"]:
        if not [step for step in steps_of(cue) if step != ("*",)]:
            yield f"the cue {cue!r} has no words"
    for each in table.get("role", ()):
        yield from _pattern_faults(each["pattern"])
    wanted = {key for each in table["example"] for key in each.get("roles", {})}
    for key in sorted(wanted - set(table["extract"])):
        yield f"the role {key!r} of an example is not in extract"
    for each in table["look_alike"]:
        if each["class"] == name:
            yield f"a look-alike is of another class: {each['text']!r}"


def _pattern_faults(pattern: str) -> Iterator[str]:
    import re

    from diagnose.classes.roles import expand

    try:
        re.compile(expand(pattern))
    except (re.error, KeyError) as error:
        yield f"the pattern {pattern!r} cannot be read: {error}"
