"""Colours of a terminal, also as text or with a lost escape character."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from diagnose.model import Line
    from diagnose.text import Text

_CODE = lazy_pattern(
    r"(?:\x1b|\\u001[bB]|\\x1[bB]|\\033|\\e|\^\[)(?:\[[0-9;?]*[A-Za-z]|\][^\x07\x1b]{0,256}\x07)"
    r"|\[(?:\d{1,3}(?:;\d{1,3})*)?m(?![\])])"
)


def strip(text: Text) -> Text:
    r"""``text`` without colour codes.

    >>> from diagnose.text import Text
    >>> strip(Text("\x1b[31mERROR\x1b[0m x")).value
    'ERROR x'
    """
    codes = [(found.start(), found.end(), "") for found in _CODE.finditer(text.value)]
    return text.substitute(codes) if codes else text


def peel(line: Line) -> Line | None:
    """The line without colour codes; None when there are none."""
    text = strip(line.text)
    return None if text is line.text else line._replace(text=text)
