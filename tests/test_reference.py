"""The fast way gives what a slow and obvious one gives.

The reference tries every wording of the whole catalogue at every place of every layer, in the
written order of precedence: no index, no word, no opening, no line seen at once. It has the
envelopes and the chain in common with the engine, and nothing of the matcher.

Every ``STEP``-th page is tried; ``REFERENCE_STEP=1`` tries all of them.
"""

from __future__ import annotations

import os
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagnose import catalog, matcher, template
from diagnose.engine import Engine, Options, bare, core
from diagnose.model import KNOWN, Match

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from diagnose.model import Diagnosis, Entry, Posting, Value, Wording

PATTERNS = Path(__file__).parents[1] / "patterns"
STEP = int(os.environ.get("REFERENCE_STEP", "9"))
CASES = Path(__file__).parent / "cases"
STAMP = "2024-06-12T15:54:00.713464343Z"


class Row(NamedTuple):
    """A wording, and what decides whether it may be the answer."""

    order: tuple[bool, int, str, int]
    entry: Entry
    wording: Wording
    compiled: template.Compiled
    kinds: dict[str, str]

    @property
    def literals(self) -> int:
        return -self.order[1]


def row(entry: Entry, which: int) -> Row:
    wording = entry.wordings[which]
    parsed = template.parse(wording.template)
    kinds = {slot.name: template.kind_of(slot) for slot in template.slots(parsed)}
    order = (entry.id.startswith(KNOWN), -template.literal_length(parsed), entry.id, which)
    return Row(order, entry, wording, template.Compiled(parsed), kinds)


class Reference:
    """Has no idea of a text: all wordings are worth a try."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.rows = sorted(
            (row(entry, which) for entry in entries for which in range(len(entry.wordings))),
            key=lambda each: each.order,
        )

    def candidates(self, text: str) -> Sequence[Row]:
        del text
        return self.rows

    def quiet_candidates(self, text: str) -> Sequence[Row]:
        del text
        return [each for each in self.rows if each.wording.at_any_level]

    def wrappers(self, text: str) -> Sequence[Row]:
        del text
        return [each for each in self.rows if each.entry.role == "wrapper"]


def may_stand(each: Row, above: str, fewest: tuple[int, int]) -> bool:
    """The rules of ``below``, and of what stands behind text that nothing recognises."""
    below = each.wording.below
    if below.endswith("/"):
        if not above.removeprefix(KNOWN).startswith(below):
            return False
    elif below not in ("", above):
        return False
    of_pages, of_known = fewest
    if each.entry.is_known:
        return each.literals >= of_known
    return each.literals >= of_pages or each.entry.role == "wrapper"


def first_that_fits(
    rows: Iterable[Row],
    text: str,
    start: int,
    *,
    until: str = template.STRICT,
    above: str = "",
    fewest: tuple[int, int] = (0, 0),
) -> Match | None:
    end = min(len(text), start + matcher.LONGEST_LAYER)
    for each in rows:
        found = each.compiled.at(text, start, end, until=until)
        if found and may_stand(each, above, fewest):
            return as_match(each, found, text)
    return None


def as_match(each: Row, found: template.Captured, text: str) -> Match:
    errors = [span for name, span in found.spans.items() if each.kinds[name] == "chain"]
    captures: dict[str, Value] = {
        name: template.read_value(each.kinds[name], text[slice(*span)].strip())
        for name, span in found.spans.items()
        if each.kinds[name] != "chain"
    }
    rest = errors[0] if errors else None
    end = rest[0] if rest else found.end
    return Match(
        each.entry, each.wording, captures, each.kinds, found.start, end, each.literals, rest
    )


@cache
def pages() -> catalog.Catalog:
    return catalog.load()


@cache
def entries() -> tuple[Entry, ...]:
    """All pages, and every so many of the inventory's messages: they are ten to a page."""
    known = [each for each in every_entry() if each.is_known]
    return (*pages().entries(), *known[:: max(STEP // 2, 1)])


def page(entry_id: str) -> Entry:
    entry = pages().entry(entry_id)
    assert entry is not None
    return entry


def every_entry() -> Iterator[Entry]:
    return map(pages().entry_at, range(len(pages()._source)))


@cache
def reference() -> Reference:
    return Reference(entries())


class Few:
    """The catalogue of just those entries, looked up as ever."""

    def __init__(self) -> None:
        from diagnose.catalog import index

        self._entries = entries()
        self._index = index.build(self._entries)

    def postings(self, word: str) -> list[Posting] | None:
        return self._index.get(word)

    def entry_at(self, number: int) -> Entry:
        return self._entries[number]


@cache
def engines() -> tuple[Engine, Engine]:
    """The one with everything that makes it fast, and the one with the reference."""
    made = [Engine(pages(), Options(guesses=False), budget_ms=0) for _ in range(2)]
    made[0]._matcher = matcher.Matcher(Few())
    made[1]._matcher = reference()  # type: ignore[assignment]  # it answers the same questions
    return made[0], made[1]


def said(found: Iterable[Diagnosis]) -> list[dict[str, object]]:
    return [each.to_dict() for each in found]


def slowly(text: str, statement: str = "") -> list[dict[str, object]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matcher, "match_at", first_that_fits)
        patch.setattr(bare, "recognised", lambda *_: None)
        patch.setattr(core, "is_quiet", lambda _: False)
        return said(engines()[1].diagnose(text, statement=statement))


def compare(text: str, statement: str = "") -> None:
    found = said(engines()[0].diagnose(text, statement=statement))
    assert found == slowly(text, statement)


def in_tracing(text: str, level: str = "ERROR") -> str:
    return f'{STAMP}  {level} handle_query{{mode="simple"}}: shop::session: {text}'


NOT_PAGES = ("wrappers", "renamed")
TRIED = [
    path.relative_to(PATTERNS).with_suffix("").as_posix()
    for path in sorted(PATTERNS.rglob("*.toml"))
    if path.stem not in NOT_PAGES and path.parent.name != "classes"
][::STEP]


@pytest.mark.parametrize("entry_id", TRIED)
def test_examples_and_near_misses(entry_id: str) -> None:
    entry = page(entry_id)
    for example in entry.examples:
        compare(example.text, example.statement)
    compare(in_tracing(entry.examples[0].text))
    compare(in_tracing(entry.examples[0].text, "INFO"))
    for near_miss in entry.near_misses:
        compare(near_miss)


REPORTS = sorted((CASES / "reports").glob("*.toml"))[::STEP]


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: path.stem)
def test_public_reports(path: Path) -> None:
    compare(tomllib.loads(path.read_text())["raw"])


def test_harmless_lines() -> None:
    for line in (CASES / "harmless.txt").read_text().splitlines()[::STEP]:
        compare(line)


@cache
def texts() -> list[str]:
    said = [each.text for name in TRIED for each in page(name).examples]
    return [text for text in said if len(text) < 300]


BETWEEN = st.sampled_from(
    [
        ": ",
        "; ",
        " (",
        "\n",
        "\nCaused by: ",
        ' "',
        "",
        " failed: ",
        ": ERROR:  ",
        " é ",
        ".",
        " at ",
    ]
)


@settings(max_examples=60)
@given(st.data())
def test_texts_put_together(data: st.DataObject) -> None:
    pieces = data.draw(st.lists(st.sampled_from(texts()), min_size=1, max_size=3))
    text = pieces[0]
    for piece in pieces[1:]:
        text += data.draw(BETWEEN) + piece
    start = data.draw(st.sampled_from([0, 0, 0, 1, 5]))
    end = data.draw(st.sampled_from([len(text), len(text), len(text) - 1, len(text) // 2]))
    way = data.draw(st.sampled_from(["{}", "ERROR:  {}", in_tracing("{}")]))
    compare(way.replace("{}", text[start:end]))


def test_the_reference_is_slow_and_finds_pages() -> None:
    """The two columns differ in how, and what they agree on is not nothing."""
    assert len(reference().rows) > len(TRIED) * STEP
    assert not hasattr(reference(), "_words")
    found = [slowly(page(name).examples[0].text) for name in TRIED[:20]]
    assert sum(bool(each) for each in found) > 15
