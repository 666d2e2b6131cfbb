"""syslog: RFC 3164, RFC 5424, rsyslog's layouts, journald's short one."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern
from diagnose.unwrap._levels import normalise, of_syslog
from diagnose.unwrap._lines import RFC3339, taken

if TYPE_CHECKING:
    import re

    from diagnose.model import Line

_TAG = r"(?![\w.$]+(?:Exception|Error):)(?P<process>[^\s:\[\]]{1,64})(?:\[(?P<pid>\d+)\])?:[ ]?"
_RFC3164 = (
    r"(?:<(?P<priority>\d{1,3})>)?(?P<time>[A-Z][a-z]{2}[ ]{1,2}\d{1,2}[ ]\d\d:\d\d:\d\d(?:\.\d+)?)"
    rf"[ ](?P<host>\S+)[ ]{_TAG}"
)
_RFC5424 = (
    rf"<(?P<priority>\d{{1,3}})>1[ ](?P<time>{RFC3339}|-)[ ](?P<host>\S+)[ ](?P<process>\S+)"
    r"[ ](?P<pid>\S+)[ ]\S+[ ](?:-|(?:\[(?:[^\]\\]|\\.)*+\])++)(?:[ ]\ufeff?|$)"
)
_RSYSLOG = (
    rf"(?P<time>{RFC3339})[ ]+(?P<host>\S+)[ ](?:!(?P<level>[A-Z]+)[ ]*\|[ ]?(?:{_TAG})?"
    r"|(?P<process2>[^\s:\[\]]+)\[(?P<pid2>\d+)\]:[ ]?)"
)
_JOURNAL = r"(?P<process>[a-z][\w.@-]{0,63})\[(?P<pid>\d+)\]:[ ]"

_PRIORITY = (lazy_pattern(_RFC5424), lazy_pattern(_RFC3164))
_TIME = (lazy_pattern(_RSYSLOG),)
_MONTH = (_PRIORITY[1],)
_NAME = (lazy_pattern(_JOURNAL),)
_CONTROL = lazy_pattern(r"#0(11|12)")


def peel(line: Line) -> Line | None:
    """The text behind the tag; host and process make the stream."""
    value = line.text.value
    found = next(filter(None, (layout.match(value) for layout in _layouts(value))), None)
    if found is None:
        return None
    said = found.groupdict()
    process = said.get("process") or said.get("process2")
    pid = said.get("pid") or said.get("pid2")
    text = line.text.slice(found.end())
    if "#01" in text.value:
        controls = _CONTROL.finditer(text.value)
        text = text.substitute(
            [(x.start(), x.end(), "\t" if x[1] == "11" else "\n") for x in controls]
        )
    return taken(
        line,
        text,
        stream=" ".join(filter(None, (said.get("host"), process, pid))),
        level=normalise(said.get("level") or "") or of_syslog(said.get("priority") or ""),
        timestamp=said.get("time") or "",
        fields={"log_host": said.get("host"), "process": process, "pid": pid},
    )


def _layouts(value: str) -> tuple[re.Pattern[str], ...]:
    """The layouts that may start as ``value`` does."""
    if value[0] == "<":
        return _PRIORITY
    if value[0].isdigit():
        return _TIME
    if value[3:4] == " " and value[0].isupper():
        return _MONTH
    return _NAME if "[" in value[:64] and value[0].islower() else ()
