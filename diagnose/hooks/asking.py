"""Asking an engine from inside a program that is failing: nothing is ever raised."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from diagnose.engine import Engine, Options, shared
from diagnose.lean import complete
from diagnose.render.redacting import redacted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diagnose.model import Diagnosis


LONGEST_KEPT = 4096
MOST_KEPT = 512
"""An alert comes again and again: the answers to so many texts of so many characters are kept."""


class Asker:
    """Asks about texts and exceptions; a fault of the engine is counted, not raised.

    ``engine`` is the shared one unless given; ``guesses`` says whether near misses and failure
    classes are answers too; ``redact`` whether secrets are masked in them.

    >>> Asker().about("all is well") is None
    True
    """

    def __init__(
        self, engine: Engine | None = None, *, guesses: bool = False, redact: bool = True
    ) -> None:
        self._engine = engine
        self._redact = redact
        self._guesses = guesses
        self._kept: dict[str, Diagnosis | None] = {}
        self.faults = 0

    def about(self, failed: str | bytes | BaseException | None) -> Diagnosis | None:
        """The root cause, or None where nothing is recognised."""
        if not failed:
            return None
        if not isinstance(failed, str) or len(failed) > LONGEST_KEPT:
            return self._ask(failed)
        try:
            return self._kept[failed]
        except KeyError:
            return self._keep(failed)

    def _keep(self, failed: str) -> Diagnosis | None:
        """Ask, and keep the answer; a fault is none."""
        before = self.faults
        found = self._ask(failed)
        if self.faults == before:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[failed] = found
        return found

    def _ask(self, failed: str | bytes | BaseException) -> Diagnosis | None:
        try:
            found = self._engine.diagnose(failed) if self._engine else _own(failed, self._guesses)
            wanted = (each for each in found if self._guesses or not each.is_guess)
            chosen = next(map(complete, wanted), None)
            return redacted(chosen) if chosen and self._redact else chosen
        except Exception:  # noqa: BLE001 - a hook must not bring its program down
            self.faults += 1
            return None

    def about_chain(self, texts: Sequence[str]) -> Diagnosis | None:
        """The same for the messages of a chain of errors, outermost first."""
        return self.about(_as_exception(texts))


def _own(failed: str | bytes | BaseException, guesses: bool) -> list[Diagnosis]:
    return (shared() if guesses else _sure()).diagnose(failed)


@cache
def _sure() -> Engine:
    """The shared engine's catalogue, where guesses are not even looked for."""
    return Engine(shared().catalog, Options(guesses=False))


class _Said(Exception):  # noqa: N818 - it stands for an exception of another program
    """An exception of which only the text is there."""


def _as_exception(texts: Sequence[str]) -> BaseException | None:
    error: BaseException | None = None
    for text in reversed(texts):
        outer = _Said(text)
        outer.__cause__ = error
        error = outer
    return error
