"""Source trees: the inventory of one, and what changed in the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from diagnose.authoring.harvest import comparing, writing
from diagnose.authoring.harvest.__main__ import FAILED, SOUND, main
from diagnose.catalog import inventory

if TYPE_CHECKING:
    from pathlib import Path

OLD = """
fn a() { bail!("no job {}", job_id) }
fn b() { bail!("cannot open drawer {}", n) }
fn c() { bail!("the till is on fire") }
"""
NEW = """

fn a() { bail!("no job {}", job.job_id); bail!("no job {job_id}") }
fn b() { bail!("cannot open the drawer {}", n) }
fn d() { bail!("rain gets in through the roof") }
"""


@pytest.fixture
def trees(tmp_path: Path) -> tuple[Path, Path]:
    for name, source in (("old", OLD), ("new", NEW)):
        folder = tmp_path / name / "src" / "shop" / "src"
        folder.mkdir(parents=True)
        (folder / "till.rs").write_text(source)
        (folder / "tests.rs").write_text('fn t() { bail!("only a test") }')
    return tmp_path / "old", tmp_path / "new"


def run(*arguments: object) -> int:
    return main([str(each) for each in arguments])


def test_versions_are_those_of_the_trees_that_have_a_message(
    trees: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = trees
    file = tmp_path / "inventory.tsv"
    assert run(old, "--version", "1.0", "-o", file) == SOUND
    capsys.readouterr()
    assert run(new, "--version", "2.0", "--against", file, "-o", file) == SOUND
    said = capsys.readouterr().err
    made = inventory.read(file.read_text())
    assert made.versions == ("1.0", "2.0")
    assert {row.template: (row.lines, row.since, row.until) for row in made.rows} == {
        "no job {job_id:int}": (("3",), "1.0", ""),
        "cannot open drawer {n:int}": (("3",), "1.0", "1.0"),
        "cannot open the drawer {n:int}": (("4",), "2.0", ""),
        "the till is on fire": (("4",), "1.0", "1.0"),
        "rain gets in through the roof": (("5",), "2.0", ""),
    }
    assert "1 added, 1 reworded, 1 removed" in said
    assert "added    src/shop/src/till.rs:5: rain gets in through the roof" in said
    assert "removed  src/shop/src/till.rs:4: the till is on fire" in said
    assert "reworded src/shop/src/till.rs:4: cannot open drawer {n:int}" in said


def test_the_same_tree_again_changes_nothing(trees: tuple[Path, Path], tmp_path: Path) -> None:
    one, two = tmp_path / "one.tsv", tmp_path / "two.tsv"
    assert run(trees[0], "--version", "1.0", "-o", one) == SOUND
    assert run(trees[0], "--version", "1.0", "--against", one, "-o", two) == SOUND
    assert one.read_text() == two.read_text()


def test_a_message_that_comes_back_has_no_last_version() -> None:
    def row(until: str) -> inventory.Row:
        return inventory.Row("a.rs", ("1",), "bail", "1.0", until, "", "", "no such {x}")

    last = inventory.Inventory(("1.0", "2.0"), (row("1.0"),))
    made = comparing.laid_over(last, [row("")._replace(since="")], "3.0")
    assert [(each.since, each.until) for each in made.rows] == [("1.0", "")]


def test_what_is_written_is_read_again() -> None:
    rows = (
        inventory.Row("a.rs", ("1", "20"), "bail", "1.0", "", "", "", "a\tb\n\\n {x:int}"),
        inventory.Row("a.rs", ("3",), "bail", "1.0", "2.0", "not_found", "a/wrapper/b", "no {x}"),
        inventory.Row("b.rs", ("3",), "log-warn", "2.0", "", "", "", "\\[[{x}\\]] {{}}"),
    )
    made = inventory.Inventory(("1.0", "2.0"), rows)
    assert inventory.read(writing.written(made)) == made


def test_a_tree_without_messages_or_version_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, "--version", "1.0") == FAILED
    assert run(tmp_path) == FAILED
    said = capsys.readouterr().err
    assert "no messages" in said
    assert "use --version" in said


def test_a_file_that_is_no_text_is_told(
    trees: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (trees[0] / "src" / "latin.rs").write_bytes(b'fn f() { bail!("caf\xe9 is shut") }')
    assert run(trees[0], "--version", "1.0", "-o", tmp_path / "x.tsv", "--unread") == SOUND
    assert "unread   src/latin.rs" in capsys.readouterr().err
