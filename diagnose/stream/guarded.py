"""A session that a fault does not bring down: the input goes on."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from diagnose.model import Diagnosis
    from diagnose.stream.events import Session


class Guarded:
    """Passes everything on to a session; an exception becomes one call of ``report``.

    Only for faults of the program: a session raises nothing on purpose.
    """

    def __init__(self, session: Session, report: Callable[[Exception], None]) -> None:
        self._session = session
        self._report = report

    @property
    def warnings(self) -> list[str]:
        """What the session has to say; whoever prints empties it."""
        return self._session.warnings

    def feed(self, block: bytes) -> list[Diagnosis]:
        return self._guard(lambda: self._session.feed(block))

    def idle(self) -> list[Diagnosis]:
        return self._guard(self._session.idle)

    def close(self) -> list[Diagnosis]:
        return self._guard(self._session.close)

    def _guard(self, call: Callable[[], list[Diagnosis]]) -> list[Diagnosis]:
        try:
            return call()
        except Exception as error:  # noqa: BLE001 - one record must not lose the rest of the input
            self._report(error)
            return []
