"""explain, list, search, check, import, --version."""

from __future__ import annotations

import json
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from diagnose import catalog
from diagnose._version import CATALOG_VERSION, __version__
from diagnose.cli import main
from diagnose.cli.searching import nearest, ranked
from diagnose.model import Entry, Explanation, Fix, Wording

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

PAGE = """
id = "shop/{slug}"
title = "{title}"
class = "range_validation"
related = [{related}]
references = ["https://example.org/{slug}"]

[[message]]
text = '''{text}'''
since = "1.0"
until = "2.0"
raised_at = ["src/hall.c:7"]
commit = "abc1234"

[[explanation]]
when_statement = '''ALTER HALL {{hall:sql_name}} SET LANES = {{n:int}}'''
cause = '''{{hall}} has {{lanes}} lanes; {{n}} is above it.'''
[[explanation.fix]]
title = "Ask for {{lanes}}"
edit = {{ n = "{{lanes}}" }}
applicability = "safe"

[[explanation]]
cause = '''There are {{lanes}} lanes.'''
[[explanation.fix]]
title = "Look who holds them"
text = '''It only reads.'''
command = '''SELECT holder FROM lanes WHERE n <= {{lanes}};'''
language = "sql"
applicability = "safe"
[[explanation.fix]]
title = "Build a wider hall"
text = '''The old one is lost.'''
command = '''DROP HALL old;'''
language = "sql"
applicability = "unsafe"

[document]
meaning = '''Lanes are what visitors walk on.'''
situations = ['''A narrow hall.''', '''A wide wish.''']
before = '''ALTER HALL a SET LANES = 99;'''
provenance = '''Read in the source.'''

[[example]]
text = '''{example}'''
captures = {{ n = 32, lanes = 12 }}

[[near_miss]]
text = '''{example} more'''
"""


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    directory = tmp_path / "pages"
    for slug, title, words in (
        ("too-wide", "More lanes than there are", "asked for {n:int} lanes of {lanes:int}"),
        ("too-many", "More guests than seats", "invited {n:int} guests for {lanes:int} seats"),
    ):
        example = words.replace("{n:int}", "32").replace("{lanes:int}", "12")
        related = '"shop/too-many"' if slug == "too-wide" else ""
        (directory / "shop").mkdir(parents=True, exist_ok=True)
        page = PAGE.format(slug=slug, title=title, text=words, example=example, related=related)
        (directory / "shop" / f"{slug}.toml").write_text(page)
    (directory / "renamed.toml").write_text('"shop/wide" = "shop/too-wide"\n')

    def load(paths: Sequence[str] = ()) -> catalog.Catalog:
        assert tuple(paths) == ()
        return catalog.from_directory(str(directory))

    monkeypatch.setattr(catalog, "load", load)

    def call(*arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        out, err = capfd.readouterr()
        return status, out, err

    return call


def test_list(run: Callable[..., tuple[int, str, str]]) -> None:
    status, out, err = run("list")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "shop/too-many  More guests than seats",
        "shop/too-wide  More lanes than there are",
    ]


def test_list_as_data(run: Callable[..., tuple[int, str, str]]) -> None:
    lines = run("list", "--format", "ndjson")[1].splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["shop/too-many", "shop/too-wide"]
    assert [each["title"] for each in json.loads(run("list", "--format", "json")[1])] == [
        "More guests than seats",
        "More lanes than there are",
    ]
    assert run("--format", "markdown", "list")[1].startswith("- `shop/too-many` More guests")


def test_explain_shows_the_whole_page(run: Callable[..., tuple[int, str, str]]) -> None:
    status, out, _ = run("explain", "shop/too-wide")
    assert status == 0
    for part in (
        "More lanes than there are",
        "asked for <n> lanes of <lanes> (1.0 to 2.0; raised at",
        "Cause when the statement is ALTER HALL <hall> SET LANES = <n>",
        "<hall> has <lanes> lanes; <n> is above it.",
        "In the failing statement, change <n> to <lanes>.",
        "Cause otherwise",
        "\nSELECT holder FROM lanes WHERE n <= <lanes>;\n",
        "Build a wider hall [changes things: read first]",
        "Lanes are what visitors walk on.",
        "- A narrow hall.",
        "ALTER HALL a SET LANES = 99;",
        "- shop/too-many",
        "https://example.org/too-wide",
    ):
        assert part in out


def test_explain_in_other_formats(run: Callable[..., tuple[int, str, str]]) -> None:
    assert "## Cause otherwise" in run("explain", "shop/too-wide", "--format", "markdown")[1]
    page = json.loads(run("explain", "shop/too-wide", "--format", "json")[1])
    assert page["wordings"][0]["raised_at"] == ["src/hall.c:7"]
    assert page["explanations"][0]["fixes"][0]["edit"] == {"n": "{lanes}"}
    assert page["class"] == "range_validation"
    both = json.loads(run("explain", "shop/too-wide", "shop/too-many", "--format", "json")[1])
    assert [each["id"] for each in both] == ["shop/too-wide", "shop/too-many"]


def test_a_renamed_page_is_found(run: Callable[..., tuple[int, str, str]]) -> None:
    status, out, _ = run("explain", "shop/wide")
    assert status == 0
    assert "shop/too-wide" in out


UNKNOWN = {
    "shop/to-wide": "error: no page 'shop/to-wide'; did you mean shop/too-wide?\n",
    "too-wide": "error: no page 'too-wide'; did you mean shop/too-wide?\n",
    "qqqq": "error: no page 'qqqq'; diagnose list names all pages\n",
}


@pytest.mark.parametrize("word", UNKNOWN)
def test_an_unknown_page(run: Callable[..., tuple[int, str, str]], word: str) -> None:
    assert run("explain", word) == (2, "", UNKNOWN[word])


def test_search(run: Callable[..., tuple[int, str, str]]) -> None:
    assert run("search", "LANES")[1].splitlines()[0].startswith("shop/too-wide")
    assert run("search", "guests", "seats") == (0, "shop/too-many  More guests than seats\n", "")
    assert run("search", "qqqq") == (1, "", "")


def test_version(run: Callable[..., tuple[int, str, str]]) -> None:
    assert run("--version") == (0, f"diagnose {__version__} (catalogue {CATALOG_VERSION})\n", "")


def test_faults_of_pages_are_all_named(
    run: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    for name in ("a", "b"):
        (tmp_path / "pages" / "shop" / f"{name}.toml").write_text("nonsense = 1\n")
    status, out, err = run("list")
    assert (status, out) == (2, "")
    for name in ("a", "b"):
        assert f"shop/{name}.toml:" in err
    assert all(line.startswith("error: ") for line in err.splitlines())


def test_check_and_import_are_called(
    run: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[object, ...]] = []

    def double(*given: Any) -> int:
        *arguments, out, err = given
        calls.append(tuple(arguments))
        out("a fault")
        err("in \x1b short")
        return 1

    for name in ("check", "importer"):
        module = ModuleType(f"diagnose.authoring.{name}")
        module.run = double  # type: ignore[attr-defined]  # a double
        monkeypatch.setitem(sys.modules, module.__name__, module)
    assert run("check", "dir") == (1, "a fault\n", "in \\x1b short\n")
    assert run("check")[0] == 1
    assert run("import", "page.txt", "-o", "out", "more.json")[0] == 1
    assert run("import", "page.txt")[0] == 1
    assert calls == [
        (["dir"],),
        ([],),
        (["page.txt", "more.json"], "out"),
        (["page.txt"], None),
    ]


def entry(slug: str, **more: object) -> Entry:
    return Entry(f"x/{slug}", slug, ())._replace(**more)  # type: ignore[arg-type]  # names of fields


def test_the_title_weighs_more_than_the_cause() -> None:
    in_title = entry("b", title="about lanes")
    in_wording = entry("c", wordings=(Wording("no lanes"),))
    in_cause = entry("a", explanations=(Explanation("lanes", (Fix("t"),)),))
    nowhere = entry("d")
    assert ranked("Lanes", [nowhere, in_cause, in_wording, in_title]) == [
        in_title,
        in_wording,
        in_cause,
    ]


def test_all_words_are_better_than_some() -> None:
    both, one = entry("a", explanations=(Explanation("big lanes"),)), entry("b", title="lanes")
    assert ranked("big lanes", [one, both]) == [both]
    assert ranked("lanes qqqq", [one, both]) == [one, both]


def test_the_nearest_ids() -> None:
    ids = ["a/backfill-too-wide", "a/too-wide", "b/other"]
    assert nearest("a/too-wid", ids)[0] == "a/too-wide"
    assert nearest("", ids) == []
