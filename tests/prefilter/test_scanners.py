"""Both scanners find what a search for every run in every line finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose import template
from diagnose.engine.marking import marked_lines
from diagnose.prefilter import Needles, collect, stands_in
from diagnose.prefilter.plain import PlainScanner

if TYPE_CHECKING:
    from diagnose.engine.marking import Scanner

SOURCES = (
    "no such job {id:int} in the catalog",
    "shared buffer is at its limit",
    "memory used up",
    "{why:one_of(the disk is full|no space left on device)}: {path}",
)
NEEDLES = collect(map(template.parse, SOURCES), ["shop"])


def scanners() -> list[Scanner]:
    vector = pytest.importorskip("diagnose.prefilter.vector")
    return [PlainScanner(NEEDLES), vector.VectorScanner(NEEDLES)]


def plain_search(needles: Needles, data: bytes) -> set[int]:
    """Where the lines start that hold all runs of a wording."""
    found: set[int] = set()
    place = 0
    for line in data.splitlines(keepends=True):
        text = line.decode("latin-1")
        if any(stands_in(wording.groups, text) for wording in needles.wordings):
            found.add(place)
        place += len(line)
    return found


PIECES = st.sampled_from(
    [
        *("no such job 3 in the catalog", "no such job", " in the catalog", "memory used up"),
        *("shared buffer is at its limit", "the disk is full", "no space left on device"),
        *("x", "\n", "\n\n", '{"msg":"', "\\n", " ", "shared buffer is", "caf\u00e9 "),
    ]
)


@given(st.lists(PIECES, max_size=30), st.integers(0, 7))
def test_wordings_are_found_wherever_they_stand(pieces: list[str], shift: int) -> None:
    data = ("." * shift + "".join(pieces) + "\n").encode()
    for scanner in scanners():
        sure = {at for at, is_sure in marked_lines(scanner, data, 0).items() if is_sure}
        assert sure == plain_search(NEEDLES, data)


@given(st.lists(PIECES, max_size=30), st.integers(0, 7))
def test_words_that_are_chosen_for_an_input_find_the_same(pieces: list[str], shift: int) -> None:
    choosing = pytest.importorskip("diagnose.prefilter.choosing")
    vector = pytest.importorskip("diagnose.prefilter.vector")
    data = ("." * shift + "".join(pieces) + "\n").encode()
    scanner = vector.VectorScanner(NEEDLES, choosing.Counted(data * 20))
    sure = {at for at, is_sure in marked_lines(scanner, data, 0).items() if is_sure}
    assert sure == plain_search(NEEDLES, data)


@pytest.mark.parametrize(
    "word", ["ERROR", "error", "Exception", "err=", "crit", "panicked", "FATAL"]
)
@pytest.mark.parametrize("before", ["", "x ", "abc ", '{"m":"\\n', "\\u001b", "#011", "%0A"])
def test_words_of_failures_are_found_at_every_place(word: str, before: str) -> None:
    for scanner in scanners():
        for shift in range(8):
            data = ("-" * shift + before + word + " x\n").encode()
            marked = marked_lines(scanner, data, 0)
            assert marked == {0: False}


@pytest.mark.parametrize("text", ["terrible", "scrutinise", "interference"])
def test_parts_of_other_words_are_not_marked(text: str) -> None:
    for scanner in scanners():
        assert marked_lines(scanner, f"the {text} thing\n".encode(), 0) == {}


@pytest.mark.parametrize(
    "line",
    [
        "2024-05-20T16:28:22.4Z stdout P half of",
        '{"MESSAGE":"x","PRIORITY":"3"}',
        '{"MESSAGE":"x","PRIORITY" : "2"}',
        "shop version 1.2.3",
        "image: shop:v1.2.3",
        "SHOP-1.2.3",
    ],
)
def test_marks_are_found(line: str) -> None:
    for scanner in scanners():
        for shift in range(8):
            assert marked_lines(scanner, f"{'.' * shift}\n{line}\n".encode(), 0) == {
                shift + 1: True
            }


def test_priorities_of_failures_are_found() -> None:
    data = b"<30>1 a\n<27>1 b\n<14>c\n<8>d\n"
    for scanner in scanners():
        assert marked_lines(scanner, data, 0) == {8: True, data.index(b"<8>"): True}


def test_codes_inside_of_a_needle_do_not_hide_it() -> None:
    data = (
        b"one\nno such \x1b[31mjob\x1b[0m 3 in the catalog\nno such[0m job in the catalog\n\xff\n"
    )
    for scanner in scanners():
        marked = marked_lines(scanner, data, 0)
        assert marked == {4: True, data.index(b"no such[0m"): True}


def test_only_lines_from_the_start_on_are_marked() -> None:
    line = b"no such job 3 in the catalog\n"
    for scanner in scanners():
        assert marked_lines(scanner, line * 3, 2 * len(line)) == {2 * len(line): True}


@given(st.binary(max_size=300))
def test_any_bytes_can_be_searched(data: bytes) -> None:
    plain, vector = scanners()
    assert marked_lines(plain, data, 0) == marked_lines(vector, data, 0)


def test_settling_changes_windows_and_nothing_else() -> None:
    choosing = pytest.importorskip("diagnose.prefilter.choosing")
    settling = pytest.importorskip("diagnose.prefilter.settling")
    vector = pytest.importorskip("diagnose.prefilter.vector")
    number = next(at for at, each in enumerate(NEEDLES.wordings) if len(each.groups) > 1)
    (window,) = NEEDLES.wordings[number].windows
    sample = f"x{window}y\n".encode() * 1000
    counted = choosing.Counted(sample)
    settled = settling.settled(NEEDLES, counted)
    assert [each.groups for each in settled.wordings] == [each.groups for each in NEEDLES.wordings]
    assert all(
        any(window in run for group in each.groups for run in group)
        for each in settled.wordings
        for window in each.windows
    )
    assert settled.wordings[number].windows != (window,)
    data = sample + b"no such job 3 in the catalog\n"
    found = marked_lines(vector.VectorScanner(settled, counted), data, 0)
    assert set(found) == plain_search(settled, data)


@pytest.mark.parametrize("text", ["streaming error", "in streaming mode", "memory used up"])
def test_words_that_an_input_is_full_of_are_left_for_others(text: str) -> None:
    choosing = pytest.importorskip("diagnose.prefilter.choosing")
    vector = pytest.importorskip("diagnose.prefilter.vector")
    needles = collect([template.parse(text)])
    ordinary = b"the streaming job goes on in memory that is used: streaming\n" * 100
    scanner = vector.VectorScanner(needles, choosing.Counted(ordinary))
    for shift in range(8):
        data = ordinary + b"." * shift + text.encode() + b"\n"
        marked = marked_lines(scanner, data, 0)
        assert [at for at, is_sure in marked.items() if is_sure] == [len(ordinary)]
