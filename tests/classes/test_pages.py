"""The pages of the classes: one shape, faults listed, compiled as they are."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from diagnose import classes
from diagnose.authoring import check
from diagnose.classes import pages
from diagnose.classes.cues import Cues
from diagnose.errors import CatalogError, PageFaultsError

PATTERNS = Path(__file__).parents[2] / "patterns"
FEWEST_EXAMPLES, MOST_EXAMPLES = 3, 5


def test_thirty_sound_pages() -> None:
    assert len(classes.names()) == 30
    assert pages.examine(str(PATTERNS / "classes")) == []


@pytest.mark.parametrize("name", classes.names())
def test_a_page_says_enough(name: str) -> None:
    page = classes.page(name)
    assert FEWEST_EXAMPLES <= len(page.examples) <= MOST_EXAMPLES
    assert len(page.check) >= 2
    assert len(set(page.cues)) == len(page.cues) >= 15
    others = {other for _, other, _ in page.look_alikes if other}
    assert others <= set(classes.names())


def test_compiled_pages_are_the_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read = pages.load()
    (tmp_path / pages.COMPILED_FILE).write_bytes(pages.compile_directory(str(PATTERNS)))
    monkeypatch.setattr(pages, "_PACKAGE", str(tmp_path))
    assert pages.load() == read


def test_a_program_without_pages_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "_PACKAGE", str(tmp_path / "package"))
    with pytest.raises(CatalogError, match="reinstall"):
        pages.load()


def test_a_missing_directory_is_said(tmp_path: Path) -> None:
    with pytest.raises(CatalogError, match="No such file"):
        pages.examine(str(tmp_path / "nowhere"))


FAULTS = [
    ('retry = "no"', 'retry = "perhaps"', "retry must be one of"),
    ('retry = "no"', "retry = 1", "'retry' must be a text"),
    ('retry = "no"', 'retry = "no"\nsurprise = 1', "unknown key 'surprise'"),
    ("check = [", "check = 'x'\nchecks = [", "'check' must be a list of texts"),
    ('class = "data_gone"', 'class = "range_validation"', "is of another class"),
    ('class = "data_gone"', 'klass = "data_gone"', "'class' is missing in [[look_alike]]"),
    ("step:bound", "step:nosuch", "cannot be read"),
    ("step:bound>", "step:bound>(", "cannot be read"),
    ('  "be finite",', '  "be finite", "*",', "the cue '*' has no words"),
    ('extract = ["parameter", ', "extract = [", "'parameter' of an example is not in extract"),
    ("title = ", "title == ", "not readable"),
    ("[[example]]", "[[examples]]", "[[example]] is missing"),
]


@pytest.mark.parametrize(("old", "new", "reason"), FAULTS)
def test_faults_are_listed(tmp_path: Path, old: str, new: str, reason: str) -> None:
    folder = tmp_path / pages.FOLDER
    folder.mkdir()
    text = (PATTERNS / "classes" / "range_validation.toml").read_text("utf-8")
    assert old in text
    (folder / "range_validation.toml").write_text(text.replace(old, new), "utf-8")
    faults = pages.examine(str(folder))
    assert any(reason in fault.reason for fault in faults), faults
    with pytest.raises(PageFaultsError):
        pages.compile_directory(str(tmp_path))


def test_check_names_the_file(tmp_path: Path) -> None:
    shutil.copytree(PATTERNS / "os", tmp_path / "os")
    (tmp_path / "renamed.toml").write_text("")
    (tmp_path / pages.FOLDER).mkdir()
    (tmp_path / pages.FOLDER / "x.toml").write_text("title = 1")
    said: list[str] = []
    assert check.run([str(tmp_path)], said.append, said.append) == check.FAULTY
    assert any("classes/x.toml:1: " in line for line in said)


CUES = [
    ("is not <state>", ["is", "not", "open"], True),
    ("is not <state>", ["is", "not", "blue"], False),
    ("a * d", ["a", "b", "c", "d"], True),
    ("a * d", ["a", "b", "b", "b", "b", "d"], False),
    ("a|b c", ["x", "b", "c"], True),
    ("^ a", ["x", "a"], False),
    ("^ a", ["a", "x"], True),
    ("a $", ["a"], True),
    ("a $", ["a", "b"], False),
    ("can't a", ["can", "not", "a"], True),
]


@pytest.mark.parametrize(("cue", "words", "fits"), CUES)
def test_cues(cue: str, words: list[str], fits: bool) -> None:
    assert Cues({"x": [cue]}, {"open": "state"}).found(words) == ({"x"} if fits else set())
