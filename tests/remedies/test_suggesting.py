"""What was probably meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from diagnose.model import Explanation
from diagnose.remedies import did_you_mean, meant

if TYPE_CHECKING:
    from diagnose.model import Value


@pytest.mark.parametrize(
    ("word", "offered", "nearest"),
    [
        ("propertis", ["properties", "topic"], "properties"),
        ("TOPIC", ["topic", "topics"], "topic"),
        ("topic", ["topic", "topics"], None),
        ("earliest", ["latest", "topic"], None),
        ("colour", ["topic", "properties"], None),
        ("field_c", ["field_a", "field_b"], None),
        ("field", [], None),
    ],
)
def test_did_you_mean(word: str, offered: list[str], nearest: str | None) -> None:
    assert did_you_mean(word, offered) == nearest


@pytest.mark.parametrize(
    ("asked", "values", "found"),
    [
        ({}, {}, {}),
        ({"field": ["plain", "upsert"]}, {"field": "upset"}, {"meant": "upsert"}),
        ({"field": "all"}, {"field": '"upset"', "all": '["plain", "upsert"]'}, {"meant": "upsert"}),
        ({"field": "all"}, {"field": "upset", "all": "`plain` or `upsert`"}, {"meant": "upsert"}),
        ({"field": "all"}, {"field": "upset", "all": ["'plain'", "upsert"]}, {"meant": "upsert"}),
        ({"field": "all"}, {"field": "avro", "all": "plain, upsert"}, None),
        ({"field": "all"}, {"field": "avro"}, None),
        ({"field": "all"}, {"all": "avro"}, None),
    ],
)
def test_meant(
    asked: dict[str, str | list[str]], values: dict[str, Value], found: dict[str, str] | None
) -> None:
    assert meant(Explanation("", did_you_mean=asked), values) == found
