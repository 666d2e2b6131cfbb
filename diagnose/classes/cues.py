"""Cues of the class pages: phrases that are looked for among the words of a message.

A cue is a row of words. ``<type>`` stands for any word of that concept and
``a|b`` for one of these; ``*`` for up to three words; ``^`` and ``$`` for the ends.
"""

from __future__ import annotations

from diagnose.classes.words import JOINED, words_of
from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Step = tuple[str, ...]
"""The words or concepts of which one must come; ``("*",)`` is a gap."""

GAP = 3


class Cues:
    """All cues of all classes, filed under the words that they start with."""

    def __init__(self, by_class: Mapping[str, Iterable[str]], concepts: Mapping[str, str]) -> None:
        self._concepts = concepts
        self._filed: dict[str, list[tuple[tuple[Step, ...], str, bool]]] = {}
        for name, cues in by_class.items():
            for cue in cues:
                steps = steps_of(cue)
                at_start = steps[0] == ("^",)
                steps = steps[1:] if at_start else steps
                for word in steps[0]:
                    self._filed.setdefault(word, []).append((steps, name, at_start))

    def found(self, words: Sequence[str]) -> set[str]:
        """The classes of which a cue stands among the words."""
        own = [*words, "$"]
        kinds = [f"<{self._concepts[word]}>" if word in self._concepts else "" for word in own]
        return {
            name
            for start, word in enumerate(own)
            for key in (word, kinds[start])
            for steps, name, at_start in self._filed.get(key, ())
            if not (at_start and start) and _fits(steps, 1, own, kinds, start + 1)
        }


def _fits(
    steps: tuple[Step, ...], step: int, words: Sequence[str], kinds: Sequence[str], at: int
) -> bool:
    while step < len(steps):
        wanted = steps[step]
        if wanted == ("*",):
            tries = range(at, min(at + GAP + 1, len(words)))
            return any(_fits(steps, step + 1, words, kinds, each) for each in tries)
        if at >= len(words) or not (words[at] in wanted or kinds[at] in wanted):
            return False
        step, at = step + 1, at + 1
    return True


def steps_of(cue: str) -> tuple[Step, ...]:
    """The steps of a cue.

    >>> steps_of("isn't <state>|ready *")
    (('is',), ('not',), ('<state>', 'ready'), ('*',))
    """
    steps: list[Step] = []
    for piece in cue.split():
        if piece in ("*", "^", "$") or "<" in piece or "|" in piece:
            steps.append(tuple(piece.split("|")))
        elif piece.isalpha() and piece not in JOINED:
            steps.append((piece,))
        else:
            steps += [(word,) for word in words_of(piece).words]
    return tuple(steps)
