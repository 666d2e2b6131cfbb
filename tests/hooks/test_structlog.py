"""The processor, in structlog itself."""

from __future__ import annotations

from typing import Any

import pytest
import structlog

from diagnose.hooks import DiagnosisProcessor

MESSAGE = "specified parallelism 6 should not exceed max parallelism 4"
PAGE = "risingwave/scale/parallelism-exceeds-max"


def fail() -> None:
    raise RuntimeError(MESSAGE)


@pytest.fixture
def captured() -> list[dict[str, Any]]:
    return []


def logger(captured: list[dict[str, Any]], *before: Any) -> Any:
    def keep(_logger: object, _method: str, event: Any) -> Any:
        captured.append(dict(event))
        raise structlog.DropEvent

    return structlog.wrap_logger(None, processors=[*before, DiagnosisProcessor(), keep])


def test_a_failing_event_is_given_flat_names(captured: list[dict[str, Any]]) -> None:
    logger(captured).error(MESSAGE, job="nightly")
    (event,) = captured
    assert event["diagnosis.id"] == PAGE
    assert event["diagnosis.captures.max_parallelism"] == "4"
    assert (event["event"], event["job"]) == (MESSAGE, "nightly")
    assert all(isinstance(event[name], str) for name in event if name.startswith("diagnosis."))


@pytest.mark.parametrize("before", [(), (structlog.processors.format_exc_info,)])
def test_the_exception_is_looked_at_as_it_is_and_formatted(
    captured: list[dict[str, Any]], before: tuple[Any, ...]
) -> None:
    try:
        fail()
    except RuntimeError:
        logger(captured, *before).exception("the nightly job broke")
    assert captured[0]["diagnosis.id"] == PAGE


@pytest.mark.parametrize("method", ["info", "warning", "debug"])
def test_other_events_stay_as_they_are(captured: list[dict[str, Any]], method: str) -> None:
    getattr(logger(captured), method)(MESSAGE)
    assert captured == [{"event": MESSAGE}]


@pytest.mark.parametrize("event", [7, b"bytes", ["list"], {"a": 1}, ""])
def test_an_event_that_is_no_text_is_left_alone(
    captured: list[dict[str, Any]], event: object
) -> None:
    logger(captured).error(event)
    assert captured == [{"event": event}]
