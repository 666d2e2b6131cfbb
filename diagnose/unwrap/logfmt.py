"""logfmt: ``ts=... lvl=error msg="..." error="..."``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._levels import normalise
from diagnose.unwrap._scan import content, fields, plain
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from diagnose.text import Text

_START = lazy_pattern(r'[A-Za-z_][\w.]*=(?:"|[^\s="]*(?: |$))')
_MESSAGES = ("msg", "message")
_ERRORS = ("error", "err")
_LEVELS = ("level", "lvl", "severity")
_TIMES = ("ts", "time", "t", "timestamp")
_COMPONENTS = ("logger", "caller", "component", "service")


def peel(text: Text) -> Peeled | None:
    """``msg``, then ``error``; the other pairs go to the fields."""
    if _START.match(text.value) is None:
        return None
    found = {span.name: span for span in reversed(fields(text.value))}
    message = [found[name] for name in _MESSAGES if name in found][:1]
    error = [found[name] for name in _ERRORS if name in found][:1]
    level = [plain(text, found[name]) for name in _LEVELS if name in found][:1]
    if not message and not (error and level):
        return None
    named = {name: plain(text, span) for name, span in found.items()}
    return Peeled(
        sections(*(content(text, span) for span in (*message, *error))),
        level=normalise(level[0]) if level else "",
        timestamp=next((named[name] for name in _TIMES if name in named), ""),
        component=next((named[name] for name in _COMPONENTS if name in named), ""),
        fields={name: value for name, value in named.items() if name not in _SAID},
    )


_SAID = frozenset((*_MESSAGES, *_ERRORS, *_LEVELS, *_TIMES))
