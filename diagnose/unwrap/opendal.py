"""OpenDAL's log lines: ``service=s3 name=bucket path=a/b written=36: text``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._scan import fields, plain
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from diagnose.text import Text

_HEAD = lazy_pattern(r"service=\S*(?: [\w.]+=[^\s=]*)*?: (?=\S)")


def peel(text: Text) -> Peeled | None:
    """The text behind the operation's context."""
    head = _HEAD.match(text.value)
    if head is None:
        return None
    context = text.slice(0, head.end() - 2)
    named = {span.name: plain(context, span) for span in fields(context.value)}
    return Peeled(sections(text.slice(head.end())), fields=named)
