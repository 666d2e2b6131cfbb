"""Templates as data, and how they are written."""

from __future__ import annotations

from functools import lru_cache

from diagnose.errors import TemplateError
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.template.kinds import DEFAULT_KIND, KINDS
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator


class Literal(NamedTuple):
    """Text that stands as it is."""

    text: str


class Slot(NamedTuple):
    """A placeholder."""

    name: str
    kind: str = ""
    choices: tuple[str, ...] = ()
    default: str | None = None


class Option(NamedTuple):
    """A part that may be absent as a whole."""

    elements: tuple[Element, ...]


Element = Literal | Slot | Option


class Template(NamedTuple):
    """A parsed template; ``source`` is what was parsed."""

    source: str
    elements: tuple[Element, ...]


def kind_of(slot: Slot) -> str:
    """The kind of a placeholder; ``prose`` where it names none."""
    return slot.kind or DEFAULT_KIND


_NAME = lazy_pattern(r"[A-Za-z_][A-Za-z0-9_]*")
_PLAIN = lazy_pattern(r"[^{}\[\]\\]+")


@lru_cache(maxsize=65536)
def parse(source: str) -> Template:
    """Parse a template.

    Raises ``TemplateError`` with the place of the culprit.

    >>> parse("job {id:int} failed[[: {source:chain}]]").elements[1]
    Slot(name='id', kind='int', choices=(), default=None)
    """
    elements, position = _parse_elements(source, 0)
    if position != len(source):
        raise TemplateError("']]' closes nothing; write '\\]]' for the text", source, position)
    return Template(source, elements)


DEEPEST = 8
"""Optional parts inside each other."""


def _parse_elements(source: str, position: int, depth: int = 0) -> tuple[tuple[Element, ...], int]:
    elements: list[Element] = []
    text: list[str] = []

    def close_literal() -> None:
        if text:
            elements.append(Literal("".join(text)))
            text.clear()

    while position < len(source):
        two = source[position : position + 2]
        if two == "]]":
            break
        if two == "[[":
            close_literal()
            if depth == DEEPEST:
                raise TemplateError("too many '[[' inside each other", source, position)
            inner, end = _parse_elements(source, position + 2, depth + 1)
            if source[end : end + 2] != "]]":
                raise TemplateError("'[[' is never closed by ']]'", source, position)
            elements.append(Option(inner))
            position = end + 2
        elif source[position] == "{" and two != "{{":
            close_literal()
            slot, position = _parse_slot(source, position)
            elements.append(slot)
        else:
            piece, position = _parse_text(source, position)
            text.append(piece)
    close_literal()
    return tuple(elements), position


def _parse_text(source: str, position: int) -> tuple[str, int]:
    plain = _PLAIN.match(source, position)
    if plain:
        return plain[0], plain.end()
    two = source[position : position + 2]
    if two in ("{{", "}}"):
        return two[0], position + 2
    three = source[position : position + 3]
    if three in {"\\[[", "\\]]"}:
        return three[1:], position + 3
    if source[position] == "}":
        raise TemplateError("'}' closes nothing; write '}}' for the text", source, position)
    return source[position], position + 1


def _parse_slot(source: str, start: int) -> tuple[Slot, int]:
    name = _NAME.match(source, start + 1)
    if not name:
        raise TemplateError("a placeholder needs a name", source, start)
    position, kind, choices, default = name.end(), "", tuple[str, ...](), None
    if source[position : position + 1] == ":":
        kind, choices, position = _parse_kind(source, position + 1)
    if source[position : position + 1] == "|":
        end = source.find("}", position)
        default, position = source[position + 1 : end], end
    if source[position : position + 1] != "}":
        raise TemplateError("a placeholder must end in '}'", source, start)
    return Slot(name[0], kind, choices, default), position + 1


def _parse_kind(source: str, position: int) -> tuple[str, tuple[str, ...], int]:
    word = _NAME.match(source, position)
    kind = word[0] if word else ""
    if kind not in KINDS:
        known = ", ".join(sorted(KINDS))
        raise TemplateError(f"unknown kind {kind!r}; the kinds are {known}", source, position)
    position += len(kind)
    if kind != "one_of":
        return kind, (), position
    if source[position : position + 1] != "(":
        raise TemplateError("one_of needs its choices: one_of(a|b)", source, position)
    end = _closing(source, position)
    return kind, tuple(source[position + 1 : end].split("|")), end + 1


def _closing(source: str, opening: int) -> int:
    depth = 0
    for index in range(opening, len(source)):
        depth += (source[index] == "(") - (source[index] == ")")
        if depth == 0:
            return index
    raise TemplateError("'(' is never closed by ')'", source, opening)


def slots(template: Template) -> list[Slot]:
    """All placeholders in order, those of optional parts too.

    >>> [slot.name for slot in slots(parse("{a} and[[ {b:int}]]"))]
    ['a', 'b']
    """
    return list(_slots(template.elements))


def _slots(elements: tuple[Element, ...]) -> Iterator[Slot]:
    for element in elements:
        if isinstance(element, Slot):
            yield element
        elif isinstance(element, Option):
            yield from _slots(element.elements)


def always_captured(template: Template) -> set[str]:
    """Names that every match of the template captures."""
    return {element.name for element in template.elements if isinstance(element, Slot)}


def literal_length(template: Template) -> int:
    """How many characters, white space aside, every match must have as they are.

    >>> literal_length(parse("a {x:one_of(bcd|ef)} {y}"))
    3
    """
    return sum(map(_literal_length, template.elements))


def _literal_length(element: Element) -> int:
    if isinstance(element, Literal):
        return len("".join(element.text.split()))
    if isinstance(element, Slot) and element.kind == "one_of":
        return min(len("".join(choice.split())) for choice in element.choices)
    return 0


def openings(template: Template) -> tuple[str, ...]:
    """What every match starts with, up to the first white space: one of these.

    >>> openings(parse("no job {id:int}")), openings(parse("{at:one_of(In|At)} line {n:int}"))
    (('no',), ('In', 'At'))
    """
    first = template.elements[0] if template.elements else Literal("")
    if isinstance(first, Literal):
        return (_up_to_space(first.text),)
    if isinstance(first, Slot) and first.kind == "one_of":
        return tuple(map(_up_to_space, first.choices))
    return ("",)


def _up_to_space(text: str) -> str:
    return "" if text[:1].isspace() else "".join(text.split(None, 1)[:1])


def longest_piece(template: Template) -> str:
    """The longest run without white space that every match has as it is; "" without any.

    >>> longest_piece(parse("no job {id:int}[[ anywhere]]")), longest_piece(parse("{x}Error"))
    ('job', 'Error')
    """
    literals = [each.text for each in template.elements if isinstance(each, Literal)]
    pieces = [piece for text in literals for piece in text.split()]
    return max(pieces, key=len, default="")


_WORD = lazy_pattern(r"[A-Za-z]{3,}")


def words(text: str) -> list[str]:
    """The words of a text that an index of templates can be asked for, and shorter ones.

    >>> words("no job_3 in café.")
    ['no', 'job', 'in', 'caf']
    """
    # A table of bytes is four times as fast as a regex.
    return text.encode("utf-8", "replace").translate(_LETTERS_ONLY).decode("ascii").split()


_LETTERS_ONLY = bytes(byte if chr(byte).isalpha() and byte < 128 else 32 for byte in range(256))  # noqa: PLR2004


def anchor_words(template: Template) -> list[frozenset[str]]:
    """Sets of words: every match contains a word of each set, as a whole word.

    A word that touches a placeholder which may hold letters may be glued to
    what is captured, so it does not count.

    >>> [set(each) for each in anchor_words(parse("actor {id:int} exit{ed} unexpectedly[[: {x}]]"))]
    [{'actor'}, {'unexpectedly'}]
    """
    found: list[frozenset[str]] = []
    for index, element in enumerate(template.elements):
        before = _touches_letter(tuple(reversed(template.elements[:index])), -1)
        behind = _touches_letter(template.elements[index + 1 :], 0)
        if isinstance(element, Literal):
            found += [frozenset({word}) for word in _whole_words(element.text, before, behind)]
        elif isinstance(element, Slot) and element.kind == "one_of":
            words_of = [_whole_words(choice, before, behind) for choice in element.choices]
            if all(words_of):
                found.append(frozenset(max(each, key=len) for each in words_of))
    return found


def _whole_words(text: str, glued_before: bool, glued_behind: bool) -> list[str]:
    return [
        word[0]
        for word in _WORD.finditer(text)
        if not (glued_before and word.start() == 0)
        and not (glued_behind and word.end() == len(text))
    ]


_LETTERLESS = frozenset({"int", "number", "quoted", "sql_string", "quoted_name", "brackets"})
"""Kinds whose values neither begin nor end with a letter."""


def _touches_letter(elements: tuple[Element, ...], edge: int) -> bool:
    """Whether the nearest character of what follows can be a letter; ``edge`` is its index."""
    for element in elements:
        if isinstance(element, Literal):
            return element.text[edge].isalpha()
        if isinstance(element, Option):
            inner = element.elements if edge == 0 else tuple(reversed(element.elements))
            if _touches_letter(inner, edge):
                return True
        elif element.kind == "one_of":
            if any(choice and choice[edge].isalpha() for choice in element.choices):
                return True
            if "" not in element.choices:
                return False
        else:
            return element.kind not in _LETTERLESS
    return False
