"""A text that is one known message and nothing else: recognised at once, the rest on demand.

What is said of it is what the long way through envelopes, records and chain says.
"""

from __future__ import annotations

from diagnose import chain, matcher, records, unwrap
from diagnose.engine.links import links_of
from diagnose.lean import TYPE_CHECKING, begin
from diagnose.model import Diagnosis, Layer, Message, Record, Section
from diagnose.text import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from diagnose.model import Match

    Answer = Callable[[Message, Sequence[chain.Link]], Diagnosis]


def recognised(value: str, templates: matcher.Matcher) -> Match | None:
    """The match of a message that stands alone; None where the long way must be gone."""
    if not (unwrap.is_bare(value) and chain.is_one(value)):
        return None
    found = matcher.match_at(templates.candidates(value), value, 0)
    if found is None or found.rest is not None or found.entry.role == "wrapper":
        return None
    return found


def record_of_lines(value: str, templates: matcher.Matcher) -> Record | None:
    """The record that several bare lines make: as a stream, or as a whole where no part of it
    could be a message; None where the long way must be gone.
    """
    lines = value.split("\n")
    if "\r" in value or any(map(unwrap.has_transport, lines)):
        return None
    found = records.groups(value)
    if found is None:
        return None
    if len(found) > 1:
        return Record(Text(value)) if all(_is_nothing(each, templates) for each in found) else None
    starts = [0]
    for line in lines[:-1]:
        starts.append(starts[-1] + len(line) + 1)
    numbers = tuple(range(1, len(lines) + 1))
    return Record(Text(value), starts=tuple(starts), numbers=numbers)


def _is_nothing(part: str, templates: matcher.Matcher) -> bool:
    """Whether one of several records surely is no message by itself."""
    value = part.strip()
    if not templates.candidates(value):
        return True
    if not (unwrap.is_bare(value) and chain.is_one(value)):
        return False
    text = Text(value)
    return chain.root(links_of(Message((Section(text),), Record(text)), templates)) is None


def diagnosis(record: Record, found: Match, answer: Answer) -> Diagnosis:
    """Its diagnosis, of which ``answer`` gives what is not said by the match itself."""
    entry = found.entry

    def later() -> dict[str, object]:
        message = Message((Section(record.text),), record)
        links = chain.descend(Layer(record.text), lambda _: found)
        return answer(message, links)._asdict()

    return begin(
        Diagnosis,
        {
            "id": entry.id,
            "match": "known" if entry.is_known else "exact",
            "captures": found.captures,
            "severity": entry.severity,
            "role": entry.role,
            "class_": entry.class_,
        },
        later,
    )
