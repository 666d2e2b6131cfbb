"""Lines made to keep a template busy: long, and wrong at the last moment."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from diagnose import template
from diagnose.authoring.sample import sample

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from diagnose.model import Value

BRACKETS = ("(", ")", "[{(", ")]}", "((]")
QUOTES = ('"', "'", "`", "\"'`", "\"'", '""', 'a"', '"."', '\\"')
BLANKS = (" ", " \t", "\n ", "\xa0")
NUMBERS = ("9", "9.", "1e", "-", "٣")
NAMES = ("a", "a.", '"a".', "_$", " k=", "k", "k=v ")
ENDS = (":", ": ", ".;", ",", ");", "\\")
FILLERS = (*BRACKETS, *QUOTES, *BLANKS, *NUMBERS, *NAMES, *ENDS)
TAILS = ("", "!", "\xa0", "\n!")
"""What stands at the end: nothing, and what no template ends with."""


class Hostile(NamedTuple):
    """A line: ``head``, then ``filler`` again and again, then ``tail``."""

    head: str
    filler: str
    tail: str

    def text(self, size: int) -> str:
        """The line, of ``size`` characters."""
        left = size - len(self.head) - len(self.tail)
        return self.head + (self.filler * (left // len(self.filler) + 1))[:left] + self.tail


def hostile(source: str) -> Iterator[Hostile]:
    """Lines that are hard on a template: it cut off at each of its parts, then what it consists
    of, or brackets, quotes, blanks and digits, over and over.
    """
    seen: set[tuple[str, str]] = set()
    for parts in _spelt(source):
        own = _own(parts)
        for end in range(len(parts) + 1):
            head = "".join(parts[:end])
            for filler in (*own, "".join(parts[end:-1]), *FILLERS):
                if filler and (head, filler) not in seen:
                    seen.add((head, filler))
                    yield from (Hostile(head, filler, tail) for tail in TAILS)


def harmless(source: str) -> Hostile:
    """A line that begins as the template does and goes on in plain words."""
    elements = template.parse(source).elements
    first = elements[0] if elements else None
    head = first.text if isinstance(first, template.Literal) else ""
    return Hostile(head, "the quick brown fox jumps over a lazy dog, ", "")


def _own(parts: Iterable[str]) -> list[str]:
    """The parts by themselves, in pairs, and all of them."""
    kept = [part for part in parts if part]
    pairs = [f"{a}{b}" for a, b in pairwise(kept)]
    cut = "".join(kept)[:-1]
    return list(dict.fromkeys([*kept, *pairs, "".join(kept), cut, kept[0] if kept else ""]))


def _spelt(source: str) -> Iterator[list[str]]:
    """The template's parts with values filled in: with all optional parts, and without."""
    parsed = template.parse(source)
    said = sample(source).captures
    for with_options in (True, False):
        yield list(_parts(parsed.elements, said, with_options=with_options))


def _parts(
    elements: Iterable[template.Element], said: Mapping[str, Value], *, with_options: bool
) -> Iterator[str]:
    for each in elements:
        if isinstance(each, template.Literal):
            yield each.text
        elif isinstance(each, template.Option):
            if with_options:
                yield from _parts(each.elements, said, with_options=True)
        else:
            value = said.get(each.name, "x")
            yield template.write_value(template.kind_of(each), value)
