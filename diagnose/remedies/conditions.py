"""Whether the values at hand are those that a page asks for."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from diagnose.model import Value


def are_as(wanted: Mapping[str, bool | str | list[str]], values: Mapping[str, Value]) -> bool:
    """Whether values are the texts that a page's ``when`` asks for, or are there at all.

    >>> are_as({"type": ["int", "Var*"]}, {"type": "varchar"})
    True
    >>> are_as({"type": False}, {"type": "varchar"})
    False
    """
    return not wanted or all(_is_so(each, values.get(name)) for name, each in wanted.items())


def _is_so(wanted: bool | str | list[str], value: Value | None) -> bool:
    if isinstance(wanted, bool):
        return wanted is (value is not None)
    said = str(value).casefold()
    texts = [wanted] if isinstance(wanted, str) else wanted
    return any(_is_text(text.casefold(), said) for text in texts)


def _is_text(wanted: str, said: str) -> bool:
    """Whether it is the text, or begins with it where a ``*`` ends it."""
    return said.startswith(wanted[:-1]) if wanted.endswith("*") else said == wanted
