"""Matching piece by piece finds what one regular expression finds."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from diagnose import catalog, template
from diagnose.template import pieces
from diagnose.template.syntax import Literal, Option, kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diagnose.template.syntax import Element

VALUES = {
    "int": ("3", "-12", "0", "77 "),
    "number": ("1.5", "2", "3e5", ".5", "1."),
    "sql_name": ("a", "a.b", '"A b".c'),
    "sql_string": ("'x'", "'it''s'"),
    "brackets": ("(a)", "()"),
    "quoted_name": ('"q"', '"a"" b"'),
    "quoted": ('"a b"', "'x'", "`c`", "''"),
    "debug": ('"a \\"b\\""', "Foo { a: 1 }", '""', '"x" y'),
    "word": ("abc", "a:b", "x=1"),
    "shell_word": ("a", "-x"),
    "list": ("a, b", ""),
    "prose": ("some words", "a: b", "", "x.", "k=v w"),
    "chain": ("inner: cause", "db error"),
    "rest": ("the rest. of it", ""),
}
BEHIND = (".", ";", " ", "  ", ": more", " key=3", ")", "')", "\n at x")
BETWEEN = ("  ", " ", "\n", "\t", "x", '"')
UNTIL = (template.STRICT, template.OPEN, template.CLOSED)


def filled(elements: Sequence[Element], rng: random.Random) -> str:
    out: list[str] = []
    for element in elements:
        if isinstance(element, Literal):
            out.append(element.text)
        elif isinstance(element, Option):
            out.append(filled(element.elements, rng) if rng.random() < 0.6 else "")
        else:
            out.append(rng.choice(element.choices or VALUES[kind_of(element)]))
    return "".join(out)


def changed(text: str, rng: random.Random) -> str:
    """The text as it is, or longer, shorter, with something in it, twice."""
    at = rng.randrange(len(text) + 1)
    return rng.choice(
        [
            *[text] * 5,
            text + rng.choice(BEHIND),
            text[:at],
            text[:at] + rng.choice(BETWEEN) + text[at:],
            f"{text} {text}",
            text[:at] + text[at + 1 :],
        ]
    )


def disagreements(source: str, text: str, start: int) -> list[str]:
    compiled = template.Compiled(template.parse(source))
    return [
        until
        for until in UNTIL
        if (found := compiled.at(text, start, until=until))
        != (expected := compiled.by_regex(text, start, until=until))
        or (found and expected and [*found.spans] != [*expected.spans])
    ]


def test_every_wording_of_the_catalogue_is_matched_the_same() -> None:
    rng = random.Random(20261201)
    fitted = 0
    for source in sorted({w.template for e in catalog.load().all_entries() for w in e.wordings}):
        text = changed(filled(template.parse(source).elements, rng), rng)
        start = rng.choice([0, 0, 4])
        text = "xx: "[:start] + text
        assert not disagreements(source, text, start), (source, text)
        fitted += template.Compiled(template.parse(source)).at(text, start) is not None
    assert fitted > 3000


@pytest.mark.parametrize(
    "source",
    [
        "{a:word}{b:word} x",
        "n {n:number}.5 {m:number}e",
        "{a:one_of(x|xy)} z",
        "a{a}b{b}b",
        "{a:debug} is {b:quoted}",
        "to {a} to {a}",
        "{a}[[: {b:chain}]]",
        "no {a} here[[ now]][[: {b}]]",
        "{a:word} {b:int}{c:rest}",
        " x {a} ",
    ],
)
def test_templates_of_all_forms_are_matched_the_same(source: str) -> None:
    rng = random.Random(1)
    for _ in range(300):
        text = changed(filled(template.parse(source).elements, rng), rng)
        assert not disagreements(source, text, 0), text


def test_few_templates_need_an_expression_of_their_own() -> None:
    sources = {w.template for e in catalog.load().all_entries() for w in e.wordings}
    without = [each for each in sources if pieces.of(template.parse(each), template.STRICT) is None]
    assert len(without) < len(sources) / 20
