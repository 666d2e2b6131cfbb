"""Record -> Message: envelopes are taken off until none fits.

``peel_line`` takes transports off a line, ``peel`` loggers and clients off a
record. An envelope is a module here whose ``peel`` returns None when it does
not fit exactly; the tables say in which order they are tried.
"""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Message, Peeled, Section
from diagnose.unwrap._levels import normalise
from diagnose.unwrap._sections import NOISE
from diagnose.unwrap._table import LINE_PLANS, RECORD_PLANS, Plans, wraps
from diagnose.unwrap._tails import finish, is_even

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from diagnose.model import Line, Record
    from diagnose.text import Text

__all__ = ["has_transport", "is_bare", "peel", "peel_line"]

MAX_LINE_ENVELOPES = 8
MAX_DEPTH = 8
_FLUENTBIT_END = '"}]'


def peel_line(line: Line) -> Line:
    """``line`` without its transports: what they say is in its other fields.

    >>> from diagnose.model import Line
    >>> from diagnose.text import Text
    >>> found = peel_line(Line(Text("meta-1  | 2024-05-20T16:28:22.4Z stderr F boom"), 1))
    >>> found.text.value, found.stream, found.envelopes
    ('boom', 'meta-1/stderr', ('compose', 'cri'))
    """
    for _ in range(MAX_LINE_ENVELOPES):
        value = line.text.value
        if line.partial or not value:
            break
        module, found = _peel_once(LINE_PLANS, value, line)
        if found is None:
            break
        line = found._replace(envelopes=(*line.envelopes, module))
    return line


def peel(record: Record) -> Message:
    """What ``record`` says once loggers and clients are taken off.

    >>> from diagnose.model import Record
    >>> from diagnose.text import Text
    >>> message = peel(Record(Text("ERROR:  Failed to run the query")))
    >>> message.sections[0].text.value, message.level
    ('Failed to run the query', 'ERROR')
    """
    taken: list[tuple[str, Peeled]] = []
    sections = tuple(_open(Section(_whole(record)), 0, taken))
    level, timestamp, component = normalise(record.level), record.timestamp, ""
    fields = record.fields
    for _, peeled in taken:
        level = peeled.level or level
        timestamp = peeled.timestamp or timestamp
        component = peeled.component or component
        if peeled.fields:
            fields = {**fields, **peeled.fields}
    envelopes = (*record.envelopes, *(name for name, _ in taken)) if taken else record.envelopes
    return Message(sections, record, level, timestamp, component, fields, envelopes)


def _whole(record: Record) -> Text:
    """The record's text, without what closes fluent-bit's bracket on a later line."""
    end = len(record.text.value) - len(_FLUENTBIT_END)
    if "fluentbit" in record.envelopes and record.text.value.endswith(_FLUENTBIT_END):
        return record.text.slice(0, end)
    return record.text


def _open(section: Section, depth: int, taken: list[tuple[str, Peeled]]) -> list[Section]:
    """The sections inside ``section``; itself, tidied up, when no envelope fits."""
    value = section.text.value
    if value and depth < MAX_DEPTH:
        module, peeled = _peel_once(RECORD_PLANS, value, section.text)
        if peeled is not None:
            taken.append((module, peeled))
            inner = [_inherit(section, part) for part in peeled.sections]
            return [x for part in inner for x in _open(part, depth + 1, taken)]
    text = finish(section.text)
    if not text.value.strip(NOISE):
        return []
    return [Section(text, section.open_end)]


def _inherit(outer: Section, inner: Section) -> Section:
    """What stands at the end of an open section has an open end too."""
    if outer.open_end and outer.text.value.endswith(inner.text.value):
        return inner._replace(open_end=True)
    return inner


def is_bare(value: str) -> bool:
    """Whether a text is a message and nothing else, for sure: no envelope is worth a try.

    What transports put before each of several lines is not looked for.

    >>> is_bare("relation t is gone"), is_bare("ERROR:  relation t is gone")
    (True, False)
    """
    if not value.strip(NOISE) or value[0].isspace() or value[-1].isspace():
        return False
    return is_even(value) and not wraps(value)


def has_transport(value: str) -> bool:
    """Whether a transport may be taken off a line; many are that have none."""
    if not value:
        return False
    for _, _, needles, starts, looks in LINE_PLANS.of(value):
        if value.startswith(starts) and looks(value):
            for needle in needles:
                if needle in value:
                    return True
    return False


_LOADED: dict[str, Callable[[Any], Any]] = {}


def _peel_once(plans: Plans, value: str, whole: Any) -> tuple[str, Any]:
    """The first envelope of a table that fits, and what it gives; ``"", None`` without any."""
    for module, _, needles, starts, looks in plans.of(value):
        if not (value.startswith(starts) and looks(value)):
            continue
        for needle in needles:
            if needle in value:
                peeled = (_LOADED.get(module) or _load(module))(whole)
                if peeled is not None:
                    return module, peeled
                break
    return "", None


def _load(module: str) -> Callable[[Any], Any]:
    loaded: Callable[[Any], Any] = __import__(f"{__name__}.{module}", fromlist=("peel",)).peel
    _LOADED[module] = loaded
    return loaded
