"""The handler and the filter for the standard library's logging."""

from __future__ import annotations

import io
import logging
import os
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from diagnose.hooks import DiagnosisFilter, DiagnosisHandler

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diagnose.model import Diagnosis

MESSAGE = "specified parallelism 6 should not exceed max parallelism 4"
PAGE = "risingwave/scale/parallelism-exceeds-max"


def fail() -> None:
    raise RuntimeError(MESSAGE)


class Said(list[str]):
    """Ids of what a handler found."""

    def __call__(self, found: Diagnosis, _record: logging.LogRecord) -> None:
        self.append(found.id)


@pytest.fixture
def logger() -> Iterator[logging.Logger]:
    own = logging.getLogger("shop.till")
    own.propagate = False
    yield own
    for handler in list(own.handlers):
        own.removeHandler(handler)
        handler.close()


def with_handler(logger: logging.Logger, said: Said, **options: object) -> DiagnosisHandler:
    handler = DiagnosisHandler(said, **options)  # type: ignore[arg-type]
    logger.addHandler(handler)
    return handler


def test_a_failing_record_is_diagnosed_in_another_thread(logger: logging.Logger) -> None:
    threads: list[int] = []
    handler = DiagnosisHandler(lambda _found, _record: threads.append(threading.get_ident()))
    logger.addHandler(handler)
    logger.error("cannot alter: %s", MESSAGE)
    handler.flush()
    assert len(threads) == 1
    assert threads[0] != threading.get_ident()


def test_the_exception_counts_more_than_the_message(logger: logging.Logger) -> None:
    said = Said()
    handler = with_handler(logger, said)
    try:
        fail()
    except RuntimeError:
        logger.exception("the nightly job broke")
    handler.flush()
    assert said == [PAGE]


def test_the_same_diagnosis_is_said_once_while_it_cools_down(logger: logging.Logger) -> None:
    said = Said()
    handler = with_handler(logger, said)
    for _ in range(5):
        logger.error(MESSAGE)
    handler.flush()
    assert said == [PAGE]


def test_without_cool_down_every_one_is_said(logger: logging.Logger) -> None:
    said = Said()
    handler = with_handler(logger, said, cooldown=0)
    for _ in range(3):
        logger.error(MESSAGE)
    handler.flush()
    assert said == [PAGE] * 3


def test_lower_levels_and_our_own_records_are_left_alone(logger: logging.Logger) -> None:
    said = Said()
    handler = with_handler(logger, said)
    logger.warning(MESSAGE)
    for name in ("diagnose", "diagnose.engine"):
        handler.handle(logging.LogRecord(name, logging.ERROR, "f", 1, MESSAGE, None, None))
    handler.flush()
    assert said == []


def test_what_the_listener_logs_is_not_diagnosed_again(logger: logging.Logger) -> None:
    said: list[str] = []

    def listener(found: Diagnosis, record: logging.LogRecord) -> None:
        said.append(found.id)
        logger.error(record.getMessage())

    handler = DiagnosisHandler(listener, cooldown=0)
    logger.addHandler(handler)
    logger.error(MESSAGE)
    handler.flush()
    assert said == [PAGE]


def test_a_full_queue_drops_and_counts_and_never_waits(logger: logging.Logger) -> None:
    opened = threading.Event()
    said = Said()

    def slow(found: Diagnosis, record: logging.LogRecord) -> None:
        opened.wait(10)
        said(found, record)

    handler = DiagnosisHandler(slow, cooldown=0, most_waiting=1)
    logger.addHandler(handler)
    for _ in range(10):
        logger.error(MESSAGE)
    opened.set()
    handler.flush()
    assert handler.dropped >= 8
    assert len(said) + handler.dropped == 10


@pytest.mark.parametrize("arguments", [("only %d",), ("%s",), (7, 8, 9)])
def test_a_record_that_cannot_be_formatted_is_counted(
    logger: logging.Logger, arguments: tuple[object, ...]
) -> None:
    handler = with_handler(logger, Said())
    handler.handle(logging.LogRecord("shop", logging.ERROR, "f", 1, "%d %d", arguments, None))
    handler.flush()
    assert handler.faults == 1


def test_a_listener_that_raises_ends_nothing(logger: logging.Logger) -> None:
    said = Said()

    def broken(found: Diagnosis, record: logging.LogRecord) -> None:
        said(found, record)
        raise OSError("the pager is on fire")

    handler = DiagnosisHandler(broken, cooldown=0)
    logger.addHandler(handler)
    logger.error(MESSAGE)
    logger.error(MESSAGE)
    handler.flush()
    assert (len(said), handler.faults) == (2, 2)


def test_without_a_listener_the_logger_diagnose_says_it(
    logger: logging.Logger, caplog: pytest.LogCaptureFixture
) -> None:
    handler = DiagnosisHandler()
    logger.addHandler(handler)
    with caplog.at_level(logging.WARNING, logger="diagnose"):
        logger.error(MESSAGE)
        handler.flush()
    (record,) = [each for each in caplog.records if each.name == "diagnose"]
    assert PAGE in record.getMessage()
    assert record.__dict__["diagnosis"].id == PAGE


EXITS = f"""
import logging, sys
from diagnose.hooks import DiagnosisHandler
logging.getLogger().addHandler(DiagnosisHandler(lambda found, record: print(found.id)))
logging.error({MESSAGE!r})
"""


def test_what_is_under_way_is_said_at_exit() -> None:
    done = subprocess.run([sys.executable, "-c", EXITS], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [PAGE]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_has_a_thread_of_its_own() -> None:
    program = (
        EXITS + "import os\nlogging.getLogger().handlers[0].flush()\n"
        "logging.getLogger().handlers[0]._cooldown._last.clear()\n"
        f"if not os.fork():\n    logging.error({MESSAGE!r})\nelse:\n    os.wait()\n"
    )
    done = subprocess.run(
        [sys.executable, "-uc", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [PAGE, PAGE]


FORMAT = "%(levelname)s %(message)s|%(diagnosis_id)s|%(diagnosis_command)s"


def test_a_formatter_can_show_what_the_filter_adds(logger: logging.Logger) -> None:
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(logging.Formatter(FORMAT))
    handler.addFilter(DiagnosisFilter())
    logger.addHandler(handler)
    logger.error("ALTER TABLE t SET PARALLELISM = 6 failed: %s", MESSAGE)
    logger.error("nothing is known of this")
    logger.warning(MESSAGE)
    first, second, third = out.getvalue().splitlines()
    assert first.split("|")[1] == PAGE
    assert second == "ERROR nothing is known of this||"
    assert third == f"WARNING {MESSAGE}||"
