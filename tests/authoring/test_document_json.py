"""Schemas that nobody promised."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.authoring.document_json import documents
from diagnose.authoring.sections import texts

WANTED = {"message": ["no sink {}"], "solutions": ["Create it.", "Spell it."]}

SHAPES: list[Any] = [
    {"Error Message": "no sink {}", "Solutions": ["Create it.", "Spell it."]},
    {"error_message": "no sink {}", "solutions": ["Create it.", "Spell it."]},
    {"ERROR-MESSAGE": ["no sink {}"], "howToFix": ["Create it.", "Spell it."]},
    {"error": {"message": "no sink {}", "fixes": ["Create it.", "Spell it."]}},
    {"data": {"page": {"messageTemplate": "no sink {}", "fix": ["Create it.", "Spell it."]}}},
    {"message": {"template": "no sink {}"}, "solutions": {"steps": ["Create it.", "Spell it."]}},
    [{"message": "no sink {}", "solutions": [{"text": "Create it."}, {"text": "Spell it."}]}],
    {
        "sections": [
            {"title": "Error message", "body": "no sink {}"},
            {"title": "Solutions", "items": ["Create it.", "Spell it."]},
        ]
    },
]


@pytest.mark.parametrize("shape", SHAPES, ids=range(len(SHAPES)))
def test_shape(shape: Any) -> None:
    (sections,) = documents(json.dumps(shape))
    assert {name: texts(sections, name) for name in WANTED} == WANTED
    assert {section.name for section in sections} == set(WANTED)


SOURCES = {
    "src/meta/src/lib.rs:12": "location",
    "Thrown at src/meta/src/lib.rs:12": "location",
    "acme/tanks": "repository",
    "https://example.org/acme/tanks/blob/main/a.rs#L3": "permalink",
    "acme/tanks@448c657 (2026-10-02)": "byline",
    'bail!("no sink {}", name)': "code",
    "let x = 1;\nfoo::bar(x);": "code",
}


@pytest.mark.parametrize("source", SOURCES)
def test_what_a_text_called_the_source_is(source: str) -> None:
    (sections,) = documents(json.dumps({"message": "no sink {}", "source": source}))
    assert texts(sections, SOURCES[source]) == [source]


def test_facts_below_a_word_for_prose_stay_facts() -> None:
    about = {"repo": "acme/tanks", "commit": "448c657", "date": "2026-10-02", "url": "/api/1"}
    (sections,) = documents(json.dumps({"message": "no sink {}", "analysis": about}))
    names = [section.name for section in sections]
    assert names == ["message", "repository", "commit", "date", "permalink"]


def test_a_key_given_twice_keeps_both_values() -> None:
    (sections,) = documents('{"message": "a", "trigger": "x", "trigger": "y"}')
    assert texts(sections, "trigger") == ["x", "y"]


def test_lines_are_those_of_the_keys() -> None:
    (sections,) = documents('{\n"message": "a",\n\n"odd": {"deep": 1}}')
    assert [(each.title, each.line) for each in sections] == [("message", 2), ("odd / deep", 4)]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.text(max_size=4)
            | st.sampled_from(["fix", "title", "text", "before", "code", "when"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=12,
)


def leaves(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [leaf for each in value.values() for leaf in leaves(each)]
    if isinstance(value, list):
        return [leaf for each in value for leaf in leaves(each)]
    return [] if value is None else [value if isinstance(value, str) else json.dumps(value)]


@given(st.dictionaries(st.text(max_size=6), JSON, max_size=4))
def test_no_value_is_lost_whatever_the_schema(extra: dict[str, Any]) -> None:
    shape = {"error message": "no sink", **extra}
    (sections,) = documents(json.dumps(shape))
    kept = "\0".join(item for section in sections for item in (section.title, *section.items))
    for leaf in leaves(shape):
        assert leaf.replace("\r\n", "\n").strip("\n") in kept
