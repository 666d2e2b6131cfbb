"""Compiled pages of a checkout are kept, and believed only where nobody else can have written."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from diagnose.catalog import cache
from diagnose.errors import CatalogError

if TYPE_CHECKING:
    from pathlib import Path


class Compiler:
    """Counts how often it is asked."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self, _directory: str) -> bytes:
        self.times += 1
        return f"made {self.times}".encode()


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.toml").write_text("one")
    return tmp_path / "pages"


def kept(pages: Path) -> list[Path]:
    return sorted((pages.parent / "cache").glob("*" + cache.SUFFIX))


def test_what_was_made_once_is_found_again(pages: Path) -> None:
    make = Compiler()
    assert [cache.compiled(str(pages), make) for _ in range(3)] == [b"made 1"] * 3


@pytest.mark.parametrize("change", ["text", "new file", "gone", "renamed"])
def test_any_change_of_the_pages_makes_it_anew(pages: Path, change: str) -> None:
    make = Compiler()
    cache.compiled(str(pages), make)
    page = pages / "a.toml"
    if change == "text":
        status = page.stat()
        page.write_text("two")
        os.utime(page, ns=(status.st_atime_ns, status.st_mtime_ns))
    elif change == "new file":
        (pages / "b.toml").write_text("one")
    elif change == "gone":
        page.unlink()
    else:
        page.rename(pages / "c.toml")
    assert cache.compiled(str(pages), make) == b"made 2"


@pytest.mark.parametrize("damage", [b"", b"x", b"diagnose-cache 1 00000000\nmade 9"])
def test_a_damaged_file_is_made_anew(pages: Path, damage: bytes) -> None:
    make = Compiler()
    cache.compiled(str(pages), make)
    (file,) = kept(pages)
    file.write_bytes(damage)
    assert cache.compiled(str(pages), make) == b"made 2"
    assert cache.compiled(str(pages), make) == b"made 2"


def test_a_file_cut_off_is_made_anew(pages: Path) -> None:
    make = Compiler()
    cache.compiled(str(pages), make)
    (file,) = kept(pages)
    file.write_bytes(file.read_bytes()[:-1])
    assert cache.compiled(str(pages), make) == b"made 2"


@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_others_may_write_is_not_believed(pages: Path, what: str) -> None:
    make = Compiler()
    cache.compiled(str(pages), make)
    (file,) = kept(pages)
    target = file if what == "file" else file.parent
    target.chmod(target.stat().st_mode | 0o020)
    assert cache.compiled(str(pages), make) == b"made 2"


def test_only_its_user_may_read_and_write_it(pages: Path) -> None:
    cache.compiled(str(pages), Compiler())
    (file,) = kept(pages)
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_cannot_be_written_is_no_fault(
    pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(cache.VARIABLE, "/proc/none/of/this")
    make = Compiler()
    assert [cache.compiled(str(pages), make) for _ in range(2)] == [b"made 1", b"made 2"]


def test_it_can_be_switched_off(pages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, cache.OFF)
    make = Compiler()
    assert [cache.compiled(str(pages), make) for _ in range(2)] == [b"made 1", b"made 2"]
    assert kept(pages) == []


def test_faulty_pages_are_not_kept(pages: Path) -> None:
    def refuse(directory: str) -> bytes:
        raise CatalogError(f"{directory}: faulty")

    with pytest.raises(CatalogError, match="faulty"):
        cache.compiled(str(pages), refuse)
    assert kept(pages) == []


def test_old_files_are_forgotten(pages: Path) -> None:
    for number in range(cache.MOST_KEPT + 3):
        (pages / "a.toml").write_text(f"text {number}")
        cache.compiled(str(pages), Compiler())
    assert len(kept(pages)) == cache.MOST_KEPT
