"""tracing's pretty format: place and spans on indented lines below the message."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._lines import RFC3339
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from diagnose.text import Text

_HEAD = lazy_pattern(rf"[ ]{{0,2}}{RFC3339}[ ]+[A-Z]+[ ]")
_PLACE = lazy_pattern(r"\n[ ]{2,}at ([\w./@-]+\.rs):(\d+)(?: on (\S[^\n]*))?(?=\n|$)")
_SPAN = lazy_pattern(r"\n[ ]{2,}in [\w:.<>-]+(?: with ([^\n]*))?")
_FIELD = lazy_pattern(r"(?:^|, )([A-Za-z_][\w.]*): ")


def peel(text: Text) -> Peeled | None:
    """The line above the place, and the fields of the spans below it."""
    place = _PLACE.search(text.value) if _HEAD.match(text.value) else None
    if place is None:
        return None
    found = {"file": place[1], "line": place[2]}
    if place[3]:
        found["thread"] = place[3]
    for span in _SPAN.finditer(text.value, place.end()):
        found.update(_fields(span[1] or ""))
    return Peeled(sections(text.slice(0, place.start())), fields=found)


def _fields(value: str) -> dict[str, str]:
    names = list(_FIELD.finditer(value))
    ends = [*(name.start() for name in names[1:]), len(value)]
    return {
        name[1]: value[name.end() : end].strip('"') for name, end in zip(names, ends, strict=False)
    }
