"""Templates ready to match."""

from __future__ import annotations

import re

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.template import pieces
from diagnose.template.gaps import STRICT
from diagnose.template.regexes import Builder

if TYPE_CHECKING:
    from collections.abc import Mapping

    from diagnose.template.syntax import Template


MANY = 32
"""From so many uses on, a regular expression is worth its compilation: it is twice as fast."""


class Captured(NamedTuple):
    """A template's match: the raw span of each placeholder that took part."""

    start: int
    end: int
    spans: Mapping[str, tuple[int, int]]


class Compiled:
    """A template ready to match at a given place.

    Piece by piece the first times, where the white space of the text is plain, so that nothing is
    compiled for a template that is met once; by one regular expression elsewhere. Both find the
    same.

    >>> from diagnose.template import parse
    >>> found = Compiled(parse("max is {n:int}")).at("error: max is 12", 7)
    >>> found.spans
    {'n': (14, 16)}
    """

    def __init__(self, template: Template) -> None:
        self.template = template
        self._patterns: dict[tuple[str, bool], re.Pattern[str]] = {}
        self._names: tuple[tuple[str, int], ...] = ()
        self._uses = 0
        self._pieces: dict[str, pieces.Pieces | None] = {}

    def at(
        self,
        text: str,
        start: int = 0,
        end: int | None = None,
        *,
        until: str = STRICT,
        squashed: bool = False,
    ) -> Captured | None:
        """Match the template from ``start`` on; it must reach an end that ``until`` allows.

        ``squashed`` is for a text out of which all white space was taken.
        """
        end = len(text) if end is None else end
        self._uses += 1
        if self._uses <= MANY and not squashed and pieces.is_plain(text):
            whole = self._pieces.get(until) or self._in_pieces(until)
            if whole is not None:
                spans: dict[str, tuple[int, int]] = {}
                reached = whole.match(text, start, end, spans)
                return None if reached is None else Captured(start, reached, spans)
        return self.by_regex(text, start, end, until=until, squashed=squashed)

    def _in_pieces(self, until: str) -> pieces.Pieces | None:
        if until not in self._pieces:
            self._pieces[until] = pieces.of(self.template, until)
        return self._pieces[until]

    def by_regex(
        self,
        text: str,
        start: int = 0,
        end: int | None = None,
        *,
        until: str = STRICT,
        squashed: bool = False,
    ) -> Captured | None:
        """The same with one regular expression, whatever the text is like."""
        pattern = self._patterns.get((until, squashed)) or self._compile(until, squashed)
        found = pattern.match(text, start, len(text) if end is None else end)
        if found is None:
            return None
        spans: dict[str, tuple[int, int]] = {}
        places = found.regs
        for name, group in self._names:
            span = places[group]
            if span[0] >= 0:
                spans[name] = span
        return Captured(start, places[0][1], spans)

    def pattern(self, until: str = STRICT) -> re.Pattern[str]:
        """The regular expression that ``at`` matches like."""
        return self._patterns.get((until, False)) or self._compile(until, squashed=False)

    def _compile(self, until: str, squashed: bool) -> re.Pattern[str]:
        source = Builder(until, squashed).build(self.template)
        pattern = re.compile(source, re.DOTALL)
        self._names = tuple(pattern.groupindex.items())  # the same for all ends
        self._patterns[until, squashed] = pattern
        return pattern
