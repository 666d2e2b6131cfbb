"""gRPC for Go: ``connection error: desc = "transport: Error while dialing ..."``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.unwrap._escapes import unescape
from diagnose.unwrap._scan import string_end
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from diagnose.text import Text

_HEAD = ' desc = "'


def peel(text: Text) -> Peeled | None:
    """What stands before the description, the description, and what follows."""
    start = text.value.find(_HEAD)
    end = string_end(text.value, start + len(_HEAD) - 1)
    if start < 0 or end < 0:
        return None
    inner = unescape(text.slice(start + len(_HEAD), end - 1))
    return Peeled(sections(text.slice(0, start), inner, text.slice(end)))
