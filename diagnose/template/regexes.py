"""Templates as regular expressions that take linear time."""

from __future__ import annotations

import re

from diagnose.lean import NamedTuple
from diagnose.template import gaps
from diagnose.template.kinds import FREE, TAIL_KINDS, extends, rigid
from diagnose.template.syntax import Element, Literal, Option, Slot, Template, kind_of, slots

_SPACE = r"(?<!\s)\s++"
_ANYTHING = frozenset("0.'\"")
"""What every typed placeholder could go on from."""


class Part(NamedTuple):
    """Elements that go together, and their expression."""

    elements: tuple[Element, ...]
    source: str


class Builder:
    """Writes the regex of one template, of the forms that ``gaps`` describes."""

    def __init__(self, until: str, squashed: bool) -> None:
        self._until = until
        self._squashed = squashed
        self._space = "" if squashed else _SPACE
        self._seen: set[str] = set()
        self._again: set[str] = set()
        """Names that stand more than once."""
        self._before: frozenset[str] = _ANYTHING
        """Characters of which one stands before what comes next."""
        self._has_gap = False
        self._open: list[str] = []
        """Gaps before this that may be tried again at another place."""
        self.unsure: list[str] = []
        """Typed placeholders behind a gap that nothing sets apart from what stands before."""
        self.starved: list[str] = []
        """Placeholders that nothing certain ends: they take a character at most."""
        self.entangled: list[tuple[str, str, str]] = []
        """A gap that is searched for at each end of a second one, at each end of a third one."""

    def build(self, template: Template) -> str:
        """The expression of a whole template."""
        return "".join([part.source for part in self.parts(template)])

    def parts(self, template: Template) -> list[Part]:
        """The same in parts, of which the last one is the end."""
        names = [slot.name for slot in slots(template)]
        self._again = {name for name in names if names.count(name) > 1}
        parts = self._parts(template.elements, tail=True)
        may_end_in_period = _ends_free(template.elements)
        end = gaps.end(self._until, may_end_in_period=may_end_in_period, bounded=bool(self._open))
        return [*parts, Part((), end)]

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
        before = self._before
        inner = self._sequence(option.elements, tail=near, followed=followed or bool(behind))
        self._before |= before
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
        ends_here = is_last or (tail and all(isinstance(each, Option) for each in behind))
        # The end of the text is an end of it, too, where nothing else has to be found.
        is_sure = ends_here and not run and FREE[kind_of(slot)] == "."
        gap = self._free(slot, is_sure=is_sure) + "".join(map(self._rigid, run))
        if not ends_here and all(isinstance(each, Option) for each in run):
            self.starved.append(slot.name)
        if not ends_here:
            return f"(?>{gap})"
        if not (is_sure and self._open):
            self._open.append(slot.name)
        return gap

    def _free(self, slot: Slot, *, is_sure: bool) -> str:
        most = self._most(slot, is_sure=is_sure)
        written = self._group(slot.name, gaps.free(kind_of(slot), most))
        self._has_gap, self._before = True, _ANYTHING
        return written

    def _most(self, slot: Slot, *, is_sure: bool) -> int:
        """The bound of a free placeholder; 0 for none."""
        if slot.name in self._again:
            return gaps.MOST_REPEATED
        if is_sure or not self._open:
            return 0
        if len(self._open) > 1:
            self.entangled.append((self._open[0], self._open[-1], slot.name))
        return gaps.MOST_INSIDE

    def _last_gap(self, slot: Slot) -> str:
        kind = kind_of(slot)
        most = self._most(slot, is_sure=FREE[kind] == "." or self._before == {" "})
        value = self._group(slot.name, gaps.last(kind, self._until, most))
        searched = self._open and kind not in TAIL_KINDS
        return gaps.surely(value, self._until) if searched else value

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
            before = self._before
            inner = "".join(map(self._rigid, element.elements))
            self._before |= before
            return f"(?:{inner})?"
        if element.name in self._seen:
            self._before = _ANYTHING
            return f"(?P={element.name})"
        return self._group(element.name, self._typed(element))

    def _typed(self, slot: Slot) -> str:
        before = self._before
        if slot.kind != "one_of":
            self._before = _ANYTHING
            if self._has_gap and any(extends(slot.kind, each) for each in before):
                self.unsure.append(slot.name)
            bounded = slot.name in self._again or slot.name in self.unsure
            return rigid(slot.kind, gaps.MOST_TYPED * bounded)
        written: list[str] = []
        after: frozenset[str] = frozenset()
        for choice in sorted(slot.choices, key=len, reverse=True):
            self._before = before
            written.append(self._literal(choice))
            after |= self._before
        self._before = after
        return "|".join(written)

    def _literal(self, text: str) -> str:
        written = self._space.join(map(re.escape, text.split()))
        before = self._space if text[:1].isspace() else ""
        behind = self._space if written and text[-1:].isspace() else ""
        last = text.rstrip()[-1:] if self._squashed else text[-1:]
        if last:
            self._before = frozenset({" " if last.isspace() else last})
        return before + written + behind

    def _group(self, name: str, body: str) -> str:
        if name in self._seen:
            return f"(?P={name})"
        self._seen.add(name)
        return f"(?P<{name}>{body})"


def is_rigid(slot: Slot) -> bool:
    """Whether a placeholder knows by itself where it ends."""
    return kind_of(slot) not in FREE


def _ends_free(elements: tuple[Element, ...]) -> bool:
    """Whether the last thing is a value that may itself end in a period."""
    last = elements[-1] if elements else None
    if isinstance(last, Option):
        return _ends_free(last.elements) or _ends_free(elements[:-1])
    return isinstance(last, Slot) and kind_of(last) in FREE
