"""Message -> the links of its chain, each with its match."""

from __future__ import annotations

from diagnose import chain, matcher, template
from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diagnose.model import Layer, Match, Message

QUIET_LEVELS = frozenset({"TRACE", "DEBUG", "INFO", "NOTICE"})
"""Levels of records that report no failure."""
WEAKEST = 12
"""Literal characters that a template needs behind text that nothing recognises."""
WEAKEST_KNOWN = 20
"""The same for a message of the inventory, which nobody has looked at."""


def links_of(message: Message, templates: matcher.Matcher) -> list[chain.Link]:
    """The layers of a message, outermost first; empty when nothing could fit."""
    quiet = message.level in QUIET_LEVELS
    text = _text(message)
    candidates = templates.quiet_candidates(text) if quiet else templates.candidates(text)
    links = _descended(message, candidates) if candidates else []
    if not quiet and _has_breaks(message) and chain.root(links) is None:
        return _broken_links(message, templates) or links
    return links


def _has_breaks(message: Message) -> bool:
    return any("\n" in section.text.value for section in message.sections)


def _text(message: Message) -> str:
    if len(message.sections) == 1:
        return message.sections[0].text.value
    return " ".join(section.text.value for section in message.sections)


def wrapped_links(message: Message, templates: matcher.Matcher) -> list[chain.Link]:
    """The layers of a message of which only wrappers are known."""
    return _descended(message, templates.wrappers(_text(message)))


def _descended(message: Message, candidates: Sequence[matcher.Candidate]) -> list[chain.Link]:
    links: list[chain.Link] = []
    for layer in chain.layers(message.sections):
        links += _descend(layer, candidates, _above(links))
    return links


def _above(links: Sequence[chain.Link]) -> str:
    """Id of what the last layer so far was recognised as, or ""."""
    found = links[-1].match if links else None
    return found.entry.id if found else ""


def _descend(layer: Layer, candidates: Sequence[matcher.Candidate], above: str) -> list[chain.Link]:
    def match_at(step: chain.Step) -> Match | None:
        text, start, weak, enclosed, open_end, above = step
        until = template.CLOSED if enclosed else template.OPEN if open_end else template.STRICT
        fewest = (WEAKEST, WEAKEST_KNOWN) if weak else (0, 0)
        return matcher.match_at(candidates, text, start, until=until, above=above, fewest=fewest)

    return chain.descend(layer, match_at, above)


def _broken_links(message: Message, templates: matcher.Matcher) -> list[chain.Link]:
    """The message as a terminal broke it, in mid-word."""
    for section in message.sections:
        value = section.text.value
        if "\n" not in value.strip():
            continue
        candidates = templates.candidates(f"{value} {value.replace(chr(10), '')}")
        squashed = matcher.squash(value)
        for start in chain.squashed_starts(squashed.value) if candidates else ():
            found = matcher.match_squashed(candidates, squashed, start)
            if found:
                return [chain.Link(section.text, found.start, found.end, found)]
    return []
