"""A page that is written is read back as the same entry."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from diagnose import catalog
from diagnose.authoring import page
from diagnose.model import Document, Entry, Example, Explanation, Fix, Follows, Wording

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = st.text(st.characters(codec="utf-8"), max_size=40) | st.sampled_from(
    ["'''", "a'", "''''", "\n", "\r\n", "\\", '"', "a\n'''\nb", "\x7f", "tab\there"]
)


@given(TEXTS)
def test_every_text_survives_in_each_form(text: str) -> None:
    for form in (page.basic, page.block, page.short):
        assert tomllib.loads(f"x = {form(text)}") == {"x": text}


@given(st.lists(TEXTS, max_size=4))
def test_every_list_survives(items: list[str]) -> None:
    entry = Entry("a/b", "t", (), references=tuple(items))
    assert tomllib.loads(page.write(entry)).get("references", []) == items


FULL = Entry(
    id="made/up/full",
    title='A "full" page',
    wordings=(
        Wording(
            "the job {n:int} is full",
            "1.0.0",
            "2.0.0",
            ("a.rs:1", "b.rs:2"),
            "448c657",
            at_any_level=True,
        ),
        Wording("job {n:int} full", below="made/wrapper/x"),
    ),
    follows=(
        Follows(("made/up/first", "other/"), look="the log, just before"),
        Follows(("*",), statements=False, when={"op": True}, same={"n": "job"}),
    ),
    explanations=(
        Explanation("By {op}.", (), ("ALTER {op:one_of(a|b)} {n:int}", "SET {op:word}"), ("x y",)),
        Explanation(
            "Job {n} is full.",
            (
                Fix("Edit", edit={"n": "{max|1}"}, applicability="safe"),
                Fix("Run", "it's '''", "echo {n} \\", language="shell", ask=("host",)),
            ),
            when_statement=("DROP JOB {job:sql_name}",),
        ),
        Explanation("No more."),
    ),
    class_="limit_exceeded",
    severity="warning",
    role="follower",
    system="made",
    related=("made/up/other",),
    references=("https://example.org/a",),
    document=Document("m", "t", ("s",), ("p\nq",), "b\n\n  c", "a", "v", "h", "from", ("n",)),
    examples=(
        Example("the job 3 is full", {"n": 3}, "DROP JOB x", "echo"),
        Example("job 4 full", {"n": 4, "list": ["a", "b"], "text": "t", "part": 0.5}),
    ),
    near_misses=("the job is full", "a\nb"),
    path="made/up/full.toml",
)


def test_a_full_entry_is_read_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / FULL.path
    path.parent.mkdir(parents=True)
    path.write_text(page.write(FULL, ["a comment", "two\nlines"]), encoding="utf-8")
    reading = catalog.examine(str(tmp_path))
    assert [each.entry for each in reading.pages] == [FULL]


def test_the_keys_stand_in_the_order_of_the_format() -> None:
    written = page.write(FULL)
    marks = ["id =", "class =", "related =", "[[message]]", "[[explanation]]", "[document]"]
    places = [written.index(mark) for mark in [*marks, "[[example]]", "[[near_miss]]"]]
    assert places == sorted(places)
