"""A line that is one known message and nothing else: recognised at once, the rest on demand.

What is said of it is what the long way through envelopes and chain says.
"""

from __future__ import annotations

from diagnose import chain, matcher, unwrap
from diagnose.lean import TYPE_CHECKING, begin
from diagnose.model import Diagnosis, Layer, Message, Record, Section

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from diagnose.model import Match
    from diagnose.text import Text

    Answer = Callable[[Message, Sequence[chain.Link]], Diagnosis]


def recognised(text: Text, templates: matcher.Matcher) -> Match | None:
    """The match of a message that stands alone; None where the long way must be gone."""
    value = text.value
    if not (unwrap.is_bare(value) and chain.is_one(value)):
        return None
    found = matcher.match_at(templates.candidates(value), value, 0)
    if found is None or found.rest is not None or found.entry.role == "wrapper":
        return None
    return found


def diagnosis(text: Text, found: Match, answer: Answer) -> Diagnosis:
    """Its diagnosis, of which ``answer`` gives what is not said by the match itself."""
    entry = found.entry

    def later() -> dict[str, object]:
        message = Message((Section(text),), Record(text))
        links = chain.descend(Layer(text), lambda _: found)
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
