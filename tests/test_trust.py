"""Pages of others are data: they run nothing, read nothing, and take nothing over silently."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from typing import TYPE_CHECKING

import pytest

from diagnose import catalog
from diagnose.catalog import cache, files, packs
from diagnose.engine import Engine
from diagnose.errors import PageFaultsError

if TYPE_CHECKING:
    from pathlib import Path

PAGE = """\
id = "shop/till/drawer-stuck"
title = "The drawer is stuck"
class = "other"
[[message]]
text = '''drawer of till {till:int} does not open'''
[[explanation]]
cause = '''The spring of till {till} is worn.'''
[[explanation.fix]]
title = "Use a spoon"
[[example]]
text = '''drawer of till 7 does not open'''
captures = { till = 7 }
[[near_miss]]
text = '''drawer of till 7 does not close'''
"""


def put(directory: Path, path: str, text: str) -> Path:
    file = directory / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def faults(directory: Path) -> list[str]:
    return [fault.reason for fault in catalog.examine(str(directory)).faults]


# ------------------------------------------------------------- what is read


@pytest.mark.parametrize("name", ["shop/a.toml", "shop/wrappers.toml", "shop/inventory.tsv"])
@pytest.mark.parametrize("kind", ["link out", "pipe", "device", "too large", "gone"])
def test_only_regular_files_of_the_directory_are_read(
    tmp_path: Path, name: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "LARGEST_PAGE", 64)
    monkeypatch.setattr(files, "LARGEST_INVENTORY", 64)
    secret = put(tmp_path, "secret", "hunter2 is no page")
    file = tmp_path / "pages" / name
    file.parent.mkdir(parents=True)
    if kind == "link out":
        file.symlink_to(secret)
    elif kind == "pipe":
        os.mkfifo(file)
    elif kind == "device":
        file.symlink_to("/dev/zero")
    elif kind == "gone":
        file.symlink_to(file.parent / "nothing")
    else:
        file.write_text("#" * 65)
    (told,) = faults(tmp_path / "pages")
    assert "not readable" in told
    assert "hunter2" not in told


def test_links_inside_of_the_directory_are_followed_and_hidden_files_are_not_read(
    tmp_path: Path,
) -> None:
    # as Kubernetes mounts a ConfigMap
    put(tmp_path, "..2026_12/drawer-stuck.toml", PAGE)
    (tmp_path / "..data").symlink_to(tmp_path / "..2026_12")
    (tmp_path / "shop/till").mkdir(parents=True)
    (tmp_path / "shop/till/drawer-stuck.toml").symlink_to(tmp_path / "..data/drawer-stuck.toml")
    put(tmp_path, "shop/.#draft.toml", "no page")
    found = catalog.from_directory(str(tmp_path))
    assert [entry.id for entry in found.entries()] == ["shop/till/drawer-stuck"]


@pytest.mark.parametrize(
    "text", ["a = " + "[" * 20_000, "a = " + "9" * 5000, "a." * 9000 + "a = 1", "a = '\ud800'"]
)
def test_a_page_that_no_parser_can_take_is_a_fault(tmp_path: Path, text: str) -> None:
    file = tmp_path / "shop/a.toml"
    file.parent.mkdir()
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    assert faults(tmp_path) != []


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("class/timeout.toml", "failure classes"),
        ("known:risingwave/0123456789ab.toml", "is not words of letters"),
        ("shop/\x1b[31m.toml", "is not words of letters"),
    ],
)
def test_ids_that_are_not_for_pages_are_refused(tmp_path: Path, path: str, reason: str) -> None:
    own = path.removesuffix(".toml").replace("\x1b", "\\u001b")
    put(tmp_path, path, PAGE.replace("shop/till/drawer-stuck", own))
    assert any(reason in told for told in faults(tmp_path))


@pytest.mark.parametrize("wrapper", ["'x'", "['x']", "{ id = 'x' }", "3"])
def test_wrappers_that_are_no_tables_are_a_fault(tmp_path: Path, wrapper: str) -> None:
    put(tmp_path, "shop/wrappers.toml", f"wrapper = {wrapper}")
    assert faults(tmp_path) == ["write [[wrapper]] above each"]


# ------------------------------------------------------- what is taken over


def test_what_a_directory_takes_over_is_said(tmp_path: Path) -> None:
    row = "versions\t1.0\nsrc/a.rs\n\t3\tbail\t1.0..\t-\t-\tno such shop as {name}\n"
    for name in ("one", "two"):
        put(tmp_path, f"{name}/shop/till/drawer-stuck.toml", PAGE)
        put(tmp_path, f"{name}/shop/inventory.tsv", row)
    put(tmp_path, "two/shop/mine.toml", PAGE.replace("till/drawer-stuck", "mine"))
    put(tmp_path, "two/renamed.toml", '"shop/till/drawer-stuck" = "shop/mine"\n')
    named = [(name, catalog.examine(str(tmp_path / name))) for name in ("one", "two")]
    assert sorted(catalog.of_readings(named).notices) == [
        "1 known messages: two overrides those of an earlier inventory",
        "shop/mine: two has a message of shop/till/drawer-stuck, too",
        "shop/till/drawer-stuck: two overrides one",
        "shop/till/drawer-stuck: two says that it is shop/mine now",
    ]


def test_the_program_says_it_on_standard_error(tmp_path: Path) -> None:
    own = "risingwave/scale/parallelism-exceeds-max"
    put(tmp_path, f"{own}.toml", PAGE.replace("shop/till/drawer-stuck", own))
    command = [
        sys.executable,
        "-m",
        "diagnose",
        "--patterns",
        str(tmp_path),
        "drawer of till 7 ...",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert f"{own}: {tmp_path} overrides the built-in page" in done.stderr


# ------------------------------------------------------------------- packs


def installed(site: Path, value: str) -> Path:
    info = site / "pack-1.0.dist-info"
    put(site, "pack-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: pack\nVersion: 1.0\n")
    put(site, "pack-1.0.dist-info/entry_points.txt", f"[{packs.GROUP}]\nmine = {value}\n")
    return info


def test_a_pack_is_read_and_its_package_is_never_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path, "pack_of_pages.patterns")
    put(tmp_path, "pack_of_pages/__init__.py", "raise SystemExit('code of a pack was run')")
    put(tmp_path, "pack_of_pages/patterns/__init__.py", "raise SystemExit('and this, too')")
    put(tmp_path, "pack_of_pages/patterns/shop/till/drawer-stuck.toml", PAGE)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert packs.directories() == [str(tmp_path / "pack_of_pages" / "patterns")]
    (found,) = Engine(catalog.load()).diagnose("drawer of till 3 does not open")
    assert found.id == "shop/till/drawer-stuck"
    assert "pack_of_pages" not in sys.modules


@pytest.mark.parametrize(
    "value", ["pack./etc", "pack...etc", ".pack", "no_such_pack", "__main__", "os:path", "a-b", "3"]
)
def test_a_pack_that_names_no_package_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    installed(tmp_path, value)
    put(tmp_path, "pack/__init__.py", "")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert packs.directories() == []


def test_a_faulty_page_of_a_pack_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(tmp_path, "pack_of_faults")
    slow = PAGE.replace("does not open'", "does not open" + "[[ by hand]]" * 7 + "'", 1)
    file = put(tmp_path, "pack_of_faults/shop/till/drawer-stuck.toml", slow)
    put(tmp_path, "pack_of_faults/__init__.py", "")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(PageFaultsError) as caught:
        catalog.load()
    (fault,) = caught.value.faults
    assert str(fault).startswith(f"{file}:5: its optional parts and choices combine in 128 ways")


# ------------------------------------------------------------------- cache


def test_the_cache_of_another_user_is_neither_believed_nor_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, "pages/a.toml", "one")
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    made = iter([b"first", b"second", b"third"])
    assert cache.compiled(str(tmp_path / "pages"), lambda _: next(made)) == b"first"
    (kept,) = (tmp_path / "cache").iterdir()
    before = kept.stat().st_mtime_ns
    monkeypatch.setattr(os, "geteuid", lambda: kept.stat().st_uid + 1)
    assert cache.compiled(str(tmp_path / "pages"), lambda _: next(made)) == b"second"
    assert [*(tmp_path / "cache").iterdir()] == [kept]
    assert kept.stat().st_mtime_ns == before


def test_programs_that_start_at_once_all_find_a_sound_cache(tmp_path: Path) -> None:
    code = textwrap.dedent("""
        import sys
        from diagnose.catalog import cache
        assert cache.compiled(sys.argv[1], lambda _: b"made" * 100_000) == b"made" * 100_000
    """)
    put(tmp_path, "pages/a.toml", "one")
    variables = {**os.environ, cache.VARIABLE: str(tmp_path / "cache")}
    command = [sys.executable, "-c", code, str(tmp_path / "pages")]
    running = [subprocess.Popen(command, env=variables) for _ in range(6)]
    assert [each.wait() for each in running] == [0] * 6
    assert [each.name.endswith(cache.SUFFIX) for each in (tmp_path / "cache").iterdir()] == [True]
