"""Tables of TOML or JSON -> entries."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Document, Entry, Example, Explanation, Fix, Follows, Wording

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def _texts(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    return tuple(str(each) for each in value or ())


def _tables(table: Mapping[str, Any], key: str, make: Callable[[Mapping[str, Any]], Any]) -> Any:
    return tuple(make(each) for each in table.get(key, ()))


def page_entry(path: str, table: Mapping[str, Any]) -> Entry:
    """The entry of a page's table; the table's shape was checked before."""
    return Entry(
        id=table["id"],
        title=table["title"],
        wordings=_tables(table, "message", _wording),
        explanations=_tables(table, "explanation", _explanation),
        class_=table["class"],
        severity=table.get("severity", "error"),
        role=table.get("role", "cause"),
        system=table["id"].partition("/")[0],
        follows=_tables(table, "follows", _follows),
        related=_texts(table.get("related")),
        references=_texts(table.get("references")),
        document=_document(table.get("document", {})),
        examples=_tables(table, "example", _example),
        near_misses=tuple(each["text"] for each in table.get("near_miss", ())),
        path=path,
    )


def _follows(table: Mapping[str, Any]) -> Follows:
    return Follows(
        pages=_texts(table["pages"]),
        statements=table.get("statements", True),
        when=dict(table.get("when", {})),
        same={name: str(value) for name, value in table.get("same", {}).items()},
        look=table.get("look", "").strip(),
    )


def _wording(table: Mapping[str, Any]) -> Wording:
    return Wording(
        template=table["text"],
        since=table.get("since", ""),
        until=table.get("until", ""),
        raised_at=_texts(table.get("raised_at")),
        commit=table.get("commit", ""),
        at_any_level=table.get("at_any_level", False),
        below=table.get("below", ""),
    )


def _explanation(table: Mapping[str, Any]) -> Explanation:
    return Explanation(
        cause=table["cause"].strip(),
        fixes=_tables(table, "fix", _fix),
        when_statement=_texts(table.get("when_statement")),
        when_chain=_texts(table.get("when_chain")),
        when=dict(table.get("when", {})),
        did_you_mean=dict(table.get("did_you_mean", {})),
    )


def _fix(table: Mapping[str, Any]) -> Fix:
    return Fix(
        title=table["title"].strip(),
        text=table.get("text", "").strip(),
        command=table.get("command", "").strip(),
        edit={name: str(value) for name, value in table.get("edit", {}).items()},
        language=table.get("language", "sql"),
        applicability=table.get("applicability", "display-only"),
        ask=_texts(table.get("ask")),
        since=table.get("since", ""),
        until=table.get("until", ""),
    )


def _document(table: Mapping[str, Any]) -> Document:
    lists = ("situations", "prevention", "notes")
    values: dict[str, Any] = {
        key: _texts(value) if key in lists else value for key, value in table.items()
    }
    return Document(**values)


def _example(table: Mapping[str, Any]) -> Example:
    return Example(
        text=table["text"],
        captures=dict(table.get("captures", {})),
        statement=table.get("statement", ""),
        command=table.get("command", ""),
    )


def wrapper_entry(path: str, table: Mapping[str, Any]) -> Entry:
    """The entry of one ``[[wrapper]]`` table."""
    return Entry(
        id=table["id"],
        title=table["id"].rpartition("/")[2].replace("-", " "),
        wordings=(Wording(table["text"], glued=table.get("glued", False)),),
        role="wrapper",
        system=table["id"].partition("/")[0],
        examples=(Example(table["example"], {}),),
        path=path,
    )
