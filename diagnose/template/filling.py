"""Filling a template with values."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.template.syntax import Literal, Slot, Template

if TYPE_CHECKING:
    from collections.abc import Callable


class Filled(NamedTuple):
    """A filled template and the names that had no value."""

    text: str
    missing: tuple[str, ...]


def fill(template: Template, write: Callable[[Slot], str | None]) -> Filled:
    """Fill a template; ``write`` gives a placeholder's text, or None where it has none.

    A name without value becomes its default, or ``<name>`` and is listed as
    missing. An optional part with a missing name is left out.

    >>> from diagnose.template import parse
    >>> fill(
    ...     parse("ALTER {kind|TABLE} {job} SET x = {n};"),
    ...     lambda slot: {"n": "12"}.get(slot.name),
    ... )
    Filled(text='ALTER TABLE <job> SET x = 12;', missing=('job',))
    """
    out: list[str] = []
    missing: list[str] = []
    for element in template.elements:
        if isinstance(element, Literal):
            out.append(element.text)
        elif isinstance(element, Slot):
            written = write(element)
            if written is None:
                written = element.default
            if written is None:
                missing.append(element.name)
                written = f"<{element.name}>"
            out.append(written)
        else:
            inner = fill(Template("", element.elements), write)
            out.append("" if inner.missing else inner.text)
    return Filled("".join(out), tuple(dict.fromkeys(missing)))


def constant(template: Template) -> str | None:
    """The text of a template that has nothing to fill in; None where it has.

    >>> from diagnose.template import parse
    >>> constant(parse("it failed")), constant(parse("{x} failed"))
    ('it failed', None)
    """
    elements = template.elements
    if len(elements) == 1 and isinstance(elements[0], Literal):
        return elements[0].text
    return None if elements else ""
