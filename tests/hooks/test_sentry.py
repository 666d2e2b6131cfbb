"""``before_send``, in Sentry's SDK with a transport that keeps the events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import sentry_sdk
from hypothesis import given
from hypothesis import strategies as st
from sentry_sdk.transport import Transport

from diagnose.hooks import BeforeSend, before_send
from diagnose.hooks.sentry import exception_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

MESSAGE = "specified parallelism 6 should not exceed max parallelism 4"
PAGE = "risingwave/scale/parallelism-exceeds-max"


def fail() -> None:
    raise ValueError(MESSAGE)


class Kept(Transport):
    """Sends nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[Any] = []

    def capture_envelope(self, envelope: Any) -> None:
        self.events += [item.payload.json for item in envelope.items if item.type == "event"]


@pytest.fixture
def kept() -> Iterator[Kept]:
    transport = Kept()
    sentry_sdk.init(
        dsn="http://key@127.0.0.1:9/1",
        transport=transport,
        before_send=before_send,
        default_integrations=False,
        auto_session_tracking=False,
    )
    yield transport
    sentry_sdk.init()


def test_an_exception_with_its_causes(kept: Kept) -> None:
    try:
        try:
            fail()
        except ValueError as error:
            raise RuntimeError("the nightly job broke") from error
    except RuntimeError:
        sentry_sdk.capture_exception()
    (event,) = kept.events
    assert event["tags"]["diagnosis"] == PAGE
    assert event["contexts"]["diagnosis"]["captures.max_parallelism"] == "4"
    assert event["fingerprint"] == ["diagnosis", PAGE]


def test_a_message(kept: Kept) -> None:
    sentry_sdk.capture_message(f"ERROR: {MESSAGE}")
    assert kept.events[0]["tags"]["diagnosis"] == PAGE


def test_an_event_that_nothing_is_known_of_stays_as_it_is(kept: Kept) -> None:
    sentry_sdk.capture_message("the shop is closed")
    (event,) = kept.events
    assert "diagnosis" not in event.get("contexts", {})
    assert "fingerprint" not in event


TEXTS: dict[str, dict[str, Any]] = {
    "exception": {"exception": {"values": [{"type": "E", "value": MESSAGE}, {"value": "outer"}]}},
    "exceptions as a list": {"exception": [{"value": MESSAGE}]},
    "log entry, formatted": {"logentry": {"message": "%s", "formatted": f"oh: {MESSAGE}"}},
    "log entry": {"logentry": {"message": MESSAGE}},
    "message": {"message": MESSAGE},
    "message as an object": {"message": {"formatted": MESSAGE}},
}


@pytest.mark.parametrize("place", TEXTS)
def test_every_place_where_an_event_carries_text(place: str) -> None:
    assert before_send(dict(TEXTS[place]), {})["tags"]["diagnosis"] == PAGE


def test_the_chain_is_read_from_the_outermost_to_the_root() -> None:
    values = [{"value": "root"}, {"value": "middle"}, {"value": "outermost"}]
    assert exception_texts({"exception": {"values": values}}) == ["outermost", "middle", "root"]


def test_what_the_event_says_itself_stays() -> None:
    event = {"message": MESSAGE, "fingerprint": ["own"], "tags": {"diagnosis": "mine", "a": "b"}}
    sent = before_send(event, {})
    assert sent["fingerprint"] == ["own"]
    assert sent["tags"] == {"diagnosis": "mine", "diagnosis.match": "exact", "a": "b"}


def test_an_own_before_send_has_the_last_word() -> None:
    drop = BeforeSend(then=lambda _event, _hint: None)
    assert drop({"message": MESSAGE}, {}) is None


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
KEYS = ("exception", "logentry", "message", "tags", "contexts", "fingerprint", "values")


@given(st.dictionaries(st.sampled_from(KEYS), anything) | anything)
def test_no_event_brings_it_down(event: Any) -> None:
    assert before_send(event, {}) is event
