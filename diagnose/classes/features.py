"""Words of a message -> features that the weights are for."""

from __future__ import annotations

from itertools import pairwise

from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from diagnose.classes.cues import Cues
    from diagnose.classes.words import Words

HARMLESS = "null"
"""In place of a class: a line that reports no failure."""
STEM = 6
SHORTEST_WITH_STEM = 5
SIZES = ((6, "short"), (12, "mid"), (25, "long"))
MOST_WORDS = 60
_FUNCTION_WORDS = """
a an the of to in on at by for from with as is are was were be been being has have had do does did
can could may might must should will would shall not no nor and or but if when while after before
until unless since because once only already still yet no longer any all one either both each than
then that this these those it its you your we i there here which what who so such too very more
less most least between within outside inside above below under over into out up down off without
during per via instead please use got given found
"""
FUNCTION = frozenset(_FUNCTION_WORDS.split())

_REFUSING_WORDS = """
not no nor never failed failure failing fail fails error errors exception must should invalid
unknown unexpected unable missing required denied refused illegal bad wrong cannot could
unsupported exceeded exceeds only without lost too mismatch need needs expected
"""
REFUSING = frozenset(_REFUSING_WORDS.split())
"""Words without which few messages are failures."""


def features_of(words: Words, concepts: Mapping[str, str], cues: Cues) -> set[str]:
    """Names of the features that a message has.

    ``=w`` a word, ``~stem``, ``a b`` two words, ``g:`` words by concept,
    ``i:`` a part of a name, ``c:class`` a cue of a class's page.
    """
    own = ("^", *words.words[:MOST_WORDS], "$")
    said = {f"={word}" for word in own}
    said.update(
        f"~{word[:STEM]}" for word in own if word[:1].isalpha() and len(word) >= SHORTEST_WITH_STEM
    )
    said.update(f"i:{part}" for part in words.inner if part.isalpha())
    said.update(f"{first} {second}" for first, second in pairwise(own))
    said.update(f"g:{each}" for each in _general(own, concepts))
    cued = cues.found(words.words[:MOST_WORDS])
    said.update(f"c:{name}" for name in cued)
    said.update(_shape(own, len(cued - {HARMLESS})))
    return said


def _general(own: Sequence[str], concepts: Mapping[str, str]) -> Iterator[str]:
    kinds = [_kind(word, concepts) for word in own]
    yield from (kind for kind in kinds if kind[:1] == "%")
    yield from map(" ".join, pairwise(kinds))
    yield from map(" ".join, zip(kinds, kinds[1:], kinds[2:], strict=False))
    yield from (f"{a} _ {b}" for a, b in zip(kinds, kinds[2:], strict=False))


def _kind(word: str, concepts: Mapping[str, str]) -> str:
    concept = concepts.get(word)
    if concept:
        return f"%{concept}"
    return word if word in FUNCTION or not word[:1].isalpha() else "*"


def _shape(own: Sequence[str], cued: int) -> Iterator[str]:
    size = len(own)
    yield "n:" + next((name for most, name in SIZES if size < most), "very")
    yield f"n:cued{min(cued, 3)}"
    refuses = not REFUSING.isdisjoint(own)
    if refuses:
        yield "n:refuses"
    if own[1].endswith("ing"):
        yield "n:doing" if refuses else "n:doing alone"
    if own[-2] == "...":
        yield "n:dots"
