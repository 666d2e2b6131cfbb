"""What never belongs to a message: stack frames, backtraces, padding."""

from __future__ import annotations

import re

from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from diagnose.text import Text

_BACKTRACE = lazy_pattern(
    r"(?:^|(?<=\s))(?:[Ss]tack[ ]backtrace:|Backtrace:|BACKTRACE:|backtrace[ ]of[ ]`"
    r"|note:[ ]run[ ]with[ ]`RUST|disabled[ ]backtrace(?=\W|$)"
    r"|\*\*\*[ ]await[ ]tree[ ]context|\(1\)[ ]attached[ ]stack[ ]trace)"
)
_BACKTRACE_WORDS = ("acktrace", "BACKTRACE", "note: run with", "await tree", "attached stack")
_FRAME = lazy_pattern(
    r"^[ \t]+(?:at[ ][\w$.<>/@\[\]-]+[ ]?\(?.*|\.\.\.[ ]\d+[ ](?:more|common[ ]frames.*))\n?",
    re.MULTILINE,
)
_JAVA_FRAME = lazy_pattern(
    r"^[ \t]+at[ ][\w$.<>/@-]+[ ]?\([^)\n]*\)|^[ \t]+\.\.\.[ ]\d+[ ]more", re.MULTILINE
)
_TABLE_END = lazy_pattern(r"(?<=\S)[ ]{1,4}\|\s*(?:(?:--[ ]\|[ ]){1,64}+--\s*)?\Z")
"""What a row pasted from a log viewer's table ends in; below the first stands a rule."""
_PADDING = lazy_pattern(r"(?<![ ])[ ]{8,}+(?=\S)")


def finish(text: Text) -> Text:
    r"""``text`` without backtrace, stack frames and padding.

    >>> from diagnose.text import Text
    >>> finish(Text("a.B: no\n\tat a.C.d(C.java:1)\nCaused by: e.F\n\n")).value
    'a.B: no\nCaused by: e.F'
    """
    if not _is_tidy(text.value):
        text = _cut_backtrace(text)
        if "\n" in text.value and has_frames(text.value):
            frames = _FRAME.finditer(text.value)
            text = text.substitute([(x.start(), x.end(), "") for x in frames])
        return _collapse(_without_table_end(text.strip()))
    return text.strip()


UNTIDY = (*_BACKTRACE_WORDS, "|", "--")
"""Without one of these nothing is taken off a text that is neither in lines nor padded ..."""
_PADDED = "        "


def _is_tidy(value: str) -> bool:
    """Whether ``finish`` only strips it, for sure."""
    for mark in UNTIDY:
        if mark in value:
            return False
    return is_even(value)


def is_even(value: str) -> bool:
    """... as this says: no stack frames, no padding."""
    return not has_frames(value) if "\n" in value else _PADDED not in value


def has_frames(value: str) -> bool:
    """Whether there are Java stack frames in it."""
    return "at " in value and "\n" in value and _JAVA_FRAME.search(value) is not None


def _cut_backtrace(text: Text) -> Text:
    for word in _BACKTRACE_WORDS:
        if word in text.value:
            found = _BACKTRACE.search(text.value)
            return text.slice(0, found.start()) if found else text
    return text


def _without_table_end(text: Text) -> Text:
    if not text.value.endswith(("|", " --")):
        return text
    found = _TABLE_END.search(text.value)
    return text.slice(0, found.start()) if found else text


def _collapse(text: Text) -> Text:
    """One space for the runs of spaces that a terminal padded a line with."""
    if "        " not in text.value or "\n" in text.value.strip():
        return text
    runs = [(x.start(), x.end(), " ") for x in _PADDING.finditer(text.value)]
    return text.substitute(runs) if runs else text
