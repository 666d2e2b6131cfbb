"""Every regular expression of a template consists of the forms that take linear time."""

from __future__ import annotations

import re
from re import _constants, _parser  # type: ignore[attr-defined]  # the parser of re itself
from typing import TYPE_CHECKING, Any

import pytest

from diagnose import template
from diagnose.template import CLOSED, OPEN, STRICT
from diagnose.template.regexes import Builder
from tests.hostile.nodes import BACKTRACKING, REPEATS, below
from tests.hostile.test_templates import forms

if TYPE_CHECKING:
    from collections.abc import Iterator

ONE = (_constants.ANY, _constants.IN, _constants.LITERAL, _constants.NOT_LITERAL)
MOST_OPEN = 4
"""The last gap, and gaps behind it that are sure to fit."""


def source_of(text: str, until: str, *, squashed: bool = False) -> str:
    return Builder(until, squashed).build(template.parse(text))


def walk(items: Any, *, closed: bool = False) -> Iterator[tuple[Any, Any, bool]]:
    """All nodes of a parsed expression, and whether each is inside an atomic group."""
    for kind, value in items:
        yield kind, value, closed
        inside = closed or kind in (_constants.ATOMIC_GROUP, _constants.POSSESSIVE_REPEAT)
        for part in below(kind, value):
            yield from walk(part, closed=inside)


def is_endless(kind: Any, value: Any) -> bool:
    return kind in REPEATS and value[1] is _constants.MAXREPEAT


def faults(source: str) -> Iterator[str]:
    """What in an expression could take more than linear time."""
    parsed = _parser.parse(source, re.DOTALL)
    opened = 0
    for kind, value, closed in walk(parsed):
        if not is_endless(kind, value):
            continue
        inner = [each for each in value[2] if each[0] is not _constants.ASSERT_NOT]
        if kind in BACKTRACKING:
            opened += not closed
            if [each[0] for each in inner] not in [[one] for one in ONE]:
                yield "what is taken back is more than one character"
        elif any(below[0] in BACKTRACKING and is_endless(*below[:2]) for below in walk(inner)):
            yield "a repetition inside a repetition is taken back"
    if opened > MOST_OPEN:
        yield f"{opened} repetitions can be taken back"


@pytest.mark.parametrize("until", [STRICT, OPEN, CLOSED])
@pytest.mark.parametrize("squashed", [False, True])
def test_every_form_consists_of_what_takes_linear_time(until: str, squashed: bool) -> None:
    found = {
        each[0]: list(faults(source_of(each[0], until, squashed=squashed)))
        for each in forms().values()
    }
    assert {source: told for source, told in found.items() if told} == {}


@pytest.mark.parametrize(
    "source", [r"(?:a+)+", r"(?:a|bc)*", r".*a.*b.*c.*d.*e", r"(?:(?:a*b)*c)*+"]
)
def test_what_takes_longer_would_be_found(source: str) -> None:
    assert list(faults(source)) != []


@pytest.mark.parametrize("until", [STRICT, OPEN, CLOSED])
def test_white_space_is_read_from_its_first_character_on(until: str) -> None:
    for each in forms().values():
        source = source_of(each[0], until)
        assert len(re.findall(r"\\s\+\+", source)) == len(re.findall(r"\(\?<!\\s\)\\s\+\+", source))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("of {a} {n:int}", r"\d++"),
        ("of {a}{n:int}", r"\d{1,64}+"),
        ("of {a}4{n:int}", r"\d{1,64}+"),
        ("of {a}[[ 4]]{n:int}", r"\d{1,64}+"),
        ("of {a}{b:one_of(x|4)}{n:int}", r"\d{1,64}+"),
        ("of {a}{b:one_of(x|y)}{n:int}", r"\d++"),
        ("of {n:int} or {n}", r"\d{1,64}+"),
        ("of {a} or {a}", r".{0,256}?"),
        ("of {a} at[[ by {b} and {c}]]", r".{0,512}?"),
        ("of {a} at[[ by{b:word}]]", r"\S{0,512}(?"),
        ("of {a} at[[ by {b:word}]]", r"\S*(?"),
    ],
)
def test_what_nothing_sets_apart_is_bounded(source: str, expected: str) -> None:
    assert expected in source_of(source, STRICT)
