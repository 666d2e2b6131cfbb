"""stern, kubetail: ``pod container text``, when the text starts as a known logger's line.

Metabase puts the id of its instance there instead; the further lines are without it.
"""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern
from diagnose.unwrap._lines import FORMAT_AHEAD, taken

if TYPE_CHECKING:
    from diagnose.model import Line

_POD = r"(?P<pod>[a-z0-9][a-z0-9.]*(?:-[a-z0-9.]+)+)"
_GOES_ON = (  # what stands on the further lines of an exception or of a server's error
    r"(?=\s+at[ ]|\s*\.\.\.[ ]\d+[ ]more|Caused[ ]by:"
    r"|(?:[a-z][\w$]*\.)+[A-Z][\w$]*(?:Exception|Error)\b"
    r"|(?:ERROR|FATAL|DETAIL|HINT|STATEMENT|CONTEXT):[ ]"
    r"|API:[ ]\w+[(.]|(?:DeploymentID|RequestID|RemoteHost):[ ]|(?:Time|Host|UserAgent):[ ]\S"
    r"|Error:[ ][^\n]{1,999}\(\*?[\w/]+\.\w+\)\s*$|\s+\d{1,3}:[ ][\w./@-]+\.go:\d+:)"  # MinIO
)
_HEAD = lazy_pattern(
    rf"(?:{_POD}(?:[/ ](?P<container>[a-z][a-z0-9-]*))?|\[{_POD.replace('pod', 'pod2')}"
    rf"(?:[ ](?P<container2>[a-z][a-z0-9-]*))?\])[ ](?:{FORMAT_AHEAD}|{_GOES_ON})"
)
_INSTANCE = lazy_pattern(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z")


def peel(line: Line) -> Line | None:
    """The text behind the names of pod and container."""
    found = _HEAD.match(line.text.value)
    if found is None:
        return None
    pod = found["pod"] or found["pod2"]
    if _INSTANCE.match(pod):
        return taken(line, line.text.slice(found.end()))
    container = found["container"] or found["container2"]
    return taken(
        line,
        line.text.slice(found.end()),
        stream="/".join(filter(None, (pod, container))),
        fields={"pod": pod, "container": container},
    )
