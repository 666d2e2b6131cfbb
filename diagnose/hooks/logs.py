"""For the standard library's logging: a handler that says more, a filter that adds it."""

from __future__ import annotations

import logging
import weakref
from atexit import register
from typing import TYPE_CHECKING, NamedTuple

from diagnose.hooks.annotation import best_fix, sentence
from diagnose.hooks.asking import Asker
from diagnose.hooks.cooldown import Cooldown
from diagnose.hooks.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Callable

    from diagnose.engine import Engine
    from diagnose.model import Diagnosis

OWN_LOGGER = "diagnose"
"""What is said here is never diagnosed."""
COOLDOWN_SECONDS = 300.0
MOST_WAITING = 1000
FLUSH_SECONDS = 5.0


class _Job(NamedTuple):
    record: logging.LogRecord
    message: str
    error: BaseException | None


class DiagnosisHandler(logging.Handler):
    """Diagnoses the records of other loggers, in a thread of its own, and says what it found.

    ``to`` is called with each diagnosis and its record; without it, a warning is logged by the
    logger ``diagnose``, with the diagnosis as the record's ``diagnosis``. The same diagnosis is
    said once in ``cooldown`` seconds. Records for which there is no room are counted in
    ``dropped``. Nothing is raised, and the thread that logs never waits.
    """

    def __init__(
        self,
        to: Callable[[Diagnosis, logging.LogRecord], None] | None = None,
        *,
        level: int = logging.ERROR,
        engine: Engine | None = None,
        guesses: bool = False,
        redact: bool = True,
        cooldown: float = COOLDOWN_SECONDS,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        super().__init__(level)
        self._to = _log if to is None else to
        self._asker = Asker(engine, guesses=guesses, redact=redact)
        self._cooldown = Cooldown(cooldown)
        self._worker: Worker[_Job] = Worker(
            self._diagnose, most_waiting=most_waiting, name="diagnose-logging"
        )
        _flush_at_exit(self)

    @property
    def dropped(self) -> int:
        """How many records found no room."""
        return self._worker.dropped

    @property
    def faults(self) -> int:
        """How often a diagnosis, or ``to``, failed."""
        return self._worker.faults + self._asker.faults

    def emit(self, record: logging.LogRecord) -> None:
        """Take a record, unless it is one of ours."""
        if is_own(record) or self._worker.is_current():
            return
        try:
            job = _Job(record, record.getMessage(), _error_of(record))
        except Exception:  # noqa: BLE001 - arguments that do not fit the message
            self._worker.faults += 1
            return
        self._worker.put(job)

    def flush(self) -> None:
        """Wait a moment for what is under way."""
        self._worker.flush(FLUSH_SECONDS)

    def close(self) -> None:
        """Say what is still to be said, and take nothing more."""
        self._worker.close(FLUSH_SECONDS)
        super().close()

    def _diagnose(self, job: _Job) -> None:
        found = self._asker.about(job.error) or self._asker.about(job.message)
        if found and self._cooldown.passes(found.id):
            self._to(found, job.record)


class DiagnosisFilter(logging.Filter):
    """Puts the diagnosis on failing records, for formatters: it lets every record pass.

    ``record.diagnosis`` is a ``Diagnosis`` or None; ``diagnosis_id``, ``diagnosis_title``,
    ``diagnosis_cause``, ``diagnosis_fix`` and ``diagnosis_command`` are texts, "" without one.
    """

    def __init__(
        self,
        *,
        level: int = logging.ERROR,
        engine: Engine | None = None,
        guesses: bool = False,
        redact: bool = True,
    ) -> None:
        super().__init__()
        self._level = level
        self._asker = Asker(engine, guesses=guesses, redact=redact)

    def filter(self, record: logging.LogRecord) -> bool:
        """Add to the record; True."""
        found = None
        if record.levelno >= self._level and not is_own(record):
            found = self._asker.about(_error_of(record)) or self._asker.about(_message_of(record))
        fix = best_fix(found) if found else None
        record.diagnosis = found
        record.diagnosis_id = found.id if found else ""
        record.diagnosis_title = found.title if found else ""
        record.diagnosis_cause = found.cause if found else ""
        record.diagnosis_fix = fix.title if fix else ""
        record.diagnosis_command = fix.command if fix else ""
        return True


def is_own(record: logging.LogRecord) -> bool:
    """Whether a record is our own."""
    return record.name == OWN_LOGGER or record.name.startswith(f"{OWN_LOGGER}.")


def _log(found: Diagnosis, record: logging.LogRecord) -> None:
    del record
    logging.getLogger(OWN_LOGGER).warning("%s", sentence(found), extra={"diagnosis": found})


def _error_of(record: logging.LogRecord) -> BaseException | None:
    return record.exc_info[1] if record.exc_info else None


def _message_of(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except Exception:  # noqa: BLE001 - arguments that do not fit; logging itself reports them
        return ""


def _flush_at_exit(handler: DiagnosisHandler) -> None:
    """Registered after logging's own end, so called before it; the handler may go earlier."""
    held = weakref.ref(handler)

    def flush() -> None:
        handler = held()
        if handler is not None:
            handler.flush()

    register(flush)
