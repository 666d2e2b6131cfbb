"""Chains of errors: what their renderings separate, and what only templates can."""

from __future__ import annotations

import pytest

from diagnose import chain
from diagnose.model import Layer, Section
from diagnose.text import Text

RENDERINGS = {
    "one cause": ("a failed\n\nCaused by:\n  b", ["a failed", "b"]),
    "a numbered list": (
        "a failed\n\nCaused by these errors (recent errors listed first):\n  1: b\n  2: c: d\n",
        ["a failed", "b", "c: d"],
    ),
    "an item of several lines": (
        (
            "a\n\nCaused by these errors (recent errors listed first):\n"
            "  1: b\nHINT: h\n  2: c\nin `d`"
        ),
        ["a", "b\nHINT: h", "c\nin `d`"],
    ),
    "a numbered list on one line": (
        "a Caused by these errors (recent errors listed first): 1: b 12: x 2: c",
        ["a", "b 12: x", "c"],
    ),
    "a list whose lines were joined by commas": (
        "a,Caused by these errors (recent errors listed first):,  \n1: b(c, d),  \n2: e,",
        ["a", "b(c, d)", "e"],
    ),
    "a list inside a list": (
        (
            "failed to run\nCaused by:\n  a\n"
            "  Caused by these errors (recent errors listed first):\n    1: b\n    2: c"
        ),
        ["failed to run", "a", "b", "c"],
    ),
    "anyhow's list": ("Error: a\n\nCaused by:\n    0: b\n    1: c", ["Error: a", "b", "c"]),
    "what was cut out of a list": ("  2: a: x\n  3: b", ["a: x", "b"]),
    "no list": ("2: a\nb", ["2: a\nb"]),
    "Java": ("A: a\nCaused by: B: b\nCaused by: C: c", ["A: a", "B: b", "C: c"]),
    "Python, whose cause comes first": (
        "C: c\n\nThe above exception was the direct cause of the following exception:\n\nA: a",
        ["A: a", "C: c"],
    ),
    "errors of several nodes": (
        "ended:  in worker node 3, a: b;  in worker node 4, c: d;",
        ["ended:  in worker node 3, a: b", "in worker node 4, c: d;"],
    ),
    "errors of several nodes, as older versions list them": (
        "ended: worker node 3, a; worker node 4, b;",
        ["ended: worker node 3, a", "worker node 4, b;"],
    ),
    "a node that is only spoken of": (
        "a; see worker node 4, or b",
        ["a; see worker node 4, or b"],
    ),
    "numbers that are no list": ("a 1: b 2: c", ["a 1: b 2: c"]),
}


@pytest.mark.parametrize("name", RENDERINGS)
def test_layers_are_recovered_outermost_first(name: str) -> None:
    text, expected = RENDERINGS[name]
    assert [layer.text.value for layer in chain.layers([Section(Text(text))])] == expected


def test_layers_know_where_they_stood() -> None:
    text = "a failed\n\nCaused by:\n  root"
    (_, root) = chain.layers([Section(Text(text, ((0, 100),)))])
    assert root.text.byte_at(0) == 100 + text.index("root")


def test_sections_follow_each_other_outermost_first() -> None:
    sections = [Section(Text("task failed")), Section(Text("no space"), open_end=True)]
    found = chain.layers(sections)
    assert [(layer.text.value, layer.open_end) for layer in found] == [
        ("task failed", False),
        ("no space", True),
    ]


def test_the_depth_is_bounded() -> None:
    text = "\nCaused by: again" * 1000
    assert len(chain.layers([Section(Text(text))])) == chain.DEEPEST


def tried(text: str) -> list[str]:
    """The texts at which templates are tried when none of them fits."""
    seen: list[str] = []

    def match_at(step: chain.Step) -> None:
        seen.append(step.text[step.start :])

    chain.descend(Layer(Text(text)), match_at)
    return seen


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("a: b: c", ["a: b: c", "b: c", "c"]),
        ("a => b", ["a => b", "b"]),
        ("Other(b)", ["Other(b)", "b)"]),
        ('Other("b")', ['Other("b")', '"b")', 'b")']),
        ('a: "b"', ['a: "b"', '"b"', 'b"']),
        ("a: `b`", ["a: `b`", "`b`", "b`"]),
        ("a\nb", ["a\nb", "b"]),
        # what is quoted in a text that nothing recognises may say anything
        ('user said "x: disk full" today', ['user said "x: disk full" today']),
        ('user said "x: y" today: c', ['user said "x: y" today: c', "c"]),
        ('user said "x: never closed', ['user said "x: never closed']),
    ],
)
def test_templates_are_tried_where_a_layer_may_start(text: str, starts: list[str]) -> None:
    assert tried(text) == starts


def test_the_places_tried_are_bounded() -> None:
    assert len(tried(": a" * 10_000)) == chain.MOST_STEPS
