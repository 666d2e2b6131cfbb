"""Places that make messages -> rows of an inventory."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from diagnose import template
from diagnose.authoring.families import CUES
from diagnose.authoring.harvest import kinds, templates
from diagnose.authoring.harvest.rust_sites import UNREAD
from diagnose.authoring.sections import words
from diagnose.catalog.inventory import Row, skeleton

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from diagnose.authoring.harvest.rust_sites import Site
    from diagnose.authoring.harvest.templates import Piece

_WITH_SOURCE = frozenset({"context", "newtype-context", "expect", "parser-label"})
_PARSER = "src/sqlparser/"
_EXPECTED: Sequence[Piece] = (", found: ", templates.Placeholder("found", ""))
_AT: Sequence[Piece] = (
    " at line ",
    templates.Placeholder("line", "u64"),
    ", column ",
    templates.Placeholder("column", "u64"),
)


def rust_rows(path: str, sites: Iterable[Site], wrappers: Mapping[str, str]) -> Iterator[Row]:
    """The rows of one file; ``wrappers`` gives the wrapper's id of an owner.

    A string that is no message on its own (one word, an SQL query) gives none.
    """
    for site in sites:
        if site.kind == UNREAD:
            continue
        kind = _kind(path, site)
        pieces = _composed(path, kind, site)
        if not _says_something(site, pieces):
            continue
        has_source = site.has_source or kind in _WITH_SOURCE or kind == "panic-expect"
        yield row(
            path,
            str(site.line),
            _final(kind),
            pieces,
            has_source=has_source,
            below=wrappers.get(_wrapper_key(site), ""),
        )


def row(
    path: str,
    line: str,
    kind: str,
    pieces: Sequence[Piece],
    *,
    has_source: bool = False,
    below: str = "",
) -> Row:
    """One row, with the class that its words tell."""
    source = templates.template_of(pieces, has_source=has_source)
    return Row(path, (line,), kind, "", "", class_of(source), below, source)


def _kind(path: str, site: Site) -> str:
    if site.kind == "expect":
        return "parser-expected" if path.startswith(_PARSER) else "panic-expect"
    if (
        site.kind in ("error-code", "error-ctor")
        and site.place == "1"
        and "Supported" in site.owner
    ):
        return "hint"
    return site.kind


def _final(kind: str) -> str:
    return {"panic-expect": "panic", "parser-label": "parser-err"}.get(kind, kind)


def _composed(path: str, kind: str, site: Site) -> list[Piece]:
    """The pieces of the message that is shown: some are put together at run time."""
    pieces: list[Piece]
    if site.is_format:
        pieces = templates.rust_pieces(site.text, site.arguments, site.fields)
    else:
        pieces = templates.plain_pieces(site.text)
    if kind == "parser-label":
        return ["invalid ", *pieces]
    if kind == "parser-expected":
        found = _EXPECTED if site.kind == "parser-expected" else ()
        return ["expected ", *pieces, *found]
    if kind == "err-fn" and path.startswith(_PARSER):
        return [*pieces, *_AT]
    if kind == "panic":
        return [kinds.PANICS.get(site.owner.rpartition("::")[2], ""), *pieces]
    return pieces


_QUERY = re.compile(
    r"\s*(?:SELECT|INSERT|DELETE|UPDATE|CREATE|ALTER|DROP|WITH|SHOW|MERGE|COPY|GRANT|SET)\s",
    re.IGNORECASE,
)
_STATEMENT = re.compile(r"\b(?:FROM|INTO|TABLE|WHERE|VALUES|VIEW|INDEX)\b")
_UNSURE = frozenset({"literal", "format", "string-var"})
_ARGUMENTS = _UNSURE | {"error-ctor", "error-code", "err-string", "err-fn", "panic"}
"""Kinds whose single words are an argument rather than a message."""


def _says_something(site: Site, pieces: Sequence[Piece]) -> bool:
    text = " ".join(piece for piece in pieces if isinstance(piece, str))
    if site.kind in _UNSURE and _QUERY.match(text) and _STATEMENT.search(text):
        return False
    if not text.strip():
        return False
    return " " in site.text.strip() or site.kind not in _ARGUMENTS


# ----------------------------------------------------------------- the owner

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def owner_key(owner: str) -> str:
    """One form for ``MetaError::PermissionDenied``, ``MetaError::permission_denied`` and
    ``bail_permission_denied``.

    >>> {owner_key(each) for each in ("ErrorCode::BindError", "bail_bind_error")}
    {'bind_error'}
    """
    last = owner.rpartition("::")[2].removeprefix("bail_")
    return _CAMEL.sub("_", last).lower()


def _wrapper_key(site: Site) -> str:
    return "" if site.kind == "error-attr" else owner_key(site.owner)


def wrappers_by_owner(sites: Iterable[Site], wrappers: Mapping[str, str]) -> dict[str, str]:
    """Owner -> id of the wrapper that its own template is; ``wrappers`` by skeleton.

    An owner whose name stands for several templates stands for none.
    """
    found: dict[str, set[str]] = {}
    for site in sites:
        if site.kind != "error-attr":
            continue
        pieces = templates.rust_pieces(site.text, site.arguments, site.fields)
        said = skeleton(templates.template_of(pieces, has_source=site.has_source))
        found.setdefault(owner_key(site.owner), set()).add(wrappers.get(said, ""))
    return {key: next(iter(ids)) for key, ids in found.items() if len(ids) == 1 and "" not in ids}


# ----------------------------------------------------------------- the class


def class_of(source: str) -> str:
    """The failure class that a template's own words tell; "" when they tell none, or two.

    >>> class_of("table {name} not found"), class_of("bad thing")
    ('not_found', '')
    """
    said = f" {words(skeleton(source).replace('{}', ' '))} "
    found = [name for name, cues in CUES.items() if _shows(said, cues)]
    return found[0] if len(found) == 1 else ""


_SHORTEST_CUE = 8
"""Shorter cues (``nan``, ``oom``, ``shape``) stand in too many messages."""


def _shows(said: str, cues: str) -> bool:
    return any(len(cue) >= _SHORTEST_CUE and f" {cue} " in said for cue in cues.split("|"))


def parses(row: Row) -> bool:
    """Whether a row's template is one of the page language."""
    try:
        template.parse(row.template)
    except ValueError:
        return False
    return True


def joined(rows: Iterable[Row]) -> list[Row]:
    """One row for each message of a file, with all its lines; files and lines in order."""
    by_key: dict[tuple[str, str], Row] = {}
    for each in rows:
        key = (each.path, skeleton(each.template))
        first = by_key.get(key)
        lines = {*first.lines, *each.lines} if first else set(each.lines)
        by_key[key] = (first or each)._replace(lines=tuple(sorted(lines, key=int)))
    return sorted(by_key.values(), key=lambda row: (row.path, int(row.lines[0]), row.template))
