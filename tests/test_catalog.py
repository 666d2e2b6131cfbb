"""Pages: read, validated, laid over each other, compiled."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import pytest

from diagnose import catalog
from diagnose.catalog import compiled, index
from diagnose.catalog.lines import line_numbers
from diagnose.errors import CatalogError, PageFaultsError

if TYPE_CHECKING:
    from pathlib import Path

PAGE = """\
id = "shop/till/drawer-stuck"
title = "The drawer of till {till} is stuck"
class = "invalid_state"

[[message]]
text = '''drawer of till {till:int} does not open'''
since = "1.0"

[[explanation]]
cause = '''The spring of till {till} is worn out.'''
[[explanation.fix]]
title = "Pull"
applicability = "safe"

[[example]]
text = '''drawer of till 7 does not open'''
captures = { till = 7 }

[[near_miss]]
text = '''drawer of till 7 does not close'''
"""

WRAPPER = """\
[[wrapper]]
id = "shop/w"
text = "till failed[[: {s:chain}]]"
example = "till failed"
"""


def write_page(directory: Path, text: str, path: str = "shop/till/drawer-stuck.toml") -> Path:
    file = directory / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(textwrap.dedent(text))
    return file


def test_a_page_becomes_an_entry(tmp_path: Path) -> None:
    write_page(tmp_path, PAGE)
    entry = catalog.from_directory(str(tmp_path)).entry("shop/till/drawer-stuck")
    assert entry is not None
    assert entry.wordings[0].since == "1.0"
    assert entry.explanations[0].fixes[0].applicability == "safe"
    assert entry.examples[0].captures == {"till": 7}
    assert entry.system == "shop"


FAULTS = [
    # what is replaced, by what, the line, the reason
    ('title = "The', 'titel = "The', 2, "unknown key 'titel'"),
    ("since =", "sinse =", 7, "unknown key 'sinse'"),
    ('since = "1.0"', "since = 1.0", 7, "'since' must be of type str"),
    ('id = "shop/till/drawer-stuck"', 'id = "shop/other"', 1, "id must be the page's path"),
    ("{till:int}", "{till:itn}", 6, "unknown kind 'itn'"),
    ("of till {till} is worn", "of {shop} is worn", 10, "{shop} is not captured"),
    ('"safe"', '"sure"', 13, "applicability must be one of"),
    (
        "[[near_miss]]\ntext = '''drawer of till 7 does not close'''",
        "",
        1,
        "'near_miss' is missing",
    ),
    ("[[message]]", "[[message]", 5, "not readable"),
    ("cause =", "when_statement = '... OPEN {x:int}'\ncause =", 10, "start and at the end"),
    ("cause =", "when_statement = 'OPEN ... {x:int}'\ncause =", 10, "start and at the end"),
    ("cause =", "when_statement = '... {x} OPEN ...'\ncause =", 10, "behind ... stands"),
    ("cause =", "when = { tull = 'x' }\ncause =", 10, "'tull' is captured by no message"),
    ("cause =", "when = { till = 3 }\ncause =", 10, "'till' must be a text"),
    ("cause =", "did_you_mean = { tull = ['till'] }\ncause =", 10, "'tull' is not captured"),
    ("cause =", "did_you_mean = { till = 'tills' }\ncause =", 10, "'tills' is not captured"),
    ("drawer of till {till:int} does not open", "it {till:int}", 6, "prove nothing"),
    ("does not open", "does not {a}{b} open", 6, "{a} captures nothing"),
    ("does not open", "does not {a}[[ by {b}]] open", 6, "{a} captures nothing"),
    ("does not open", "does not open[[ by {b}]] today", 6, "{b} captures nothing"),
    ("does not open", "does not open" + "[[ by hand]]" * 7, 6, "combine in 128 ways"),
    ("does not open", "does not open" + "{x:one_of(|a|ab)}" * 4, 6, "combine in 81 ways"),
    ("does not open", "does not open" + " at all" * 2000, 6, "no more than 8192 are allowed"),
    ("does not open", "does not open" + "[[ a" * 9 + "]]" * 9, 6, "too many '[['"),
    (
        "does not open",
        "of {a} does not[[ open {b} today[[ by {c} or so]]]]",
        6,
        "{c} is searched for wherever {b} may end, and that wherever {a} may",
    ),
    ("cause =", "when_chain = 'it" + "[[ fell]]" * 7 + "'\ncause =", 10, "combine in 128 ways"),
]


@pytest.mark.parametrize(("old", "new", "line", "reason"), FAULTS)
def test_a_fault_is_told_with_its_file_and_line(
    tmp_path: Path, old: str, new: str, line: int, reason: str
) -> None:
    assert old in PAGE
    file = write_page(tmp_path, PAGE.replace(old, new, 1))
    faults = catalog.examine(str(tmp_path)).faults
    found = [fault for fault in faults if reason in fault.reason]
    assert [(fault.path, fault.line) for fault in found] == [(str(file), line)]


@pytest.mark.parametrize(
    ("source", "reason"),
    [("no {x", "a placeholder must end"), ("gone" + "[[ a]]" * 7, "combine in 128 ways")],
)
def test_a_message_of_an_inventory_is_refused_with_its_line(
    tmp_path: Path, source: str, reason: str
) -> None:
    rows = ["versions\t1.0", "src/a.rs", *(f"\t3\tbail\t1.0..\t-\t-\t{t}" for t in ("a b", source))]
    file = write_page(tmp_path, "\n".join(rows), "shop/inventory.tsv")
    (fault,) = catalog.examine(str(tmp_path)).faults
    assert (fault.path, fault.line) == (str(file), 4)
    assert reason in fault.reason


def test_all_faults_of_all_pages_are_told_at_once(tmp_path: Path) -> None:
    write_page(tmp_path, PAGE.replace("since", "sinse").replace('"safe"', "3"))
    write_page(tmp_path, "id = [", "shop/b.toml")
    with pytest.raises(PageFaultsError) as caught:
        catalog.from_directory(str(tmp_path))
    assert len(caught.value.faults) == 3


def test_a_missing_directory_is_an_error_and_not_an_empty_catalogue(tmp_path: Path) -> None:
    with pytest.raises(CatalogError, match="No such file"):
        catalog.from_directory(str(tmp_path / "none"))


def test_lines_are_found_of_tables_inside_tables() -> None:
    places = line_numbers(
        "a = 1\n[[e]]\n[[e.f]]\nt = 1\n[[e.f]]\n[[e]]\nc = '''\n[[e]]\n'''\n[[e.f]]\nt = 2\n"
    )
    assert places["e.0.f.0.t"] == 4
    assert places["e.0.f.1"] == 5
    assert places["e.1"] == 6
    assert places["e.1.f.0.t"] == 11


def test_a_later_directory_wins_and_it_is_said(tmp_path: Path) -> None:
    write_page(tmp_path / "one", PAGE)
    write_page(tmp_path / "two", PAGE.replace("worn out", "rusty"))
    readings = [(name, catalog.examine(str(tmp_path / name))) for name in ("one", "two")]
    merged = catalog.of_readings(readings)
    entry = merged.entry("shop/till/drawer-stuck")
    assert entry is not None
    assert "rusty" in entry.explanations[0].cause
    assert merged.notices == ("shop/till/drawer-stuck: two overrides one",)


def test_a_renamed_page_is_found_by_its_old_id(tmp_path: Path) -> None:
    write_page(tmp_path, PAGE)
    (tmp_path / "renamed.toml").write_text('"shop/old" = "shop/till/drawer-stuck"\n')
    entry = catalog.from_directory(str(tmp_path)).entry("shop/old")
    assert entry is not None
    assert entry.id == "shop/till/drawer-stuck"


def test_the_compiled_catalogue_gives_what_the_pages_give(tmp_path: Path) -> None:
    write_page(tmp_path, PAGE)
    write_page(tmp_path, WRAPPER, "shop/wrappers.toml")
    source = catalog.from_directory(str(tmp_path))
    read = compiled.CompiledCatalog(catalog.compile_directory(str(tmp_path)), "test")
    assert [read.entry_at(number) for number in range(len(read))] == list(source.entries())
    for word in ("drawer", "till", "failed", "absent", ""):
        assert read.postings(word) == source.postings(word)
    assert read.number_of("shop/w") is not None
    assert read.number_of("shop/none") is None


def test_a_file_that_is_no_compiled_catalogue_is_refused() -> None:
    with pytest.raises(CatalogError, match="not a compiled catalogue"):
        compiled.CompiledCatalog(b"something else", "some.bin")


def test_a_wording_is_filed_under_its_rarest_word(tmp_path: Path) -> None:
    write_page(tmp_path, PAGE)
    other = PAGE.replace("drawer-stuck", "drawer-lost").replace("does not open", "was lost")
    write_page(tmp_path, other, "shop/till/drawer-lost.toml")
    built = index.build(list(catalog.from_directory(str(tmp_path)).entries()))
    assert {word for word, filed in built.items() if filed} == {"lost", "does"}
    assert "drawer" in built
