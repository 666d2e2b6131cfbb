"""Places that make messages -> rows of an inventory."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from diagnose import classes, template
from diagnose.authoring.harvest import kinds, templates
from diagnose.authoring.harvest.rust_sites import UNREAD
from diagnose.authoring.sample import sample
from diagnose.catalog.inventory import Row, skeleton

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

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


class Owners(NamedTuple):
    """What is known of the error types that messages are put into, by ``owner_key``."""

    wrappers: Mapping[str, str]
    """Ids of the wrappers that their own templates are."""
    filled: Container[str]
    """Those that are given a message as text somewhere."""


def rust_rows(path: str, sites: Iterable[Site], owners: Owners) -> Iterator[Row]:
    """The rows of one file.

    A string that is no message on its own (one word, an SQL query) gives none.
    """
    for site in sites:
        if site.kind == UNREAD:
            continue
        kind = _kind(path, site)
        pieces = _composed(path, kind, site)
        if kind == "error-attr" and owner_key(site.owner) in owners.filled:
            pieces = _wrapping(pieces)
        if not _says_something(site, pieces):
            continue
        has_source = site.has_source or kind in _WITH_SOURCE or kind == "panic-expect"
        yield row(
            path,
            str(site.line),
            _final(kind, site),
            pieces,
            has_source=has_source,
            below=owners.wrappers.get(_wrapper_key(site), ""),
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
    return "hint" if site.owner in kinds.HINT_TYPES else site.kind


def _final(kind: str, site: Site) -> str:
    if kind == "parser-label" or (kind == "parser-expected" and site.kind == "expect"):
        return "parser-err"
    return "panic" if kind == "panic-expect" else kind


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


def _wrapping(pieces: list[Piece]) -> list[Piece]:
    """An error's own template that ends in the message that it is given: another layer."""
    last = pieces[-1] if pieces else ""
    before = pieces[-2] if len(pieces) > 1 else ""
    if isinstance(last, templates.Placeholder) and isinstance(before, str) and before[-2:] == ": ":
        return [*pieces[:-1], last._replace(expression="Error", spec="")]
    return pieces


def _wrapper_key(site: Site) -> str:
    return "" if site.kind == "error-attr" else owner_key(site.owner)


def owners_of(sites: Sequence[Site], wrappers: Mapping[str, str]) -> Owners:
    """What the sites of a whole tree say of owners; ``wrappers`` are ids by skeleton.

    An owner whose name stands for several templates has no wrapper.
    """
    filled = {owner_key(site.owner) for site in sites if site.kind in _FILLING}
    found: dict[str, set[str]] = {}
    for site in sites:
        if site.kind != "error-attr":
            continue
        pieces = _wrapping(templates.rust_pieces(site.text, site.arguments, site.fields))
        said = skeleton(templates.template_of(pieces, has_source=site.has_source))
        found.setdefault(owner_key(site.owner), set()).add(wrappers.get(said, ""))
    said_once = {key: next(iter(ids)) for key, ids in found.items() if len(ids) == 1}
    return Owners({key: name for key, name in said_once.items() if name}, filled)


_FILLING = frozenset({"error-code", "error-ctor", "bail_x"})


# ----------------------------------------------------------------- the class


def class_of(source: str) -> str:
    """The failure class of a template, filled in; "" when nothing is sure enough.

    >>> class_of("table {name} not found"), class_of("bad thing")
    ('not_found', '')
    """
    found = classes.classify(sample(source).text)
    return found.name if found else ""


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
