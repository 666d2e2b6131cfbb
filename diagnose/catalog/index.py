"""Which templates can fit a text that contains a given word.

Each wording is filed under one word that all its matches contain, the rarest
one over the whole catalogue, or under a few of which they contain one, beside
the other words that they contain. A text asks for each of its words and gets
the few wordings that are worth a regex, without opening their pages.
"""

from __future__ import annotations

from collections import Counter

from diagnose import template
from diagnose.catalog import known
from diagnose.lean import TYPE_CHECKING
from diagnose.model import AT_ANY_LEVEL, NO_WORD, Posting

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from diagnose.catalog.known import Known
    from diagnose.model import Entry, Wording


def build(entries: Sequence[Entry], messages: Sequence[Known] = ()) -> dict[str, list[Posting]]:
    """File every wording under its rarest word (then the longest, then by alphabet).

    Words under which nothing is filed are there, too: some wording has them.

    Known messages are numbered behind the entries.
    """
    anchors = [
        ((number, which), _anchors(wording))
        for number, entry in enumerate(entries)
        for which, wording in enumerate(entry.wordings)
    ]
    anchors += [
        ((number, 0), [frozenset({word}) for word in known.words(each.template)])
        for number, each in enumerate(messages, len(entries))
    ]
    frequency = Counter(word for _, found in anchors for word in frozenset().union(*found))
    index: dict[str, list[Posting]] = {word: [] for word in sorted(frequency)}
    for place, found in anchors:
        words = _rarest_first(found, frequency)
        rarest, *others = words or [frozenset({NO_WORD})]
        for word in sorted(rarest):
            index.setdefault(word, []).append(Posting(*place, tuple(others)))
        number, which = place
        if words and number < len(entries) and entries[number].wordings[which].at_any_level:
            index.setdefault(AT_ANY_LEVEL, []).append(Posting(*place, tuple(words)))
    return index


def _anchors(wording: Wording) -> list[frozenset[str]]:
    return template.anchor_words(template.parse(wording.template))


def _rarest_first(found: Iterable[frozenset[str]], frequency: Counter[str]) -> list[frozenset[str]]:
    def how_common(words: frozenset[str]) -> tuple[int, int, list[str]]:
        return sum(frequency[word] for word in words), -min(map(len, words)), sorted(words)

    return sorted(set(found), key=how_common)
