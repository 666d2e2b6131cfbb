"""The placeholder language: what is parsed, matched, filled, refused."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose import template
from diagnose.errors import TemplateError
from diagnose.template import CLOSED, OPEN, STRICT, Compiled, Slot, parse


def captures(source: str, text: str, until: str = STRICT) -> dict[str, object] | None:
    """What a template captures of a text, typed; None when it does not fit."""
    parsed = parse(source)
    found = Compiled(parsed).at(text, until=until)
    if found is None:
        return None
    kinds = {slot.name: template.kind_of(slot) for slot in template.slots(parsed)}
    return {
        name: template.read_value(kinds[name], text[start:end])
        for name, (start, end) in found.spans.items()
    }


MATCHES = [
    # template, text, captures
    ("job {id:int} is running", "job 17 is running", {"id": 17}),
    ("job {id:int} is running", "job  17\n is running.", {"id": 17}),
    ("ratio {r:number}", "ratio -0.5e3", {"r": -500.0}),
    ("a literal {{}} stays", "a literal {} stays", {}),
    ("an array \\[[1\\]] stays", "an array [[1]] stays", {}),
    ("slot {name:quoted} is missing", 'slot "a b" is missing', {"name": "a b"}),
    ("slot {name:quoted} is missing", "slot `a b` is missing", {"name": "a b"}),
    ("got {value:debug} here", 'got "say \\"hi\\"\\n" here', {"value": 'say "hi"\n'}),
    ("got {value:debug} here", "got Some(3) here", {"value": "Some(3)"}),
    ("table {t:sql_name} used", 'table "My ""T""".v used', {"t": '"My ""T""".v'}),
    ("value {v:sql_string} bad", "value 'it''s' bad", {"v": "it's"}),
    ("one of [{all:list}]", "one of [a, b,c]", {"all": ["a", "b", "c"]}),
    (
        "kind {k:one_of(TABLE|MATERIALIZED VIEW)} no",
        "kind MATERIALIZED VIEW no",
        {"k": "MATERIALIZED VIEW"},
    ),
    ("specified {what:one_of(|backfill )}parallelism", "specified parallelism", {"what": ""}),
    ("path {path:word}.", "path a/b.c.", {"path": "a/b.c"}),
    ("failed[[: {source:chain}]]", "failed", {}),
    ("failed[[: {source:chain}]]", "failed: no: more\nlines", {"source": "no: more lines"}),
    ("bind {expr}[[: {source:chain}]]", "bind a+b: no", {"expr": "a+b", "source": "no"}),
    ("the same {a:word} and {a:word} twice", "the same x and x twice", {"a": "x"}),
    ("the same {a:word} and {a:word} twice", "the same x and y twice", None),
    ("a {b} c {d} e", "a c c e c e", {"b": "c", "d": "e c"}),
    ("first line {a}", "first line x\nsecond line", {"a": "x"}),
    ("all of it {a:rest}", "all of it x\ny", {"a": "x y"}),
    ("only the whole layer", "only the whole layer and more", None),
    ("only the whole layer", "not only the whole layer", None),
    ("empty {a:quoted}", 'empty ""', {"a": ""}),
    ("lost[[: {why}]][[ (after {n:int} ms)]]", "lost: no reply", {"why": "no reply"}),
    (
        "lost[[: {why}]][[ (after {n:int} ms)]]",
        "lost: no reply (after 5 ms)",
        {"why": "no reply", "n": 5},
    ),
    ("lost[[: {why}]][[ (after {n:int} ms)]]", "lost (after 5 ms)", {"n": 5}),
    ("lost[[ at {a}[[ of {b}]]]][[ now]]", "lost at x y of z now", {"a": "x y", "b": "z"}),
]


@pytest.mark.parametrize(("source", "text", "expected"), MATCHES)
def test_a_template_captures_typed_values_of_a_whole_layer(
    source: str, text: str, expected: dict[str, object] | None
) -> None:
    assert captures(source, text) == expected


def test_an_open_layer_ends_before_the_next_field() -> None:
    text = 'parse failed: {x} split_id="0" offset="12"'
    assert captures("parse failed: {why}", text, OPEN) == {"why": "{x}"}
    assert captures("parse failed: {why}", text, STRICT) == {"why": '{x} split_id="0" offset="12"'}


def test_an_open_layer_keeps_an_equals_sign_of_the_template_itself() -> None:
    text = "fragment not exist: id=1007 actor_id=3"
    assert captures("fragment not exist: id={id:int}", text, OPEN) == {"id": 1007}


def test_an_enclosed_layer_ends_before_closing_brackets() -> None:
    assert captures("path {path:word}.", 'path a/0.)")', CLOSED) == {"path": "a/0"}
    assert captures("path {path:word}.", "path a/0.`).", CLOSED) == {"path": "a/0"}


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("open {", "a placeholder needs a name"),
        ("a } b", "'}' closes nothing"),
        ("{x:strange}", "unknown kind 'strange'"),
        ("{x:int", "must end in '}'"),
        ("[[ never", "never closed"),
        ("a ]] b", "closes nothing"),
        ("{x:one_of}", "one_of needs its choices"),
        ("{x:one_of(a|b}", "never closed"),
    ],
)
def test_a_malformed_template_is_refused_with_its_place(source: str, reason: str) -> None:
    with pytest.raises(TemplateError, match=re.escape(reason)) as caught:
        parse(source)
    assert 0 <= caught.value.position <= len(source)


@pytest.mark.parametrize(
    ("source", "anchors"),
    [
        ("actor {id:int} gone", ["actor", "gone"]),
        ("took {n:int}ms too long", ["took", "too", "long"]),
        ("glued{x}words count not", ["count", "not"]),
        ("in {x:quoted}quotes", ["quotes"]),
        ("optional[[ tail]]", ["optional"]),
        ("optional[[tail]]", []),
        ("ab cd", []),
        ("{code:one_of(NoLeader|Too Late)} ({x})", ["NoLeader|Late"]),
        ("{code:one_of(NoLeader|)} ({x})", []),
        ("{code:one_of(NoLeader|TooLate)}s", []),
    ],
)
def test_only_whole_words_that_every_match_has_are_anchors(source: str, anchors: list[str]) -> None:
    assert template.anchor_words(parse(source)) == [frozenset(each.split("|")) for each in anchors]


VALUES: dict[str, st.SearchStrategy[Any]] = {
    "int": st.integers(-(10**12), 10**12),
    "quoted": st.text(st.characters(exclude_characters="\"'`\n", exclude_categories=["Cs"])),
    "debug": st.text(st.characters(exclude_categories=["Cs", "Cc"])),
    "sql_string": st.text(st.characters(exclude_categories=["Cs", "Cc"])),
    "word": st.from_regex(r"[a-z/_0-9]{1,20}", fullmatch=True),
    "sql_name": st.from_regex(r"[a-z_][a-z0-9_]{0,10}(\.[a-z_]{1,5})?", fullmatch=True),
    "list": st.lists(st.from_regex(r"[a-z0-9_]{1,8}", fullmatch=True), min_size=1, max_size=4),
    "prose": st.from_regex(r"[a-z][a-z ]{0,18}[a-z]", fullmatch=True),
}


@given(st.data())
def test_filling_then_matching_gives_the_values_back(data: st.DataObject) -> None:
    kinds = data.draw(st.lists(st.sampled_from(sorted(VALUES)), min_size=1, max_size=5))
    values = {f"v{number}": data.draw(VALUES[kind]) for number, kind in enumerate(kinds)}
    source = "BEGIN " + " ~~ ".join(f"{{v{n}:{kind}}}" for n, kind in enumerate(kinds)) + " END"

    def write(slot: Slot) -> str:
        return template.write_value(slot.kind, values[slot.name])

    text = template.fill(parse(source), write).text
    assert captures(source, text) == values


def test_a_missing_value_leaves_its_name_and_an_optional_part_is_left_out() -> None:
    filled = template.fill(parse("SET a = {a};[[ -- {b}]] {c|TABLE}"), lambda _: None)
    assert filled.text == "SET a = <a>; TABLE"
    assert filled.missing == ("a",)


def test_period_before_closing_bracket_is_not_part_of_the_value() -> None:
    text = "Store(kept in a/b/0.)"
    found = Compiled(parse("kept in {path:word}")).at(text, 6, until=CLOSED)
    assert found is not None
    assert text[slice(*found.spans["path"])] == "a/b/0"


@pytest.mark.parametrize(
    ("source", "text", "fits"),
    [
        ("it failed[[: {source:chain}]]", "it failed.", True),
        ("it failed[[, try {other:prose}]]", "it failed.", True),
        ("it failed[[, try {other:prose}]]", "it failed. Or not", False),
        ("it failed[[: {source:chain}]]", "it failed. At once", False),
        ("it failed", "it failed;", True),
        ("it failed[[: {source:chain}]]", "it failed;", True),
        ("it failed", "it failed; at once", False),
    ],
)
def test_period_or_semicolon_ends_a_template_whose_tail_is_not_there(
    source: str, text: str, *, fits: bool
) -> None:
    assert (Compiled(parse(source)).at(text) is not None) is fits


def test_period_stays_in_a_value_before_a_tail_that_is_not_there() -> None:
    text = "gone: a.b."
    found = Compiled(parse("gone: {name:prose}[[ (was {before:prose})]]")).at(text)
    assert found is not None
    assert text[slice(*found.spans["name"])] == "a.b."
