"""Which templates fit a text, and which of them wins."""

from __future__ import annotations

import pytest

from diagnose import matcher
from diagnose.catalog import index
from diagnose.model import Entry, Posting, Wording


class Pages:
    """A catalogue of templates: id -> template, and which ids are wrappers."""

    def __init__(self, templates: dict[str, str], wrappers: tuple[str, ...] = ()) -> None:
        self._entries = [
            Entry(name, name, (Wording(text),), role="wrapper" if name in wrappers else "cause")
            for name, text in templates.items()
        ]
        self._index = index.build(self._entries)
        self.opened: list[int] = []

    def postings(self, word: str) -> list[Posting] | None:
        return self._index.get(word)

    def entry_at(self, number: int) -> Entry:
        self.opened.append(number)
        return self._entries[number]


def best(pages: Pages, text: str, start: int = 0) -> tuple[str, dict[str, object]] | None:
    candidates = matcher.Matcher(pages).candidates(text)
    found = matcher.match_at(candidates, text, start)
    return (found.entry.id, dict(found.captures)) if found else None


def test_the_template_with_most_literal_characters_wins_whatever_the_order() -> None:
    general, special = "cannot open {what}", "cannot open drawer {n:int}"
    for templates in (
        {"a/general": general, "b/special": special},
        {"b/special": special, "a/general": general},
    ):
        assert best(Pages(templates), "cannot open drawer 3") == ("b/special", {"n": 3})
        assert best(Pages(templates), "cannot open the till") == (
            "a/general",
            {"what": "the till"},
        )


def test_equal_literals_are_settled_by_the_id() -> None:
    pages = Pages({"b": "cannot open {x}", "a": "cannot open {y}"})
    assert best(pages, "cannot open it") == ("a", {"y": "it"})


def test_a_template_starts_where_it_is_tried() -> None:
    pages = Pages({"a": "cannot open {x}"})
    assert best(pages, "shop: cannot open it") is None
    assert best(pages, "shop: cannot open it", start=6) == ("a", {"x": "it"})


def test_a_text_in_which_only_wrappers_fit_has_no_candidates() -> None:
    pages = Pages({"a": "cannot open {x}", "w": "till failed[[: {s:chain}]]"}, wrappers=("w",))
    assert matcher.Matcher(pages).candidates("till failed: no idea") == ()
    assert len(matcher.Matcher(pages).candidates("till failed: cannot open it")) == 2


def test_a_page_is_opened_only_for_a_text_with_all_its_words() -> None:
    pages = Pages({"a": "cannot open {x}", "b": "drawer {n:int} of {y} is {z:one_of(stuck|lost)}"})
    assert matcher.Matcher(pages).candidates("open, drawer") == ()
    assert pages.opened == []
    matcher.Matcher(pages).candidates("the drawer is lost; cannot close")
    assert pages.opened == [1]


def test_a_template_below_a_wrapper_needs_it_directly_above() -> None:
    entry = Entry("a", "a", (Wording("is full {n:int}", below="w/till"),))
    pages = Pages({})
    pages._entries = [entry]
    pages._index = index.build([entry])
    candidates = matcher.Matcher(pages).candidates("is full 3")
    assert matcher.match_at(candidates, "is full 3", 0) is None
    assert matcher.match_at(candidates, "is full 3", 0, above="w/till") is not None


@pytest.mark.parametrize(
    ("text", "captured"),
    [
        ("tables {1, 2} hold ta\nble_id 7 twice", {"all": "{1, 2}", "n": 7}),
        ("tables {1, 2} ho\nld table_id 12\n3 twice", {"all": "{1, 2}", "n": 123}),
    ],
)
def test_a_message_broken_in_mid_word_is_found(text: str, captured: dict[str, object]) -> None:
    pages = Pages({"a": "tables {all} hold table_id {n:int} twice"})
    candidates = matcher.Matcher(pages).candidates(text.replace("\n", ""))
    found = matcher.match_squashed(candidates, matcher.squash(text), 0)
    assert found is not None
    assert found.captures == captured
    assert text[found.start : found.end] == text


def test_a_broken_message_that_ends_in_free_text_is_not_guessed() -> None:
    pages = Pages({"a": "cannot open {what}"})
    text = "cannot op\nen it\nnext line"
    candidates = matcher.Matcher(pages).candidates(text.replace("\n", ""))
    assert matcher.match_squashed(candidates, matcher.squash(text), 0) is None
