"""Faults of pages, each with its line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from diagnose import catalog
from diagnose.authoring import check

if TYPE_CHECKING:
    from pathlib import Path

SOUND = """\
id = "made/tank/overfull"
title = "The tank is overfull"
class = "range_validation"
references = ["https://example.org/tanks"]

[[message]]
text = '''tank {tank:word} holds {n:int} litres above its maximum {maximum:int}'''

[[explanation]]
when_statement = '''ALTER TANK {tank:sql_name} SET LEVEL {n:int} {tail:rest}'''
cause = '''{tank} was built for {maximum} and the statement asked for more.'''
[[explanation.fix]]
title = "Lower the level"
edit = { n = "{maximum}" }
applicability = "safe"

[[explanation]]
cause = '''Somebody opened the inlet while the outlet was shut.'''
[[explanation.fix]]
title = "Look at it"
command = '''SELECT level FROM tanks WHERE level > {maximum};'''
language = "sql"
applicability = "safe"

[[example]]
text = '''tank north holds 12 litres above its maximum 10'''
captures = { tank = "north", n = 12, maximum = 10 }
statement = '''alter tank north set level 12;'''
command = '''alter tank north set level 10;'''

[[near_miss]]
text = '''tank north holds 12 litres below its maximum 10'''
"""

OTHER = (
    SOUND.replace("made/tank/overfull", "made/tank/other")
    .replace("above its maximum", "under its minimum")
    .replace("{maximum", "{minimum")
    .replace("maximum = 10", "minimum = 10")
    .replace("below its maximum", "below its level")
)


def faults(tmp_path: Path, page: str, **others: str) -> list[str]:
    """What is said of the page ``overfull``; paths as from the directory of pages."""
    folder = tmp_path / "made" / "tank"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "overfull.toml").write_text(page)
    for name, text in others.items():
        (folder / f"{name}.toml").write_text(text)
    out: list[str] = []
    err: list[str] = []
    status = check.run([str(tmp_path)], out.append, err.append)
    assert status == (1 if out else 0), err
    return [line.removeprefix(f"{tmp_path}{os.sep}") for line in out]


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of a test are not laid over the project's own: it takes long to read those."""
    monkeypatch.setattr(check, "_built_in", lambda _: [])


def test_a_sound_page_has_no_fault(tmp_path: Path) -> None:
    assert faults(tmp_path, SOUND, other=OTHER) == []


BROKEN = [
    # what is replaced, by what, line, reason
    ('class = "range_validation"', 'class = "wet"', 3, "unknown class 'wet'"),
    ("https://example", "http://example", 4, "'http://example.org/tanks' is no https:// address"),
    ("references", 'related = ["made/x"]\nreferences', 4, "no page has the id 'made/x'"),
    (
        "references",
        'related = ["made/tank/overfull"]\nreferences',
        4,
        "a page is not related to itself",
    ),
    ("tank is", "tank of {owner} is", 2, "{owner} is not captured by every message of the page"),
    (
        "Somebody opened the inlet while the outlet was shut.",
        "The tank is above it.",
        18,
        "adds nothing",
    ),
    ("SELECT level FROM tanks", "DELETE FROM tanks", 21, "a command with DELETE is not safe"),
    (
        "SELECT level FROM tanks",
        "ALTER SYSTEM SET x",
        21,
        "a command with ALTER SYSTEM is not safe",
    ),
    ("SELECT level FROM tanks", "DROP TABLE t CASCADE --", 21, "a command with DROP is not safe"),
    ("level > {maximum}", "level > {depth}", 21, "{depth} is not captured by every message"),
    ("> {maximum}", "> {maximum:prose}", 21, "{maximum} cannot be written in sql here"),
    (
        """{maximum};'''
language = "sql"
applicability = "safe"
""",
        """{depth};'''
language = "sql"
applicability = "display-only"
ask = ["depth"]
""",
        24,
        "{depth} is asked for: give it a kind",
    ),
    ("n = 12, max", "n = 13, max", 27, "'n' is captured as 12"),
    ("n = 12, max", "depth = 1, max", 27, "the page captures no 'depth'"),
    ('{ tank = "north", n = 12, maximum = 10 }', "{}", 27, "say what is captured"),
    ("holds 12 litres above", "has 12 litres above", 26, "the page matches it not"),
    ("set level 10", "set level 11", 29, "the first command is 'alter tank north set level 10;'"),
    ("litres below", "litres above", 32, "the page matches it"),
    ("12;'''\n", "13;'''\n", 10, "no example has a statement that fits it"),
]


FOLLOWS = """[[follows]]
pages = [{pages}]
{more}
[[message]]"""


@pytest.mark.parametrize(
    ("pages", "more", "reason"),
    [
        ('"*"', "", "only a follower may follow from any page"),
        ('"made/tank/overfull"', "", "a page does not follow from itself"),
        ('"made/pump/"', "", "no page or area has the id 'made/pump/'"),
        ('"known:unmade/"', "", "no page or area has the id 'known:unmade/'"),
        ('"made/tank/gone"', "", "no page or area has the id 'made/tank/gone'"),
        ('"made/tank/"', 'statements = "no"', "'statements' must be of type bool"),
        ('"made/tank/"', "until = 1", "unknown key 'until' here"),
        ("", "", "'pages' is missing"),
    ],
)
def test_what_a_page_follows_from_must_be_there(
    tmp_path: Path, pages: str, more: str, reason: str
) -> None:
    table = FOLLOWS.format(pages=pages, more=more)
    said = faults(tmp_path, SOUND.replace("[[message]]", table, 1), other=OTHER)
    assert any(reason in each for each in said), said


@pytest.mark.parametrize(
    "pages", ['"made/tank/other"', '"made/", "known:made/"', '"made/tank/", "made/tank/other"']
)
def test_a_page_may_follow_from_pages_and_areas(tmp_path: Path, pages: str) -> None:
    table = FOLLOWS.format(pages=pages, more="same = { n = 'n' }")
    assert faults(tmp_path, SOUND.replace("[[message]]", table, 1), other=OTHER) == []


@pytest.mark.parametrize(("old", "new", "line", "reason"), BROKEN)
def test_each_fault_is_told_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, reason: str
) -> None:
    assert old in SOUND
    said = faults(tmp_path, SOUND.replace(old, new, 1), other=OTHER)
    mine = [each for each in said if each.startswith(f"made/tank/overfull.toml:{line}: ")]
    assert any(reason in each for each in mine), said


def test_all_faults_of_all_pages_are_told_at_once(tmp_path: Path) -> None:
    wrong = SOUND.replace("https", "http").replace("n = 12, ", "n = 13, ")
    said = faults(tmp_path, wrong, other=OTHER.replace("range_validation", "wet"), bad="id = ")
    places = [each.split(": ")[0] for each in said]
    assert places == [
        "made/tank/bad.toml:1",
        "made/tank/other.toml:3",
        "made/tank/overfull.toml:4",
        "made/tank/overfull.toml:27",
    ]


def test_two_pages_that_only_their_ids_tell_apart_are_a_fault(tmp_path: Path) -> None:
    twin = (
        SOUND.replace("overfull", "twin")
        .replace("{tank:", "{vessel:")
        .replace("tank =", "vessel =")
    )
    twin = twin.replace("{tank} was", "{vessel} was").replace(
        "ALTER TANK {tank", "ALTER TANK {vessel"
    )
    said = faults(tmp_path, SOUND, twin=twin)
    witness = "tank north holds 12 litres above its maximum 10"
    fits = f"fits it as well, with as many literal characters: {witness!r}"
    assert f"made/tank/overfull.toml:26: made/tank/twin {fits}" in said
    assert "made/tank/twin.toml:26: it is diagnosed as made/tank/overfull" in said


def test_a_page_whose_example_another_page_takes_is_a_fault(tmp_path: Path) -> None:
    closer = SOUND.replace("overfull", "closer").replace("tank {tank:word}", "tank north")
    closer = closer.replace('tank = "north", ', "").replace("{tank} was", "North was")
    said = faults(tmp_path, SOUND, closer=closer)
    assert "made/tank/overfull.toml:26: it is diagnosed as made/tank/closer" in said


def test_renamed_ids_lead_to_pages(tmp_path: Path) -> None:
    (tmp_path / "renamed.toml").write_text(
        '"made/old" = "made/tank/overfull"\n"made/older" = "made/gone"\n'
        '"made/tank/other" = "made/tank/overfull"\n'
    )
    said = faults(tmp_path, SOUND, other=OTHER)
    assert said == [
        "renamed.toml:2: 'made/older' is renamed to 'made/gone', which is no page",
        "renamed.toml:3: 'made/tank/other' is renamed, but a page still has this id",
    ]


def test_a_part_of_a_directory_is_checked_as_a_part(tmp_path: Path) -> None:
    (tmp_path / "renamed.toml").write_text("")
    faults(tmp_path, SOUND, other=OTHER.replace("range_validation", "wet"))
    for part, wanted in (("made/tank/overfull.toml", 0), ("made/tank/other.toml", 1), ("made", 1)):
        out: list[str] = []
        assert check.run([str(tmp_path / part)], out.append, lambda _: None) == wanted
        assert len(out) == wanted


def test_the_summary_counts(tmp_path: Path) -> None:
    faults(tmp_path, SOUND, other=OTHER)
    err: list[str] = []
    assert check.run([str(tmp_path)], lambda _: None, err.append) == 0
    assert err == [
        "2 pages, 2 wordings, 2 with a command, 2 that correct the statement, 0 wrappers; no faults"
    ]


@pytest.mark.parametrize("name", ["missing", "empty"])
def test_what_cannot_be_checked_is_an_error(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    err: list[str] = []
    assert check.run([str(tmp_path / name)], lambda _: None, err.append) == 2
    assert len(err) == 1
    assert err[0].startswith("error: ")
    assert str(tmp_path / name) in err[0]


def test_pages_of_others_may_refer_to_the_projects_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = 'related = ["risingwave/scale/backfill-parallelism-exceeds-max"]\nreferences'
    page = SOUND.replace("references", own)
    assert len(faults(tmp_path, page)) == 1
    monkeypatch.undo()
    assert faults(tmp_path, page) == []


def test_the_projects_own_pages_are_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    directory = catalog.patterns_directory()
    assert directory is not None
    monkeypatch.chdir(os.path.dirname(directory))
    out: list[str] = []
    err: list[str] = []
    assert check.run([], out.append, err.append) == 0, "\n".join(out + err)
