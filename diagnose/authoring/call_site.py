"""The code below a documented message: what its placeholders are filled with.

A guess at reading code of several languages, good enough for a draft: the
string literal that is the message, and the arguments or fields behind it.
"""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

_STRING = lazy_pattern(r"""r?#*"((?:[^"\\]|\\.)*+)"#*|'((?:[^'\\\n]|\\.)*+)'|`([^`]*+)`""", 0x10)
_CONTINUED = lazy_pattern(r"\\\n\s*+")
_ATTRIBUTE_END = lazy_pattern(r"\s*+,?\s*+\)\s*+\]\s*+")
_VARIANT = lazy_pattern(r"(?:#\[[^\]\n]*+\]\s*+|pub\s++)*+\w++\s*+([({])")
_FIELD = lazy_pattern(
    r"(?:\s*+#\[[^\]\n]*+\])*+\s*+(?:pub\s++)?(?:(\w++)\s*+:(?!:))?\s*+(.*)", 0x10
)
_NAMED = lazy_pattern(r"(\w++)\s*+=(?!=)\s*+(.*)", 0x10)
_FORMAT_CALL = lazy_pattern(r"\s*+(?:\.format\s*+\(|%\s*+\(|,|%\s*+)")
_PAIRS = {"(": ")", "[": "]", "{": "}"}
_LONGEST = 2000


class Argument(NamedTuple):
    """What fills a placeholder: an expression, or a field with its type."""

    name: str
    """Its name where the code gives one; "" for a positional one."""
    expression: str
    """The expression, or the type of a field."""
    is_type: bool = False


def arguments(message: str, code: str) -> list[Argument]:
    """What the code hands to the message, in order; nothing when the message is not in it.

    >>> arguments("job {} is busy", 'bail!("job {} is busy", job.job_id);')
    [Argument(name='', expression='job.job_id', is_type=False)]
    >>> arguments("no sink {0}", '#[error("no sink {0}")]\\n SinkNotFound(u32),')
    [Argument(name='', expression='u32', is_type=True)]
    """
    wanted = _squeeze(message)
    for literal in _STRING.finditer(code):
        text = next((group for group in literal.groups() if group is not None), "")
        if _squeeze(_CONTINUED.sub("", text).replace('\\"', '"')) == wanted:
            found = list(_behind(code[literal.end() : literal.end() + _LONGEST]))
            if found:
                return found
    return []


def _squeeze(text: str) -> str:
    return " ".join(text.split())


def _behind(code: str) -> Iterator[Argument]:
    """Arguments of the call, or fields of the variant that the attribute stands on."""
    attribute = _ATTRIBUTE_END.match(code)
    if attribute:
        variant = _VARIANT.match(code, attribute.end())
        for piece in split(code[variant.end() :]) if variant else ():
            field = _FIELD.fullmatch(piece)
            if field:
                yield Argument(field[1] or "", field[2].strip(), is_type=True)
        return
    call = _FORMAT_CALL.match(code)
    for piece in split(code[call.end() :]) if call else ():
        named = _NAMED.fullmatch(piece)
        yield Argument(named[1], named[2].strip()) if named else Argument("", piece)


def split(code: str) -> list[str]:
    """Split at the commas of this level, up to the bracket that closes it.

    >>> split('a, f(b, "x, y"), c) + d')
    ['a', 'f(b, "x, y")', 'c']
    """
    pieces: list[str] = []
    closers: list[str] = []
    start = position = 0
    while position < len(code):
        char = code[position]
        literal = _STRING.match(code, position) if char in '"`' else None
        if char in _PAIRS:
            closers.append(_PAIRS[char])
        elif closers and char == closers[-1]:
            closers.pop()
        elif not closers and char in ")]};":
            break
        elif not closers and char == ",":
            pieces.append(code[start:position])
            start = position + 1
        position = literal.end() if literal else position + 1
    pieces.append(code[start:position])
    return [" ".join(piece.split()) for piece in pieces if piece.strip()]


_DECLARED = r"\b{name}\s*+(?::\s*+&?\s*+([\w<>:]++)|=\s*+([^;\n]*+);)"


def declared(name: str, code: str) -> str:
    """The type or the value with which the code declares a name; "" where it does not.

    >>> declared("limit", "let limit: u32 = 3;"), declared("n", "let n = x as usize;")
    ('u32', 'x as usize')
    """
    found = lazy_pattern(_DECLARED.replace("{name}", name)).search(code)
    return (found[1] or found[2]).strip() if found else ""
