"""A message as the source writes it -> a template of the page language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from diagnose.authoring.placeholders import literal, name_around, name_for
from diagnose.authoring.sections import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence


class Placeholder(NamedTuple):
    """One placeholder of the source: what it shows, and how."""

    name: str
    """The name that the source gives it; "" for a positional one."""
    expression: str
    """What fills it: an expression, or the type of a field."""
    spec: str = ""
    """Rust's format, without the colon: ``?``, ``.2``, ``x``; Java's letter: ``d``."""


Piece = str | Placeholder
"""A message is literal text and placeholders."""

_RUST = re.compile(r"\{\{|\}\}|\{\s*(?P<name>[A-Za-z_]\w*|\d*)\s*(?::(?P<spec>[^{}]*))?\}")


def rust_pieces(
    text: str,
    arguments: Sequence[tuple[str, str]],
    fields: Sequence[tuple[str, str]] = (),
) -> list[Piece]:
    """The pieces of a format string; its placeholders take arguments, or fields of a variant.

    >>> rust_pieces("a {} {{b}} {c:?}", [("", "x.len()")])
    ['a ', Placeholder(name='', expression='x.len()', spec=''), ' {b} ', \
Placeholder(name='c', expression='c', spec='?')]
    """
    positional = [each for each in arguments if not each[0]] or list(fields)
    named = {name: said for name, said in (*fields, *arguments) if name}
    pieces: list[Piece] = []
    position = following = 0
    for found in _RUST.finditer(text):
        _add(pieces, text[position : found.start()])
        position = found.end()
        if found[0] in ("{{", "}}"):
            _add(pieces, found[0][0])
            continue
        name, spec = found["name"], (found["spec"] or "").strip()
        index = int(name) if name.isdigit() else following
        following += not name
        if name and not name.isdigit():
            pieces.append(Placeholder(name, named.get(name, name), spec))
        else:
            said = positional[index] if index < len(positional) else ("", "")
            pieces.append(Placeholder(said[0], _resolved(said[1], fields), spec))
    _add(pieces, text[position:])
    return pieces


def _add(pieces: list[Piece], text: str) -> None:
    if pieces and isinstance(pieces[-1], str):
        pieces[-1] += text
    elif text:
        pieces.append(text)


_FIELD = re.compile(r"\.(\w+)")


def _resolved(expression: str, fields: Sequence[tuple[str, str]]) -> str:
    """``.0`` of an error's attribute stands for a field."""
    found = _FIELD.match(expression)
    if not found:
        return expression
    index = found[1]
    if index.isdigit():
        said = fields[int(index)][1] if int(index) < len(fields) else ""
        return said if found.end() == len(expression) else said + expression[found.end() :]
    return expression


_PERCENT = re.compile(r"%%|%[-+#0,]*\d*(?:\.\d+)?([sdxfcb])")
_BRACES = re.compile(r"\{\}")


def java_pieces(text: str, expressions: Sequence[str], pattern: str) -> list[Piece]:
    """The pieces of a Java format; ``pattern`` is ``%`` or ``{}``.

    >>> java_pieces("%d of %s", ["n", "x"], "%")[1:]
    [' of ', Placeholder(name='', expression='x', spec='s')]
    """
    pieces: list[Piece] = []
    position = index = 0
    for found in (_PERCENT if pattern == "%" else _BRACES).finditer(text):
        _add(pieces, text[position : found.start()])
        position = found.end()
        if found[0] == "%%":
            _add(pieces, "%")
            continue
        said = expressions[index] if index < len(expressions) else ""
        pieces.append(Placeholder("", said, found[1] if pattern == "%" else ""))
        index += 1
    _add(pieces, text[position:])
    return pieces


# ------------------------------------------------------------- the template


def template_of(pieces: Sequence[Piece], *, has_source: bool = False) -> str:
    """The template; ``has_source`` adds that another error may follow.

    >>> template_of(["no job ", Placeholder("", "job.job_id"), ": ", Placeholder("", "e")])
    'no job {job_id:int}: {error:chain}'
    >>> template_of(["no user"], has_source=True)
    'no user[[: {source:chain}]]'
    """
    pieces = _cut(_trimmed(list(pieces)))
    names = _Names()
    out: list[str] = []
    for index, piece in enumerate(pieces):
        if isinstance(piece, str):
            out.append(literal(piece))
            continue
        before = pieces[index - 1] if index else ""
        after = pieces[index + 1] if index + 1 < len(pieces) else ""
        kind = kind_of(piece, is_last=index == len(pieces) - 1)
        around = name_around(before if isinstance(before, str) else "", _text(after))
        name = names.take(piece, kind, around)
        out.append(f"{{{name}:{kind}}}" if kind else f"{{{name}}}")
    return _with_source("".join(out), has_source=has_source)


def _text(piece: Piece) -> str:
    return piece if isinstance(piece, str) else ""


def _trimmed(pieces: list[Piece]) -> list[Piece]:
    """Without white space at both ends, nor a colon at the end: no layer ends in one."""
    if pieces and isinstance(pieces[0], str):
        pieces[0] = pieces[0].lstrip()
    if pieces and isinstance(pieces[-1], str):
        pieces[-1] = pieces[-1].rstrip().rstrip(":").rstrip()
    return [piece for piece in pieces if piece != ""]


def _cut(pieces: list[Piece]) -> list[Piece]:
    """Up to a line break between two placeholders: nothing says where the first one ends.

    >>> template_of(["no: ", Placeholder("what", "String"), "\\n", Placeholder("hint", "String")])
    'no: {what:chain}'
    """
    for index in range(1, len(pieces) - 1):
        piece, before = pieces[index], pieces[index - 1]
        if isinstance(piece, str) and piece.isspace() and "\n" in piece:
            assert isinstance(before, Placeholder)
            return [*pieces[: index - 1], before._replace(expression="Error", spec="")]
    return pieces


_CHAIN = re.compile(r": \{(\w+):chain\}$")


def _with_source(template: str, *, has_source: bool) -> str:
    if not has_source:
        return template
    found = _CHAIN.search(template)
    if found:
        return template[: found.start()] + "[[" + found[0] + "]]"
    if template.endswith(":chain}"):
        return template
    return template + "[[: {source:chain}]]"


class _Names:
    """Gives every placeholder a name of its own."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, str, str], str] = {}

    def take(self, piece: Placeholder, kind: str, around: str) -> str:
        expression = piece.name or piece.expression
        key = (expression, kind, "" if expression else str(len(self._given)))
        if key not in self._given:
            self._given[key] = self._free(_name(piece, kind) or around)
        return self._given[key]

    def _free(self, name: str) -> str:
        taken = set(self._given.values())
        free, number = name, 2
        while free in taken:
            free, number = f"{name}_{number}", number + 1
        return free


_TYPE = re.compile(r"&?(?:'\w+ )?(?:mut )?(?:[A-Z]\w*|[iuf](?:8|16|32|64|128|size)|str|bool)\b.*")
_WORD = re.compile(r"[a-z]\w*")


def _name(piece: Placeholder, kind: str) -> str:
    if piece.name and not piece.name.isupper():
        return piece.name.strip("_") or "value"
    if kind == "chain":
        return "error"
    if _TYPE.fullmatch(piece.expression):
        return ""
    name = name_for(piece.expression)
    return name if _WORD.fullmatch(name) else ""


_INTEGER = re.compile(
    r"(?:.* as )?(?:&?[ui](?:8|16|32|64|128|size)|int|long)|.*\.(?:len|count|size|length)\(\)"
)
_IDS = word_set(
    "job actor table fragment worker database schema sink source secret connection function user"
    " view index object sst compaction_group group column subscription task epoch vnode"
)
_COUNTS = re.compile(r"(?:num|count|n)|(?:\w*_)?(?:parallelism|cnt|count|len)|num_\w+")
_ERROR = re.compile(
    r"(?:&?(?:\w+\.)*(?:e|err|error|source|cause)(?:\.(?:to_string|as_report|inner)\(\))*)"
    r"|.*\.as_report\(\)(?:\.to_string\(\))?|.*\.getMessage\(\)"
    r"|(?:\w+::)*(?:\w*Error|anyhow::Error|BoxedError|RwError|Box<dyn .*Error.*>)(?:<.*>)?"
)


def kind_of(piece: Placeholder, *, is_last: bool) -> str:
    """The kind of a placeholder, as far as the source tells; "" for prose.

    >>> kind_of(Placeholder("", "job.table_id"), is_last=False)
    'int'
    >>> kind_of(Placeholder("", "e.as_report()"), is_last=True)
    'chain'
    """
    said = piece.expression
    is_error = _ERROR.fullmatch(said) or _ERROR.fullmatch(piece.name)
    if piece.spec.endswith("?"):
        return "chain" if is_last and is_error and "as_report" in said else "debug"
    if is_error:
        return "chain" if is_last else ""
    if piece.spec in _SPECS or piece.spec.startswith("."):
        return _SPECS.get(piece.spec, "number")
    is_type = _TYPE.fullmatch(said) is not None and not piece.name
    counts = not is_type and _is_count(piece.name or name_for(said))
    return "int" if counts or _INTEGER.fullmatch(said) else ""


_SPECS = {"x": "word", "X": "word", "#x": "word", "#X": "word", "d": "int"}


def _is_count(name: str) -> bool:
    return (
        name.removesuffix("_id") in _IDS if name.endswith("_id") else bool(_COUNTS.fullmatch(name))
    )


def plain_pieces(text: str) -> list[Piece]:
    """A string that is shown as it is."""
    return [text] if text else []
