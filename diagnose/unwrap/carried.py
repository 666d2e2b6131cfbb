"""A line of Kubernetes inside something else: ``2018-10-31T19:24:48.101Z stderr F text``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._lines import RFC3339
from diagnose.unwrap._sections import sections

if TYPE_CHECKING:
    from diagnose.text import Text

_HEAD = lazy_pattern(rf"({RFC3339}) (?:stdout|stderr) [FP] ")


def peel(text: Text) -> Peeled | None:
    """The text behind the stream's name and the tag."""
    found = _HEAD.match(text.value)
    if found is None:
        return None
    return Peeled(sections(text.slice(found.end())), timestamp=found[1])
