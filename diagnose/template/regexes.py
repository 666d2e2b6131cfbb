"""Templates as regular expressions that take linear time."""

from __future__ import annotations

import re

from diagnose.lean import NamedTuple
from diagnose.template.kinds import FREE, RIGID, STRING, TAIL_KINDS
from diagnose.template.syntax import Element, Literal, Option, Slot, Template, kind_of

STRICT, OPEN, CLOSED = "strict", "open", "closed"
"""Where a layer may end: at a line's end; also before a `` key=``; also before closing brackets."""

_ENDS = {
    STRICT: r"[ \t\r:%s]*+(?:\Z|(?=\n))",
    OPEN: r"[ \t\r:%s]*+(?:\Z|(?=\n)|(?<=\s)(?=[A-Za-z_][\w.]*+=))",
    CLOSED: r"[ \t\r:%s)\]}\"'`,;]*+(?:\Z|(?=\n))",
}
_SPACE = r"(?<!\s)\s++"


class Part(NamedTuple):
    """Elements that go together, and their expression."""

    elements: tuple[Element, ...]
    source: str


class Builder:
    """Writes the regex of one template.

    A free placeholder and the rigid run behind it form one atomic group:
    leftmost fit, no way back. Only the last gap before the end stays open,
    because the end is part of its condition.
    """

    def __init__(self, until: str, squashed: bool) -> None:
        self._until = until
        self._space = "" if squashed else _SPACE
        self._seen: set[str] = set()
        self.starved: list[str] = []
        """Placeholders that nothing certain ends: they take a character at most."""

    def build(self, template: Template) -> str:
        """The expression of a whole template."""
        return "".join([part.source for part in self.parts(template)])

    def parts(self, template: Template) -> list[Part]:
        """The same in parts, of which the last one is the end."""
        ends_free = _ends_free(template.elements)
        may_end_in_period = ends_free and self._until != CLOSED
        end = _ENDS[self._until] % ("" if may_end_in_period else ".;")
        return [*self._parts(template.elements, tail=True), Part((), end)]

    def _sequence(
        self, elements: tuple[Element, ...], *, tail: bool, followed: bool = False
    ) -> str:
        return "".join(
            [each.source for each in self._parts(elements, tail=tail, followed=followed)]
        )

    def _parts(
        self, elements: tuple[Element, ...], *, tail: bool, followed: bool = False
    ) -> list[Part]:
        """Elements up to the end (``tail``), or to optional parts before it (``followed``)."""
        out: list[Part] = []
        index = 0
        while index < len(elements):
            element = elements[index]
            index += 1
            if isinstance(element, Literal) or self._is_rigid(element):
                out.append(Part((element,), self._rigid(element)))
            elif isinstance(element, Option):
                option = self._option(elements, index, tail=tail, followed=followed)
                out.append(Part((element,), option))
            else:
                run = self._run(elements, index)
                index += len(run)
                gap = self._gap(element, run, elements[index:], tail=tail, followed=followed)
                out.append(Part((element, *run), gap))
        return out

    def _option(
        self, elements: tuple[Element, ...], index: int, *, tail: bool, followed: bool
    ) -> str:
        """The optional part in front of ``index``."""
        option, behind = elements[index - 1], elements[index:]
        assert isinstance(option, Option)
        near = tail and all(isinstance(each, Option) for each in behind)
        inner = self._sequence(option.elements, tail=near, followed=followed or bool(behind))
        # Where the tail is not there, a period may end what stands before it.
        is_last = near and not behind and not followed
        period = "|[.;]" if is_last and not _ends_free(elements[: index - 1]) else ""
        return f"(?:{inner}{period})?"

    def _run(self, elements: tuple[Element, ...], index: int) -> list[Element]:
        run: list[Element] = []
        while index < len(elements) and self._is_rigid(elements[index]):
            run.append(elements[index])
            index += 1
        return run

    def _gap(
        self,
        slot: Slot,
        run: list[Element],
        behind: tuple[Element, ...],
        *,
        tail: bool,
        followed: bool,
    ) -> str:
        is_last = tail and not behind
        if is_last and not run and not followed:
            return self._last_gap(slot)
        if not run and behind and isinstance(behind[0], Slot):
            # Two free neighbours cannot be told apart: the second one takes all.
            self.starved.append(slot.name)
            return self._group(slot.name, "")
        gap = self._group(slot.name, _lazily(slot)) + "".join(map(self._rigid, run))
        ends_here = is_last or (tail and all(isinstance(each, Option) for each in behind))
        if not ends_here and all(isinstance(each, Option) for each in run):
            self.starved.append(slot.name)
        return gap if ends_here else f"(?>{gap})"

    def _last_gap(self, slot: Slot) -> str:
        kind = kind_of(slot)
        if kind in TAIL_KINDS:
            return self._group(slot.name, ".+" if kind == "chain" else ".*")
        one = FREE[kind] if FREE[kind] != "." else r"[^\n]"
        closers = {STRICT: r"\s:", OPEN: r"\s:", CLOSED: r"\s:)\]}\"'`,;."}[self._until]
        if self._until == OPEN:
            return self._group(slot.name, rf"(?:(?!\s++[A-Za-z_][\w.]*+=){one})*?[^{closers}]")
        return self._group(slot.name, f"{one}*(?<![{closers}])")

    def _is_rigid(self, element: Element) -> bool:
        if isinstance(element, Slot):
            return element.name in self._seen or is_rigid(element)
        if isinstance(element, Option):
            return all(self._is_rigid(inner) for inner in element.elements)
        return True

    def _rigid(self, element: Element) -> str:
        if isinstance(element, Literal):
            return self._literal(element.text)
        if isinstance(element, Option):
            return f"(?:{''.join(map(self._rigid, element.elements))})?"
        if element.kind == "one_of":
            longest_first = sorted(element.choices, key=len, reverse=True)
            return self._group(element.name, "|".join(map(self._literal, longest_first)))
        return self._group(element.name, RIGID.get(element.kind, ""))

    def _literal(self, text: str) -> str:
        written = self._space.join(map(re.escape, text.split()))
        before = self._space if text[:1].isspace() else ""
        behind = self._space if written and text[-1:].isspace() else ""
        return before + written + behind

    def _group(self, name: str, body: str) -> str:
        if name in self._seen:
            return f"(?P={name})"
        self._seen.add(name)
        return f"(?P<{name}>{body})"


def starved(template: Template) -> tuple[str, ...]:
    """Names of free placeholders that capture nothing of use where they stand.

    One does when a free placeholder, or only optional parts, follow it before the end.

    >>> from diagnose.template import parse
    >>> starved(parse("from {a} to {b}")), starved(parse("from {a}{b}"))
    ((), ('a',))
    >>> starved(parse("from {a}[[ to {b}]]")), starved(parse("from {a}[[ to {b}]] failed"))
    ((), ('a', 'b'))
    """
    builder = Builder(STRICT, squashed=False)
    builder.build(template)
    return tuple(builder.starved)


def is_rigid(slot: Slot) -> bool:
    """Whether a placeholder knows by itself where it ends."""
    return kind_of(slot) not in FREE


def _lazily(slot: Slot) -> str:
    kind = kind_of(slot)
    if kind == "debug":
        return f"{STRING}|.*?"
    return f"{FREE[kind]}+?" if kind in ("word", "shell_word") else f"{FREE[kind]}*?"


def _ends_free(elements: tuple[Element, ...]) -> bool:
    """Whether the last thing is a value that may itself end in a period."""
    last = elements[-1] if elements else None
    if isinstance(last, Option):
        return _ends_free(last.elements) or _ends_free(elements[:-1])
    return isinstance(last, Slot) and kind_of(last) in FREE
