"""Messages that differ in their values only are one cluster.

Values are known by their form, else by what differs between messages of the same words. Of the
miners of log templates that are kept, Drain3 brings jsonpickle and has had no release since 2022,
and what is needed of its tree is this file.
"""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diagnose.authoring.gaps.finding import Gap

VALUE = "\0"
"""Stands for a value among the tokens of a cluster."""
ALIKE = 0.6
"""Two messages are one cluster when so many of their words are the same."""
MOST_CLUSTERS = 2000
MOST_OF_A_SHAPE = 64
_IN = r"[^\s\"'`,;()\[\]{}=<>]"
_END = r"[^\s\"'`,;()\[\]{}=<>:.!?]"
_TOKEN = lazy_pattern(
    rf"\"[^\"\n]{{0,300}}\"|'[^'\n]{{0,300}}'|`[^`\n]{{0,300}}`|{_IN}{{0,400}}{_END}|\S"
)
_WORD = lazy_pattern(r"[A-Za-z]+(?:['_-][A-Za-z]+)*|\W")
_HAS_WORD = lazy_pattern(r"[A-Za-z]{3}")
_INT = lazy_pattern(r"[+-]?\d++")
_NUMBER = lazy_pattern(r"[+-]?\d++\.\d++")
_QUOTED = lazy_pattern(r"\"[^\"\n]*+\"|'[^'\n]*+'|`[^`\n]*+`")


class Cluster(NamedTuple):
    """Messages that are the same but for values."""

    tokens: tuple[str, ...]
    kinds: tuple[str, ...]
    """Of each token, the kind of placeholder that takes it in all of the messages."""
    example: Gap
    times: int

    @property
    def shape(self) -> str:
        """The message with gaps for its values."""
        return joined(self.example.text, self.tokens, "*")


class Clusters:
    """Collects messages into at most ``MOST_CLUSTERS`` clusters.

    Where there is no more room, the rarer half so far makes way; ``dropped`` counts its messages.
    """

    def __init__(self) -> None:
        self._by_shape: dict[tuple[int, str, str], list[Cluster]] = {}
        self._size = 0
        self.dropped = 0

    def add(self, gap: Gap) -> None:
        """Count one message."""
        tokens = tokens_of(gap.text)
        if not any(_HAS_WORD.search(token) for token in tokens):
            return
        kinds = tuple(map(kind_of, _TOKEN.findall(gap.text)))
        shape = (*_shape(tokens), gap.known.id if gap.known else "")
        same = self._by_shape.get(shape, [])
        scored = [(likeness(each.tokens, tokens), -at) for at, each in enumerate(same)]
        best = max(scored, default=(0.0, 0))
        if best[0] >= ALIKE:
            same[-best[1]] = _merged(same[-best[1]], tokens, kinds)
            return
        self._make_room(shape)
        self._by_shape.setdefault(shape, []).append(Cluster(tokens, kinds, gap, 1))
        self._size += 1

    def _make_room(self, shape: tuple[int, str, str]) -> None:
        if len(self._by_shape.get(shape, ())) >= MOST_OF_A_SHAPE:
            self._keep_half([shape])
        if self._size >= MOST_CLUSTERS:
            self._keep_half(list(self._by_shape))

    def _keep_half(self, shapes: Sequence[tuple[int, str, str]]) -> None:
        """Of equally frequent ones the later stay: what is going on may come again."""
        clusters = [(shape, each) for shape in shapes for each in self._by_shape.pop(shape)]
        clusters.sort(key=lambda pair: pair[1].times)
        half = (len(clusters) + 1) // 2
        self._size -= half
        self.dropped += sum(cluster.times for _, cluster in clusters[:half])
        for shape, cluster in clusters[half:]:
            self._by_shape.setdefault(shape, []).append(cluster)

    def clusters(self) -> list[Cluster]:
        """The most frequent first, then by their shape."""
        found = [cluster for same in self._by_shape.values() for cluster in same]
        return sorted(found, key=lambda cluster: (-cluster.times, cluster.shape))


def tokens_of(text: str) -> tuple[str, ...]:
    """The words and signs of a message, with ``VALUE`` for what is surely none.

    >>> tokens_of('job 7 of "orders" is late')
    ('job', '\\x00', 'of', '\\x00', 'is', 'late')
    """
    return tuple(token if _WORD.fullmatch(token) else VALUE for token in _TOKEN.findall(text))


def spans_of(text: str) -> list[tuple[int, int]]:
    """Where the tokens of a message stand."""
    return [found.span() for found in _TOKEN.finditer(text)]


def joined(text: str, tokens: Sequence[str], gap: str) -> str:
    """A message with ``gap`` where its tokens are values.

    >>> joined("job 7: late", ("job", VALUE, ":", "late"), "*")
    'job *: late'
    """
    out: list[str] = []
    position = 0
    for (start, end), token in zip(spans_of(text), tokens, strict=True):
        out += (text[position:start], gap if token == VALUE else text[start:end])
        position = end
    return "".join([*out, text[position:]])


def likeness(one: Sequence[str], other: Sequence[str]) -> float:
    """The share of words and signs that are the same, of two messages of as many tokens."""
    same = sum(a == b != VALUE for a, b in zip(one, other, strict=True))
    words = sum(a != VALUE or b != VALUE for a, b in zip(one, other, strict=True))
    return same / words if words else 1.0


def _shape(tokens: Sequence[str]) -> tuple[int, str]:
    return len(tokens), next((token for token in tokens if token.isalpha()), "")


def _merged(cluster: Cluster, tokens: Sequence[str], kinds: Sequence[str]) -> Cluster:
    both = zip(cluster.tokens, tokens, strict=True)
    return cluster._replace(
        tokens=tuple(a if a == b else VALUE for a, b in both),
        kinds=tuple(map(_kind_of_both, cluster.kinds, kinds)),
        times=cluster.times + 1,
    )


def kind_of(value: str) -> str:
    """The kind of placeholder that takes a value like this one.

    >>> kind_of("12"), kind_of("'a b'"), kind_of("s3://b/k")
    ('int', 'quoted', 'word')
    """
    for kind, pattern in (("int", _INT), ("number", _NUMBER), ("quoted", _QUOTED)):
        if pattern.fullmatch(value):
            return kind
    return "word"


def _kind_of_both(one: str, other: str) -> str:
    if one == other:
        return one
    if {one, other} == {"int", "number"}:
        return "number"
    return "prose" if "quoted" in (one, other) or "prose" in (one, other) else "word"
