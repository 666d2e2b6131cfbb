"""What pages say of who follows from whom."""

from __future__ import annotations

from typing import Any

import pytest

from diagnose.model import Diagnosis, Entry, Follows, Where
from diagnose.stream.follows import Following
from diagnose.stream.moments import of_line
from diagnose.stream.runs import Run

PAGES = {
    each.id: each
    for each in (
        Entry("a/cause", "", ()),
        Entry("b/cause", "", ()),
        Entry("a/echo", "", (), role="follower", follows=(Follows(("b/",), statements=False),)),
        Entry("a/far", "", (), role="follower", follows=(Follows(("a/echo",), look="there"),)),
        Entry("a/own", "", (), role="follower"),
        Entry("b/round", "", (), follows=(Follows(("b/about",)),)),
        Entry("b/about", "", (), follows=(Follows(("b/round", "a/cause")),)),
        Entry("b/when", "", (), follows=(Follows(("a/cause",), when={"port": ["56*", "1"]}),)),
        Entry("b/same", "", (), follows=(Follows(("a/cause",), same={"peer": "pod"}),)),
    )
}


def run(page: str, following: Following, **more: Any) -> Run:
    found = diagnosis(page, **more)
    made = Run(found, of_line("a.log", 1))
    made.rules = following.held(found)
    made.names = following.names(found)
    return made


def diagnosis(page: str, **more: Any) -> Diagnosis:
    role = PAGES[page].role if page in PAGES else "cause"
    return Diagnosis(page, "", "exact", "m", Where("a.log", 1, 0, 1), role=role, **more)


STATEMENT = {"statement": "SELECT 1", "statement_origin": "field sql"}


@pytest.mark.parametrize(
    ("later", "cause", "may"),
    [
        ("a/echo", "b/cause", True),
        ("a/echo", "a/cause", False),
        ("a/far", "b/cause", True),  # what a follower follows, its followers follow too
        ("a/far", "a/cause", False),
        ("a/own", "a/cause", True),  # without a word of it: its own system
        ("a/own", "b/cause", False),
        ("a/own", "known:a/0123", True),
        ("a/cause", "b/cause", False),
        ("b/round", "a/cause", True),
        ("b/about", "b/round", True),
    ],
)
def test_who_may_follow_from_whom(later: str, cause: str, *, may: bool) -> None:
    following = Following(PAGES.get)
    assert following.may_follow(run(later, following), run(cause, following)) is may


@pytest.mark.parametrize(("later", "may"), [("a/echo", False), ("a/far", False)])
def test_what_only_a_statement_met_can_be_excluded(later: str, *, may: bool) -> None:
    following = Following(PAGES.get)
    cause = run("b/cause", following, **STATEMENT)
    assert following.may_follow(run(later, following), cause) is may


@pytest.mark.parametrize(("port", "may"), [("5690", True), ("1", True), ("9092", False)])
def test_a_rule_may_ask_for_values(port: str, *, may: bool) -> None:
    following = Following(PAGES.get)
    later = run("b/when", following, context={"port": port})
    assert following.may_follow(later, run("a/cause", following)) is may
    assert following.is_free(later) is not may


def test_values_are_named_as_the_other_page_names_them() -> None:
    following = Following(PAGES.get)
    assert run("b/same", following, captures={"peer": 7}).names == {("pod", "7")}
    assert ("pod", "7") in run("a/cause", following, context={"pod": "7"}).marks


def test_where_to_look() -> None:
    following = Following(PAGES.get)
    assert following.look(run("a/far", following)) == "there"
    assert following.look(run("a/own", following)) == ""


def test_without_pages_nothing_follows_but_followers() -> None:
    following = Following(lambda _: None)
    assert following.is_free(run("b/round", following))
    assert following.may_follow(run("a/echo", following), run("a/cause", following))
