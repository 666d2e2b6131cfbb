"""Which characters a person can see.

Controls, marks of direction and characters of no category are not printable by Python's reckoning.
Some letters and marks are, and yet nothing is seen of them: fillers, selectors of variations, a
blank of Braille. They hide a difference between two names, or a text in a name.
"""

from __future__ import annotations

from diagnose.text import lazy_pattern

UNSEEN = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\uffa0\ufe00-\ufe0f"
    "\U000e0100-\U000e01ef"
)
"""Printable, and not seen; as the content of brackets of a regular expression."""
_UNSEEN = lazy_pattern(f"[{UNSEEN}]")
_JOINING = frozenset("\u200c\u200d\ufe0e\ufe0f")
_JOINER, _AS_EMOJI = "\u200d", "\ufe0f"


def is_seen(text: str) -> bool:
    r"""Whether every character of a text shows.

    >>> is_seen("caf\u00e9 \u6f22"), is_seen("a\u200bb"), is_seen("a\u3164b"), is_seen("a\n")
    (True, False, False, False)
    """
    return text.isprintable() and (text.isascii() or _UNSEEN.search(text) is None)


def joins(char: str, before: str) -> bool:
    r"""Whether a character that is not seen belongs to the one in front, which is seen.

    Scripts and emoji need such ones behind their own characters; behind ASCII they only deceive.

    >>> joins("\u200d", "\u0915"), joins("\u200d", "a"), joins("\u200b", "\u0915")
    (True, False, False)
    """
    if char == _JOINER and before == _AS_EMOJI:
        return True
    return char in _JOINING and before > "\x7f" and is_seen(before)
