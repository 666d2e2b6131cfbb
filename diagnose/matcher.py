"""Which templates fit a text: literals first, then the regex.

The precedence among the templates that fit one layer is the written one of
``patterns/README.md``: pages before the inventory, most literal characters,
then the id.
"""

from __future__ import annotations

from functools import cached_property
from operator import itemgetter

from diagnose import template
from diagnose.lean import TYPE_CHECKING, NamedTuple, Protocol
from diagnose.model import AT_ANY_LEVEL, KNOWN, NO_WORD, Match

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from diagnose.model import Entry, Posting, Value, Wording

LONGEST_LAYER = 1 << 16
"""A layer is compared up to this many characters."""
MOST_WORDS = 1 << 16
"""Words of texts of which it is remembered what is filed under them."""
MOST_SETS = 1 << 12
"""Sets of words of which it is remembered which wordings have only words among them."""


class Lookup(Protocol):
    """What a matcher asks of a catalogue."""

    def postings(self, word: str) -> list[Posting] | None: ...
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

_Filed = tuple[str, frozenset[str], tuple[frozenset[str], ...], tuple[int, int]]
"""A posting, made ready to be asked often: the rarest word that a text must have besides, all such
words, sets of words of each of which it must have one, and the numbers of entry and wording."""


class _Words(dict[str, bool]):
    """Whether templates have a word, and what is filed under it: asked once for each word."""

    def __init__(self, catalog: Lookup) -> None:
        super().__init__()
        self._catalog = catalog
        self.filed: dict[str, tuple[_Filed, ...]] = {}

    def __missing__(self, word: str) -> bool:
        if len(self) >= MOST_WORDS:
            self.clear()
        postings = self._catalog.postings(word)
        if postings:
            self.filed[word] = tuple(_ready(word, posting) for posting in postings)
        known = self[word] = postings is not None
        return known


class _Candidates(dict[tuple[int, int], Candidate]):
    """Each wording that was worth a try, compiled for good."""

    def __init__(self, catalog: Lookup) -> None:
        super().__init__()
        self._catalog = catalog

    def __missing__(self, place: tuple[int, int]) -> Candidate:
        number, which = place
        candidate = self[place] = _candidate(self._catalog.entry_at(number), which)
        return candidate


class _Allowed(NamedTuple):
    """What the words of a text allow."""

    own: Sequence[Candidate]
    """The wordings of which it has all words, best first."""
    more: Sequence[Candidate]
    """The same, with those that are known by nothing but the wrapper above them."""
    has_page: bool


class _Sets(dict[frozenset[str], _Allowed]):
    """What a set of words allows; all sets that were asked for lately."""

    def __init__(self, catalog: Lookup, words: _Words, candidates: _Candidates) -> None:
        super().__init__()
        self._words = words
        self._candidates = candidates
        postings = catalog.postings(NO_WORD) or ()
        self._wordless = [candidates[each.number, each.which] for each in postings]
        self.known_by_piece = [each for each in self._wordless if each.piece]

    def __missing__(self, words: frozenset[str]) -> _Allowed:
        if len(self) >= MOST_SETS:
            self.clear()
        filed = filter(None, map(self._words.filed.get, words))
        places = {place for each in filed for place in _fitting(each, words)}
        own = sorted((self._candidates[place] for place in places), key=_order)
        above = {each.entry.id for each in (*own, *self._wordless)}
        others = [each for each in self._wordless if not each.piece and _may_be_below(each, above)]
        more = sorted([*own, *others], key=_order) if others else own
        has_page = any(each.entry.role != "wrapper" for each in own)
        found = self[words] = _Allowed(own, more, has_page)
        return found


def _may_be_below(candidate: Candidate, wrappers: set[str]) -> bool:
    below = candidate.wording.below
    return not below or below.endswith("/") or below in wrappers


def _by_first_need(postings: Iterable[Posting]) -> dict[str, list[_Filed]]:
    """Wordings under the word, or under each of the words, that is the rarest of theirs."""
    filed: dict[str, list[_Filed]] = {}
    for posting in postings:
        rarest, *others = posting.needs
        for word in rarest:
            filed.setdefault(word, []).append(_ready(word, posting._replace(needs=tuple(others))))
    return filed


def _fitting(filed: Iterable[_Filed], words: set[str] | frozenset[str]) -> list[tuple[int, int]]:
    """The places of those wordings of which a text has all words."""
    return [
        place
        for second, must, either, place in filed
        if second in words and must <= words and not (either and any(map(words.isdisjoint, either)))
    ]


class Matcher:
    """Finds the templates of a catalogue in texts."""

    def __init__(self, catalog: Lookup) -> None:
        self._catalog = catalog
        self._words = _Words(catalog)
        self._candidates = _Candidates(catalog)
        self._quiet: dict[str, list[_Filed]] | None = None

    def candidates(self, text: str) -> Sequence[Candidate]:
        """The wordings worth trying on a text, best first; empty when no page is among them.

        A wrapper alone proves nothing, so a text in which only wrappers could
        fit has no candidates.
        """
        _, allowed, has_page = self._allowed(text)
        if not has_page:
            return ()
        more = [each for each in self._sets.known_by_piece if each.piece in text]
        return sorted([*allowed, *more], key=_order) if more else allowed

    def quiet_candidates(self, text: str) -> Sequence[Candidate]:
        """The same for a record below WARN, in which only few wordings tell of a failure."""
        if self._quiet is None:
            self._quiet = _by_first_need(self._catalog.postings(AT_ANY_LEVEL) or ())
        words = template.words(text)
        filed = [each for here in filter(None, map(self._quiet.get, words)) for each in here]
        if not filed:
            return ()
        places = {*_fitting(filed, set(words))}
        return sorted((self._candidates[place] for place in places), key=_order)

    def wrappers(self, text: str) -> Sequence[Candidate]:
        """The wrappers among the wordings worth trying, best first."""
        return [each for each in self._allowed(text).own if each.entry.role == "wrapper"]

    def _allowed(self, text: str) -> _Allowed:
        return self._sets[frozenset(filter(self._words.__getitem__, template.words(text)))]

    @cached_property
    def _sets(self) -> _Sets:
        return _Sets(self._catalog, self._words, self._candidates)


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


def _ready(word: str, posting: Posting) -> _Filed:
    single = [next(iter(words)) for words in posting.needs if len(words) == 1]
    either = tuple(words for words in posting.needs if len(words) > 1)
    second = single[0] if single else word
    return second, frozenset(single[1:]), either, (posting.number, posting.which)


def match_at(
    candidates: Iterable[Candidate],
    text: str,
    start: int,
    *,
    until: str = template.STRICT,
    above: str = "",
    fewest: tuple[int, int] = (0, 0),
) -> Match | None:
    """The best template that fits the layer at a place of a text; None when none does.

    ``until`` says where it may end, ``above`` is the id of the wrapper directly above, ``fewest``
    how many literals a page and a message of the inventory need.
    """
    end = min(len(text), start + LONGEST_LAYER)
    for candidate in candidates:
        if text.startswith(candidate.opening, start) and _may_stand(candidate, above, fewest):
            found = candidate.compiled.at(text, start, end, until=until)
            if found:
                return _match(candidate, found, text)
    return None


def _may_stand(candidate: Candidate, above: str, fewest: tuple[int, int]) -> bool:
    below = candidate.wording.below
    if below and below != above and not _is_below(above, below):
        return False
    is_known = candidate.order[0]
    if candidate.literals >= fewest[is_known]:
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
