"""No template of the catalogue is slow on any line, and each is made of forms that cannot be."""

from __future__ import annotations

from collections import defaultdict
from functools import cache, partial
from itertools import islice
from zlib import crc32

import pytest

from diagnose import catalog, template
from diagnose.template import CLOSED, OPEN, STRICT, Compiled
from tests.hostile.lines import hostile
from tests.hostile.work import MOST, times_as_long

ENDS = (STRICT, OPEN, CLOSED)
LAYER, LINE = 1 << 16, 1 << 20
"""What a template is tried on, and the longest line."""


@cache
def templates() -> tuple[str, ...]:
    """All wordings: of pages, of wrappers, of inventories."""
    entries = catalog.load().all_entries()
    found = {wording.template: None for entry in entries for wording in entry.wordings}
    return (*found, *PECULIAR)


PECULIAR = (
    # forms that no page has
    "of {a}{n:int} went wrong",
    "of {a}.{b:sql_name} went wrong",
    "of {a}{s:sql_string}",
    "of {a}'{s:sql_string}",
    "of {a}{n:number}{m:number}.",
    "of {a}0{n:int}.",
    "of {a}{q:quoted}",
    "of {a}{q:quoted_name}{r:quoted_name}",
    "of {a}{b:brackets}{c:brackets} went wrong",
    "of {a} and {b} and {a} went wrong",
    "of {a:sql_name} and {b} and {a} went wrong",
    "of {a} went{b:one_of(|)|))}",
    "of {a}[[ at {b} in {c}]]",
    "of {a} went[[ at {b:word},]]",
    "of {a} went[[,id={b:word}]]",
    "of {a} went[[ by {b}]][[ in {c}]][[ at {d}]]",
    "of {a}[[.]][[)]]",
    "{a}: {b}",
    "{a}[[: {b:chain}]]",
    "{a:list} is {b:debug} or {c:shell_word}[[, {d:rest}]]",
)


def form(source: str) -> str:
    """What a template is made of: two of one form are compiled to the same but for their texts."""
    return "".join(map(_form, template.parse(source).elements))


def _form(element: template.Element) -> str:
    if isinstance(element, template.Literal):
        return "L"
    if isinstance(element, template.Option):
        return f"[{''.join(map(_form, element.elements))}]"
    return f"{{{template.kind_of(element)}}}"


@cache
def forms() -> dict[str, list[str]]:
    """The templates of each form."""
    found: dict[str, list[str]] = defaultdict(list)
    for source in templates():
        found[form(source)].append(source)
    return dict(found)


def tried(source: str, count: int, size: int) -> list[str]:
    """What takes too long of ``count`` of the lines that are hard on a template."""
    compiled, slow = Compiled(template.parse(source)), []
    lines = list(hostile(source))
    step = max(1, len(lines) // count)
    for number, line in enumerate(lines[crc32(source.encode()) % step :: step]):
        until, text = ENDS[number % len(ENDS)], line.text(size)
        match = compiled.at if number % 2 else compiled.by_regex
        found = times_as_long(partial(match, text, until=until), size)
        if found > MOST:
            slow.append(f"{found:.0f} times, {until}: {source!r} on {line!r}")
    return slow


# The whole of it, each template on each of its lines, is benchmarks/hostile.py.


@pytest.mark.parametrize("number", range(8))
def test_no_form_is_slow_on_a_layer(number: int) -> None:
    sources = islice(forms().values(), number, None, 8)
    assert [slow for each in sources for slow in tried(each[0], 8, LAYER)] == []


@pytest.mark.parametrize("number", range(8))
def test_no_template_is_slow_on_a_layer(number: int) -> None:
    sources = islice(templates(), number, None, 8)
    assert [slow for each in sources for slow in tried(each, 1, LAYER)] == []


def test_no_form_is_slow_on_the_longest_line() -> None:
    sources = (each[-1] for each in islice(forms().values(), 0, None, 4))
    assert [slow for each in sources for slow in tried(each, 1, LINE)] == []


@pytest.mark.parametrize("source", PECULIAR)
def test_no_form_that_could_be_written_is_slow(source: str) -> None:
    assert list(template.refusals(template.parse(source))) == []
    assert tried(source, 100, LAYER // 4) == []
