"""Which templates fit a text: literals first, then the regex.

The precedence among the templates that fit one layer is the written one of
``patterns/README.md``: pages before the inventory, most literal characters,
then the id.
"""

from __future__ import annotations

from operator import itemgetter

from diagnose import template
from diagnose.lean import TYPE_CHECKING, NamedTuple, Protocol
from diagnose.model import KNOWN, Match

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from diagnose.model import Entry, Posting, Value, Wording

NO_WORD = ""
"""Where a catalogue files wordings that have no word of their own."""
LONGEST_LAYER = 1 << 16
"""A layer is compared up to this many characters."""
MOST_WORDS = 1 << 16
"""Words of which it is remembered what is filed under them."""


class Lookup(Protocol):
    """What a matcher asks of a catalogue."""

    def postings(self, word: str) -> list[Posting]: ...
    def entry_at(self, number: int) -> Entry: ...


class Candidate(NamedTuple):
    """A wording whose words occur in the text."""

    order: tuple[bool, int, str, int]
    entry: Entry
    wording: Wording
    compiled: template.Compiled
    kinds: Mapping[str, str]
    opening: tuple[str, ...]
    """Every match starts with one of these."""
    piece: str
    """Every match has this in it: what tells whether a template without words is worth a try."""
    literals: int = 0


_order = itemgetter(0)

_Filed = tuple[frozenset[str], tuple[frozenset[str], ...], tuple[int, int]]
"""A posting, made ready to be asked often: words that a text must have, sets of words of each of
which it must have one, and the numbers of entry and wording. No page is opened for it."""


class _Words(dict[str, tuple[_Filed, ...]]):
    """What is filed under each word, remembered since it was first asked for."""

    def __init__(self, catalog: Lookup) -> None:
        super().__init__()
        self._catalog = catalog

    def __missing__(self, word: str) -> tuple[_Filed, ...]:
        if len(self) >= MOST_WORDS:
            self.clear()
        filed = self[word] = tuple(map(_ready, self._catalog.postings(word)))
        return filed


class _Candidates(dict[tuple[int, int], Candidate]):
    """Each wording that was worth a try, compiled for good."""

    def __init__(self, catalog: Lookup) -> None:
        super().__init__()
        self._catalog = catalog

    def __missing__(self, place: tuple[int, int]) -> Candidate:
        number, which = place
        candidate = self[place] = _candidate(self._catalog.entry_at(number), which)
        return candidate


class Matcher:
    """Finds the templates of a catalogue in texts."""

    def __init__(self, catalog: Lookup) -> None:
        self._words = _Words(catalog)
        self._candidates = _Candidates(catalog)

    def candidates(self, text: str) -> list[Candidate]:
        """The wordings worth trying on a text, best first; empty when no page is among them.

        A wrapper alone proves nothing, so a text in which only wrappers could
        fit has no candidates.
        """
        found = self._with_own_words(text)
        if all(candidate.entry.role == "wrapper" for candidate in found):
            return []
        found += self._without_words(text)
        found.sort(key=_order)
        return found

    def wrappers(self, text: str) -> list[Candidate]:
        """The wrappers among the wordings worth trying, best first."""
        found = [each for each in self._with_own_words(text) if each.entry.role == "wrapper"]
        return sorted(found, key=_order)

    def _with_own_words(self, text: str) -> list[Candidate]:
        words = set(template.words(text))
        places = {
            place
            for filed in filter(None, map(self._words.__getitem__, words))
            for must, either, place in filed
            if must <= words and not (either and any(map(words.isdisjoint, either)))
        }
        return [self._candidates[place] for place in places]

    def _without_words(self, text: str) -> list[Candidate]:
        found = [self._candidates[place] for _, _, place in self._words[NO_WORD]]
        return [candidate for candidate in found if candidate.piece in text]


def _candidate(entry: Entry, which: int) -> Candidate:
    wording = entry.wordings[which]
    parsed = template.parse(wording.template)
    literals = template.literal_length(parsed)
    return Candidate(
        (entry.is_known, -literals, entry.id, which),
        entry,
        wording,
        template.Compiled(parsed),
        {slot.name: template.kind_of(slot) for slot in template.slots(parsed)},
        template.openings(parsed),
        template.longest_piece(parsed),
        literals,
    )


def _ready(posting: Posting) -> _Filed:
    single = [words for words in posting.needs if len(words) == 1]
    either = tuple(words for words in posting.needs if len(words) > 1)
    return frozenset().union(*single), either, (posting.number, posting.which)


class Place(NamedTuple):
    """Where in a text a template is tried, and where it may end."""

    text: str
    start: int
    end: int
    until: str = template.STRICT
    above: str = ""
    """Id of the wrapper directly above."""
    fewest_literals: int = 0
    fewest_of_known: int = 0
    """The same for messages of the inventory."""


def match_at(candidates: Sequence[Candidate], place: Place) -> Match | None:
    """The best template that fits the layer at a place; None when none does."""
    text, start, end, until, *_ = place
    end = min(end, start + LONGEST_LAYER)
    for candidate in candidates:
        if not text.startswith(candidate.opening, start) or not _may_stand(candidate, place):
            continue
        found = candidate.compiled.at(text, start, end, until=until)
        if found:
            return _match(candidate, found, text)
    return None


def _may_stand(candidate: Candidate, place: Place) -> bool:
    below = candidate.wording.below
    if below and below != place.above and not _is_below(place.above, below):
        return False
    is_known = candidate.order[0]
    fewest = place.fewest_of_known if is_known else place.fewest_literals
    if candidate.literals >= fewest:
        return True
    return candidate.entry.role == "wrapper" and not is_known


def _is_below(above: str, below: str) -> bool:
    """Whether a wrapper is of the system that ``below`` names as ``system/``."""
    return below.endswith("/") and above.removeprefix(KNOWN).startswith(below)


def _match(
    candidate: Candidate, found: template.Captured, text: str, line_break: str = "\n"
) -> Match:
    """``line_break`` is what a line break inside a value stands for."""
    captures: dict[str, Value] = {}
    rest: tuple[int, int] | None = None
    for name, (start, end) in found.spans.items():
        kind = candidate.kinds[name]
        if kind == "chain":
            rest = rest or (start, end)
        else:
            captures[name] = template.read_value(kind, _raw(text[start:end], line_break))
    return Match(
        candidate.entry,
        candidate.wording,
        captures,
        candidate.kinds,
        found.start,
        rest[0] if rest else found.end,
        candidate.literals,
        rest,
    )


def _raw(text: str, line_break: str) -> str:
    return text.strip().replace("\n", line_break)


# ----------------------------------------------- texts broken by a terminal


class Squashed(NamedTuple):
    """A text without its white space, and where each character stood."""

    text: str
    value: str
    places: Sequence[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span of the text that a span of the value stands for."""
        if start == end:
            return self.places[start], self.places[start]
        return self.places[start], self.places[end - 1] + 1


def squash(text: str) -> Squashed:
    """Take all white space out of a text.

    >>> squash("a b\\nc").span(1, 3)
    (2, 5)
    """
    places = tuple(index for index, char in enumerate(text) if not char.isspace())
    value = "".join(text[index] for index in places)
    return Squashed(text, value, (*places, len(text)))


def match_squashed(candidates: Iterable[Candidate], squashed: Squashed, start: int) -> Match | None:
    """Match a text in which a terminal broke lines in mid-word; ``start`` counts in its value.

    Only templates whose end is sure are tried: after a break nothing else
    says how far a free value goes on.
    """
    for candidate in candidates:
        entry = candidate.entry
        if entry.role == "wrapper" or entry.is_known or not _has_sure_end(candidate):
            continue
        found = candidate.compiled.at(squashed.value, start, squashed=True)
        if found:
            spans = {name: squashed.span(*span) for name, span in found.spans.items()}
            placed = template.Captured(*squashed.span(found.start, found.end), spans)
            return _match(candidate, placed, squashed.text, line_break="")
    return None


def _has_sure_end(candidate: Candidate) -> bool:
    last = candidate.compiled.template.elements[-1]
    return isinstance(last, template.Literal) or (
        isinstance(last, template.Slot) and candidate.kinds[last.name] in template.RIGID
    )
