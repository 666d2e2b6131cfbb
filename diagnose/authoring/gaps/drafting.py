"""A cluster -> a page to be written."""

from __future__ import annotations

from diagnose import secrets, template
from diagnose.authoring.gaps.clustering import VALUE, kind_of, spans_of
from diagnose.authoring.placeholders import literal, name_around
from diagnose.authoring.scaffold import scaffold
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diagnose.authoring.gaps.clustering import Cluster
    from diagnose.model import Entry
    from diagnose.secrets import Found

_WORDS = lazy_pattern(r"(?<![^\s])[A-Za-z]+(?![^\s:,.])")
AREA = "gaps/found"
NAMES = {
    "e-mail address": "email",
    "IPv4 address": "address",
    "IPv6 address": "address",
    "host name": "host",
    "home directory": "path",
}
FEWEST_LITERALS = 8
"""Characters; ``diagnose check`` asks for as many."""


def draft(cluster: Cluster, class_: str) -> Entry | None:
    """The page of a cluster, without its prose; nothing secret is in it.

    None where the message has too few words of its own to prove anything.
    """
    known = cluster.example.known
    example = secrets.mask(cluster.example.text, addresses=True)
    source = known.wordings[0].template if known else template_of(cluster)
    if template.literal_length(template.parse(source)) < FEWEST_LITERALS:
        return None
    area = f"{known.system}/found" if known else AREA
    entry = scaffold(source, example, area=area)
    if known:
        entry = entry._replace(wordings=known.wordings)
    return entry._replace(class_=class_ or entry.class_, near_misses=(near_miss(source, example),))


class _Value(NamedTuple):
    """Where a value stands in the example, and what is to be said of it."""

    start: int
    end: int
    kind: str
    is_what: str = ""
    """A name for it by its form; "" for none."""


def template_of(cluster: Cluster) -> str:
    """The message with a named and typed placeholder for each value; secrets are values, too."""
    text = cluster.example.text
    names: dict[str, int] = {}
    out: list[str] = []
    said = ""
    position = 0
    for value in _values(cluster):
        said = f"{said} {text[position : value.start]}"[-80:]
        name = name_around(said, text[value.end : value.end + 40])
        name = value.is_what if value.is_what and (name in names or name == "value") else name
        names[name] = names.get(name, 0) + 1
        own = name if names[name] == 1 else f"{name}_{names[name]}"
        out += (literal(text[position : value.start]), f"{{{own}:{value.kind}}}")
        position = value.end
    return _without_neighbours("".join([*out, literal(text[position:])]))


def _values(cluster: Cluster) -> list[_Value]:
    """The values of the example, in their order; what is masked is one value as a whole."""
    text = cluster.example.text
    masked = secrets.find(text, addresses=True)
    found: list[_Value] = []
    tokens = zip(spans_of(text), cluster.tokens, cluster.kinds, strict=True)
    for (first, last), token, kind in tokens:
        hidden = [each for each in masked if each.start < last and first < each.end]
        if hidden:
            start, end = min(first, hidden[0].start), max(last, hidden[-1].end)
            if found and start < found[-1].end:
                start = found.pop().start
            shown = _kind_shown(text, start, end, masked)
            found.append(_Value(start, end, shown, _what(text, hidden[0])))
        elif token == VALUE:
            found.append(_Value(first, last, kind))
    return found


def _kind_shown(text: str, start: int, end: int, masked: Sequence[Found]) -> str:
    """The kind of a value as it is shown, masked."""
    within = [each for each in masked if start <= each.start and each.end <= end]
    shown = text[start:end]
    for each in reversed(within):
        shown = shown[: each.start - start] + each.kind.substitute + shown[each.end - start :]
    kind = kind_of(shown)
    return "prose" if kind == "word" and len(shown.split()) > 1 else kind


def _what(text: str, hidden: Found) -> str:
    """A name for a masked value; of a secret, the word that tells that it is one."""
    if hidden.kind.name == "named secret":
        return name_around(text[max(hidden.start - 40, 0) : hidden.start], "")
    return NAMES.get(hidden.kind.name, "")


_NEIGHBOURS = lazy_pattern(r"(\{\w+:)\w+(\})(?:\{\w+:\w+\})+")


def _without_neighbours(source: str) -> str:
    """Two placeholders without anything between cannot be told apart: they are one."""
    return _NEIGHBOURS.sub(r"\1word\2", source)


def near_miss(source: str, example: str) -> str:
    """A text that the page must not match: the message without one of its long words.

    >>> near_miss("job {id:int} is late", "job 7 is late")
    'job 7 is'
    """
    for word in sorted(_WORDS.finditer(example), key=lambda word: -len(word[0])):
        text = " ".join((example[: word.start()] + example[word.end() :]).split())
        if text and not fits(source, text):
            return text
    return "another message"


def fits(source: str, text: str) -> bool:
    """Whether a template takes the whole of a text."""
    return template.Compiled(template.parse(source)).at(text) is not None
