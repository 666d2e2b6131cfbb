"""MinIO's console: ``API: ...``, ``Time: ...``, ``Error: text (go.Type)``, frames."""

from __future__ import annotations

import re

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Peeled
from diagnose.text import lazy_pattern
from diagnose.unwrap._sections import said, sections

if TYPE_CHECKING:
    from diagnose.text import Text

_ERROR = lazy_pattern(
    r"^Error: (?P<text>[^\n]*?)[ ]\((?P<type>\*?[\w/]+\.\w+)\)[ ]*$", re.MULTILINE
)
_HEADER = lazy_pattern(
    r"^(API|Time|DeploymentID|RequestID|RemoteHost|Host): ([^\n]*)", re.MULTILINE
)


def peel(text: Text) -> Peeled | None:
    """The text behind ``Error:``, without the Go type in parentheses."""
    if not text.value.startswith(("API: ", "Error: ")):
        return None
    error = _ERROR.search(text.value)
    if error is None:
        return None
    headers = {name.lower(): value for name, value in _HEADER.findall(text.value)}
    time = headers.pop("time", "")
    return Peeled(
        sections(text.slice(*error.span("text"))),
        level="ERROR",
        timestamp=time,
        fields=said({**headers, "type": error["type"]}),
    )
