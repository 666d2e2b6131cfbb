"""gRPC statuses as tonic prints them, anywhere in a text.

``status: Internal, message: "...", details: [], metadata: MetadataMap { headers: {} }``,
``code: 'Internal error', message: "..."``, ``Status { code: Internal, message: "...", ... }``.
"""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._escapes import unescape
from diagnose.unwrap._scan import close_of, string_end
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from diagnose.text import Text

_HEAD = lazy_pattern(
    r"(?:(?P<debug>Status \{ code: )(?P<a>\w+)|status: '?(?P<b>\w[\w ]*+)'?"
    r"|code: '(?P<c>[^'\n]*(?:'s [^'\n]*)?)')"
    r", message: (?=\")"
)
_TAIL = lazy_pattern(r", (details|metadata|source): ")
_NAME = lazy_pattern(r"(?:b?\"|\w+(?: ?(?=[\[{(])|\b)|(?=[\[{(]))")


def peel(text: Text) -> Peeled | None:
    """What stands before the status, its message unescaped, and what follows."""
    value = text.value
    head = _HEAD.search(value)
    if head is None:
        return None
    start = head.end()
    end = string_end(value, start)
    code = head["a"] or head["b"] or head["c"]
    before = text.slice(0, head.start())
    if end < 0:  # cut off inside the message
        message, after = unescape(text.slice(start + 1)), text.slice(len(value))
    else:
        message = unescape(text.slice(start + 1, end - 1))
        after = text.slice(_tail_end(value, end, debug=bool(head["debug"])))
    return Peeled(sections(before, message, after), fields={"grpc_code": code})


def _tail_end(value: str, at: int, *, debug: bool) -> int:
    """Index behind details, metadata and an empty source."""
    while (found := _TAIL.match(value, at)) is not None:
        if found[1] == "source" and not value.startswith("None", found.end()):
            return found.end()
        end = _item_end(value, found.end())
        if end < 0:
            return len(value) if found[1] == "metadata" else at
        at = end
    return at + 2 if debug and value.startswith(" }", at) else at


def _item_end(value: str, start: int) -> int:
    name = _NAME.match(value, start)
    if name is None:
        return -1
    if name[0].endswith('"'):
        return string_end(value, name.end() - 1)
    opens = value[name.end() : name.end() + 1]
    return close_of(value, name.end()) if opens and opens in "[{(" else name.end()
