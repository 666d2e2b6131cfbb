"""A message -> its layers, and the templates tried on each of them."""

from __future__ import annotations

from functools import cache

from diagnose import chain
from diagnose.engine import Engine
from diagnose.engine.links import links_of
from diagnose.model import Record
from diagnose.text import Text
from diagnose.unwrap import peel
from tests.fuzz import seeds as known
from tests.fuzz.invariants import check_spans

LONGEST = 4096


def seeds() -> list[bytes]:
    return [*known.framed(), *known.reports()]


@cache
def engine() -> Engine:
    return Engine(budget_ms=0)


def check(data: bytes) -> None:
    data = data[:LONGEST]
    message = peel(Record(Text.decode(data)))
    layers = chain.layers(message.sections)
    assert [layer.depth for layer in layers] == list(range(len(layers)))
    assert len(layers) <= chain.DEEPEST
    for layer in layers:
        check_spans(layer.text, data)
        assert layer.text.value == layer.text.value.strip()
    links = links_of(message, engine()._matcher)
    for index, link in enumerate(links):
        assert 0 <= link.start < link.end <= len(link.within.value)
        check_spans(chain.message_text(links, index), data)
    assert all(chain.texts(links))
    root = chain.root(links)
    assert root is None or links[root].match is not None
