"""A cluster -> a page to be written."""

from __future__ import annotations

from diagnose import secrets, template
from diagnose.authoring.gaps.clustering import VALUE, spans_of
from diagnose.authoring.placeholders import literal, name_around
from diagnose.authoring.scaffold import scaffold
from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from diagnose.authoring.gaps.clustering import Cluster
    from diagnose.model import Entry

_WORDS = lazy_pattern(r"(?<![^\s])[A-Za-z]+(?![^\s:,.])")
_INT = lazy_pattern(r"[+-]?\d++")
_NUMBER = lazy_pattern(r"[+-]?\d++\.\d++")
_QUOTED = lazy_pattern(r"\"[^\"\n]*+\"|'[^'\n]*+'|`[^`\n]*+`")
AREA = "gaps/found"
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


def template_of(cluster: Cluster) -> str:
    """The message with a named and typed placeholder for each value; secrets are values, too."""
    text = cluster.example.text
    masked = secrets.find(text, addresses=True)
    names: dict[str, int] = {}
    out: list[str] = []
    position = 0
    for (start, end), token in zip(spans_of(text), cluster.tokens, strict=True):
        hidden = any(found.start < end and start < found.end for found in masked)
        if start < position or (token != VALUE and not hidden):
            continue
        out += (literal(text[position:start]), _slot(text, start, end, names))
        position = end
    return _without_neighbours("".join([*out, literal(text[position:])]))


def _slot(text: str, start: int, end: int, names: dict[str, int]) -> str:
    before = secrets.mask(text[:start], addresses=True)[-80:]
    name = name_around(before, text[end : end + 40])
    names[name] = names.get(name, 0) + 1
    own = name if names[name] == 1 else f"{name}_{names[name]}"
    return f"{{{own}:{kind_of(text[start:end])}}}"


def kind_of(value: str) -> str:
    """The kind of placeholder that takes a value like this one.

    >>> kind_of("12"), kind_of("'a b'"), kind_of("s3://b/k")
    ('int', 'quoted', 'word')
    """
    for kind, pattern in (("int", _INT), ("number", _NUMBER), ("quoted", _QUOTED)):
        if pattern.fullmatch(value):
            return kind
    return "word"


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
