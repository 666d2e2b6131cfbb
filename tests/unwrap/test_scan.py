import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.text import Text
from diagnose.unwrap import _scan as scan

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text(), VALUES, max_size=5), st.sampled_from([None, 2]))
def test_members_are_those_of_json(value: dict[str, object], indent: int | None) -> None:
    raw = json.dumps(value, indent=indent)
    found = scan.members(raw)
    assert found is not None
    again = {json.loads(f'"{x.name}"'): json.loads(raw[x.start : x.end]) for x in found}
    assert again == json.loads(raw)


@pytest.mark.parametrize("raw", ["", "x", "[]", '{"a"}', '{"a": }', '{"a": "b', '{"a": {"b": 1}'])
def test_what_is_no_object_has_no_members(raw: str) -> None:
    assert scan.members(raw) is None


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("{}", 2),
        ('{"}"}', 5),
        ("{a: [b, (c)], d} tail", 16),
        ("{", -1),
        ('{"', -1),
    ],
)
def test_closing_bracket(raw: str, expected: int) -> None:
    assert scan.close_of(raw, 0) == expected


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("a=1 b=2", {"a": "1", "b": "2"}),
        ("msg a=1, b=x y z", {"a": "1", "b": "x y z"}),
        ('a="b=1 \\" c=2" d=3', {"a": 'b=1 " c=2', "d": "3"}),
        ("x==1 (c=2) url?q=1", {}),
        ("otel.name=Actor 7 n#1=2", {"otel.name": "Actor 7", "n#1": "2"}),
        ("a=", {"a": ""}),
    ],
)
def test_fields(raw: str, expected: dict[str, str]) -> None:
    found = {span.name: scan.plain(Text(raw), span) for span in scan.fields(raw)}
    assert found == expected


def test_objects_of_an_array() -> None:
    raw = '[{"a": [{"b": 1}]}, 2, {"c": "}{"}]'
    starts = scan.objects(raw, 0, len(raw))
    assert [raw[at : scan.close_of(raw, at)] for at in starts] == [
        '{"a": [{"b": 1}]}',
        '{"c": "}{"}',
    ]
