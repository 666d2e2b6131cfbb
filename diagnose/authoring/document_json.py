"""A documented page as JSON -> its sections, whatever the schema.

Keys are section titles in any spelling, at any depth; a value is a text, a
list or an object. What stands under an unknown key becomes a section without
a name, so nothing is lost.
"""

from __future__ import annotations

import json
from typing import Any

from diagnose.authoring.sections import (
    CODE,
    CONTAINERS,
    LISTS,
    Section,
    name_of,
    texts,
    word_set,
    words,
)
from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator


class Pairs(list[tuple[str, Any]]):
    """An object's members in order; a key may stand twice."""


_CONTENT = word_set(
    "text body content value items code snippet html markdown steps list paragraphs data entries"
    " points tips template raw"
)
_HEADING = frozenset({"heading", "title", "section", "name", "label", "key", "id"})
_PROSE = (LISTS - {"location"}) | {"meaning", "trigger", "background", "title"}
"""Sections in which an object is one item, its members being parts of a sentence."""

_FACTS = frozenset({"repository", "commit", "date", "permalink"})
_INSIDE: dict[str, frozenset[str]] = {
    "source": _FACTS | {"location", "file", "line", "code"},
    "location": _FACTS | {"file", "line", "code"},
    "code": _FACTS | {"location", "file", "line"},
    "example": frozenset({"before", "after", "validate", "handle"}),
    "byline": _FACTS,
    "repository": _FACTS,
    "message": frozenset({"message"}),
}
"""Which members of a section keep their own meaning; the others are notes on the section."""

_PARTS = word_set(
    "solutions example defensive prevention when trigger situations before after validate handle"
)
"""Members that show that an object is a page or a part of one, whatever its key says."""


def documents(text: str) -> list[list[Section]]:
    """The sections of each document in a JSON text: an object, or a list of objects.

    Raises ``ValueError`` when the text is not JSON or holds no document.

    >>> documents('{"ErrorMessage": "no such sink", "solutions": ["Create it."]}')[0][0]
    Section(name='message', items=('no such sink',), line=1, title='ErrorMessage')
    """
    value = json.loads(text, object_pairs_hook=Pairs)
    found = [_sections(each, text) for each in _objects(value)]
    if not found or not all(texts(each, "message") for each in found):
        keys = ", ".join(dict.fromkeys(_keys(value))) or "none"
        raise ValueError(f"no error message in it (keys: {keys[:200]})")
    return found


def _objects(value: Any) -> list[Pairs]:
    """The objects that are a document each."""
    if isinstance(value, Pairs):
        inner = [each for _, each in value if _is_list_of_documents(each)]
        return inner[0] if inner and not _has_message(value) else [value]
    if isinstance(value, list) and value and all(isinstance(each, Pairs) for each in value):
        return value
    kind = {list: "a list", str: "a text", type(None): "null"}.get(type(value), "a number")
    raise ValueError(f"expected an object with the sections of a page, got {kind}")


def _is_list_of_documents(value: Any) -> bool:
    return (
        isinstance(value, list)
        and not isinstance(value, Pairs)
        and bool(value)
        and all(isinstance(each, Pairs) and _has_message(each) for each in value)
    )


def _has_message(value: Pairs) -> bool:
    return any(name_of(key) == "message" and not isinstance(each, Pairs) for key, each in value)


def _keys(value: Any) -> list[str]:
    if isinstance(value, Pairs):
        return [key for key, _ in value]
    return [key for each in value for key, _ in each]


def _sections(value: Pairs, text: str) -> list[Section]:
    found = list(_walk(value, "", ""))
    return [each._replace(line=_line_of(each.title, text)) for each in found]


def _line_of(title: str, text: str) -> int:
    """The line on which the last key of a title stands first."""
    key = json.dumps(title.rpartition(" / ")[2], ensure_ascii=False)
    at = text.find(key)
    return text.count("\n", 0, max(at, 0)) + 1


def _walk(value: Any, name: str, title: str) -> Iterator[Section]:
    """The sections inside a value that stands under ``title``, meaning ``name``."""
    if isinstance(value, Pairs):
        yield from _members(value, name, title)
    elif isinstance(value, list) and any(isinstance(each, (Pairs, list)) for each in value):
        yield from _list(value, name, title)
    else:
        items = tuple(_scalar(each) for each in (value if isinstance(value, list) else [value]))
        if any(items):
            yield Section("" if name in CONTAINERS else name, items, title=title)


def _list(value: list[Any], name: str, title: str) -> Iterator[Section]:
    """Lists that hold objects: each an item of its own, or a section with its heading."""
    if name in _PROSE and not any(isinstance(each, Pairs) and _titled(each) for each in value):
        yield Section(name, tuple(_sentence(each) for each in value), title=title)
        return
    for each in value:
        yield from _walk(each, name, title)


def _members(value: Pairs, name: str, title: str) -> Iterator[Section]:
    named = _titled(value, inside=bool(title) and not name)
    if named:
        yield from _under_heading(*named)
    elif name in _PROSE and all(words(key) in _CONTENT for key, _ in value):
        for _, each in value:
            yield from _walk(each, name, title)
    elif name in _PROSE and not _holds_sections(value, name):
        yield Section(name, (_sentence(value),), title=title)
    else:
        yield from _walk_under(value, "" if name in _PROSE else name, title)


def _under_heading(heading: str, members: Pairs) -> Iterator[Section]:
    found: list[Section] = []
    for key, each in members:
        is_content = words(key) in _CONTENT
        label = heading if is_content else f"{heading} / {key}"
        found += _walk(each, name_of(heading) if is_content else "", label)
    yield from found or [Section("", (heading,))]


def _holds_sections(value: Pairs, name: str) -> bool:
    members = {name_of(key) for key, _ in value}
    if name in LISTS:
        return len(members & _PARTS) > 1
    return bool(members & (_PARTS | _FACTS | {"message", "severity"}))


def _walk_under(value: Pairs, name: str, title: str) -> Iterator[Section]:
    for key, each in value:
        label = f"{title} / {key}" if title else key
        yield from _walk(each, _member_name(key, each, name), label)


def _member_name(key: str, value: Any, name: str) -> str:
    """What a member means, inside a section or at the top."""
    own = name_of(key)
    if name and name not in CONTAINERS:
        if own in _INSIDE.get(name, ()):
            return own
        if words(key) in _CONTENT and (words(key) != "code" or name in CODE | {"source"}):
            return "code" if name == "source" else name
        return ""
    if own == "source" and isinstance(value, str):
        return _source_name(value)
    return "" if words(key) == "error" and isinstance(value, Pairs) else own


_SOURCES = (
    ("byline", lazy_pattern(r"[\w.-]+/[\w.-]+@[0-9a-f]{7,40}\b.*")),
    ("permalink", lazy_pattern(r"https?://\S+")),
    ("location", lazy_pattern(r"(?:\w+ at )?[^\s:]+\.\w{1,8}(?::\d+)*.*")),
    ("repository", lazy_pattern(r"[\w.-]+/[\w.-]+")),
)


def _source_name(value: str) -> str:
    """What a text called the source is: where it is from, or the code itself."""
    return next((name for name, form in _SOURCES if form.fullmatch(value.strip())), "code")


def _titled(value: Pairs, *, inside: bool = False) -> tuple[str, Pairs] | None:
    """For ``{"heading": "Solutions", "content": ...}``: the heading and the other members.

    ``inside`` a list of sections, the heading may be one that nobody knows.
    """
    if not any(words(key) in _CONTENT for key, _ in value) or _has_message(value):
        return None
    for index, (key, each) in enumerate(value):
        if words(key) in _HEADING and isinstance(each, str) and (inside or name_of(each)):
            return each, Pairs(value[:index] + value[index + 1 :])
    return None


def _sentence(value: Any) -> str:
    """An object as one item: its texts in order."""
    if isinstance(value, Pairs):
        return ": ".join(filter(None, (_sentence(each) for _, each in value)))
    if isinstance(value, list):
        return ", ".join(filter(None, (_sentence(each) for each in value)))
    return _scalar(value)


def _scalar(value: Any) -> str:
    """A leaf as text, as JSON writes it where it is no string."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode().replace("\r\n", "\n").strip("\n")
    return "" if value is None else json.dumps(value)
