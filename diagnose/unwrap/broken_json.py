"""Pieces of JSON that do not parse: cut off, or pasted without their braces."""

from __future__ import annotations

import re

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._escapes import unescape
from diagnose.unwrap._levels import normalise
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from diagnose.text import Text

_START = lazy_pattern(r'\s*(?:[{\[]\s*)?"[\w.@-]{1,64}"\s*:')
_MEMBER = lazy_pattern(
    r'"(message|msg|log|error|err|failInfo|panicInfo|level|severity)"\s*:\s*'
    r'"((?:[^"\\]|\\.)*+)("|\\?$)',
    re.DOTALL,
)
_MESSAGES = ("message", "msg", "log")
_ERRORS = ("error", "err", "failInfo", "panicInfo")


def peel(text: Text) -> Peeled | None:
    """The texts behind ``"message":`` and ``"error":``, as far as they go."""
    if _START.match(text.value) is None:
        return None
    found: dict[str, re.Match[str]] = {}
    for member in _MEMBER.finditer(text.value):
        found.setdefault(member[1], member)
    parts = [
        next((found[name] for name in names if name in found), None)
        for names in (_MESSAGES, _ERRORS)
    ]
    said = sections(*(unescape(text.slice(x.start(2), x.end(2))) for x in parts if x))
    if not said:
        return None
    level = next((found[name][2] for name in ("level", "severity") if name in found), "")
    return Peeled(said, level=normalise(level))
