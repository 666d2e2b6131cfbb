"""How a captured value is written in a command, so that it stays one value.

Captured text is hostile: whatever it holds, it is one number, one name, one string or one word of
the command, or it is refused. Characters that a person cannot see are refused everywhere.

==============  =========================  ==========================  =======================
kind            sql                        shell                       toml
==============  =========================  ==========================  =======================
int, number     as it is                   as it is                    as it is
sql_name        bare or in ``"``           one word                    a string
sql_string      in ``'``, or ``E'..'``     one word                    a string
quoted_name     in ``"``, always           one word                    a string
shell_word      refused                    one word                    a string
quoted          refused                    one word                    a string
list            items, as names            words, joined by ``,``      an array
one_of          the choice                 the choice                  a string
other kinds     refused                    refused                     refused
==============  =========================  ==========================  =======================

In ``text`` every value is written as prose shows it.
"""

from __future__ import annotations

from diagnose.errors import RemedyError
from diagnose.lean import TYPE_CHECKING
from diagnose.remedies.showing import shown
from diagnose.text import lazy_pattern
from diagnose.unseen import is_seen

if TYPE_CHECKING:
    from collections.abc import Callable

    from diagnose.model import Value

LONGEST = 4096
"""A longer value is no name, number or word of a command."""

_INT = lazy_pattern(r"[+-]?[0-9]+")
_NUMBER = lazy_pattern(r"[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_NAME_PART = lazy_pattern(r'(?P<bare>[A-Za-z_][A-Za-z0-9_$]*)|(?P<quoted>"(?:[^"]|"")+")')
_QUOTED_PART = lazy_pattern(r'"(?:[^"]++|"")++"(?=\.|\Z)')
_PLAIN_WORD = lazy_pattern(r"[A-Za-z0-9@%+:,./_-][A-Za-z0-9@%+=:,./_-]*")
_CHOICE = lazy_pattern(r"[A-Za-z0-9_]+(?:[ -][A-Za-z0-9_]+)*|[=<>!~]{1,2}|")


def quote(
    value: Value,
    kind: str,
    language: str,
    *,
    name: str = "",
    choices: tuple[str, ...] = (),
    as_typed: bool = False,
) -> str:
    """A value, written in ``sql``, ``shell``, ``toml`` or ``text``.

    ``name`` is only for the error. ``choices`` are those of a ``one_of``. ``as_typed``: a name that
    the user wrote in the statement; it keeps its form even where it is a reserved word.
    Raises ``RemedyError`` for a value that cannot be written safely.

    >>> quote("it's", "sql_string", "sql"), quote("public.my table", "sql_name", "sql")
    ("'it''s'", 'public."my table"')
    >>> quote("a b", "shell_word", "shell")
    "'a b'"
    """
    if language == "text":
        return shown(value)
    try:
        if isinstance(value, list):
            return _list(value, kind, language)
        text = _text(value)
        if kind == "one_of":
            return _choice(text, choices, language)
        if kind == "sql_name" and language == "sql":
            return sql_name(text, as_typed=as_typed)
        if kind == "quoted_name" and language == "sql":
            return quoted_name(text, as_typed=as_typed)
        return _WRITERS[language, kind](text)
    except (KeyError, ValueError):
        raise RemedyError(name or kind, str(value)[:100], language) from None


def sql_name(text: str, *, as_typed: bool = False) -> str:
    """A dotted name: each part bare where it can be, else in double quotes.

    >>> sql_name("a.b-c"), sql_name("order"), sql_name('"x.y".z')
    ('a."b-c"', '"order"', '"x.y".z')
    """
    _refuse_hidden(text)
    parts = _name_parts(text)
    if not all(parts):
        raise ValueError(text)
    return ".".join(_name_part(part, as_typed=as_typed) for part in parts)


def quoted_name(text: str, *, as_typed: bool = False) -> str:
    """One name in double quotes; in small letters if typed bare, as the server reads it then.

    >>> quoted_name("Full"), quoted_name("Full", as_typed=True), quoted_name('"Full"')
    ('"Full"', '"full"', '"Full"')
    """
    _refuse_hidden(text)
    found = _NAME_PART.fullmatch(text)
    if found and found["quoted"]:
        return text
    if not text or (as_typed and not found):
        raise ValueError(text)
    return '"' + (text.lower() if as_typed else text).replace('"', '""') + '"'


def sql_string(text: str) -> str:
    """A string; line ends and tabs make it an ``E'..'``.

    >>> sql_string("a\\nb"), sql_string("a\\\\b")
    ("E'a\\\\nb'", "'a\\\\b'")
    """
    if "\n" not in text and "\t" not in text:
        _refuse_hidden(text)
        return "'" + text.replace("'", "''") + "'"
    _refuse_hidden(text.replace("\n", "").replace("\t", ""))
    escaped = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")
    return "E'" + escaped.replace("'", "''") + "'"


def shell_word(text: str) -> str:
    """One word for a POSIX shell."""
    _refuse_hidden(text)
    if _PLAIN_WORD.fullmatch(text):
        return text
    return "'" + text.replace("'", "'\"'\"'") + "'"


def toml_string(text: str) -> str:
    """A basic string of TOML."""
    _refuse_hidden(text)
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _int(text: str) -> str:
    if not _INT.fullmatch(text):
        raise ValueError(text)
    return text


def _number(text: str) -> str:
    if not _NUMBER.fullmatch(text):
        raise ValueError(text)
    return text


def _text(value: float | str) -> str:
    text = str(value)
    if len(text) > LONGEST:
        raise ValueError(text)
    return text


def _refuse_hidden(text: str) -> None:
    """Controls, bidirectional marks, characters without width, spaces that look like others."""
    if not is_seen(text):
        raise ValueError(text)


def _name_parts(text: str) -> list[str]:
    """Cut at the dots that stand outside double quotes."""
    parts: list[str] = []
    position = 0
    while True:
        quoted = _QUOTED_PART.match(text, position)
        end = quoted.end() if quoted else text.find(".", position)
        if end < 0 or end == len(text):
            return [*parts, text[position:]]
        parts.append(text[position:end])
        position = end + 1


def _name_part(part: str, *, as_typed: bool) -> str:
    found = _NAME_PART.fullmatch(part)
    if found and found["quoted"]:
        return part
    from diagnose.remedies.reserved import RESERVED

    if found and (as_typed or part.lower() not in RESERVED):
        return part
    return '"' + part.replace('"', '""') + '"'


def _choice(text: str, choices: tuple[str, ...], language: str) -> str:
    known = [choice for choice in choices if choice.strip().casefold() == text.strip().casefold()]
    if choices and not known:
        raise ValueError(text)
    choice = known[0].strip() if known else text
    if not choices and not _CHOICE.fullmatch(choice):
        raise ValueError(text)
    return toml_string(choice) if language == "toml" else choice


def _list(items: list[str], kind: str, language: str) -> str:
    item_kind = "" if kind == "list" else kind
    written = [quote(item, item_kind or _item_kind(item, language), language) for item in items]
    if not written:
        raise ValueError(items)
    if language == "toml":
        return "[" + ", ".join(written) + "]"
    return ("," if language == "shell" else ", ").join(written)


def _item_kind(item: str, language: str) -> str:
    if _INT.fullmatch(item):
        return "int"
    return "sql_name" if language == "sql" else "shell_word"


_WRITERS: dict[tuple[str, str], Callable[[str], str]] = {
    ("sql", "int"): _int,
    ("sql", "number"): _number,
    ("sql", "sql_string"): sql_string,
    ("shell", "int"): _int,
    ("shell", "number"): _number,
    ("shell", "sql_name"): shell_word,
    ("shell", "sql_string"): shell_word,
    ("shell", "shell_word"): shell_word,
    ("shell", "quoted"): shell_word,
    ("shell", "quoted_name"): shell_word,
    ("toml", "int"): _int,
    ("toml", "number"): _number,
    ("toml", "sql_name"): toml_string,
    ("toml", "sql_string"): toml_string,
    ("toml", "shell_word"): toml_string,
    ("toml", "quoted"): toml_string,
    ("toml", "quoted_name"): toml_string,
}
