"""The program as it is installed: from a wheel, through an sdist, editable, or not at all."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

from diagnose import catalog
from diagnose.engine import scanners

ROOT = Path(__file__).parents[1]
FILES = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "NOTICE")
MODES = ("wheel", "wheel_through_sdist", "editable", "checkout")
COMPILED = ("wheel", "wheel_through_sdist")
MESSAGE = "specified backfill parallelism 32 should not exceed max parallelism 12"
PAGE = "risingwave/scale/backfill-parallelism-exceeds-max"


class Installed(NamedTuple):
    """A Python that has the program, used outside of the checkout."""

    mode: str
    python: Path
    folder: Path
    source: Path

    def run(self, *arguments: str) -> str:
        environment = {
            key: value for key, value in os.environ.items() if not key.startswith("DIAGNOSE")
        }
        environment["PYTHONPATH"] = str(self.source) if self.mode == "checkout" else ""
        done = subprocess.run(
            [str(self.python), *arguments],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


def build(source: Path, target: Path, *what: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "build", "--no-isolation", *what, "-o", str(target), "."]
    return subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)


def copy_to(folder: Path) -> Path:
    """The project's files, so that nothing is left in the checkout and nobody edits them."""
    for name in FILES:
        shutil.copy(ROOT / name, folder / name)
    for name in ("diagnose", "patterns"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_to(tmp_path_factory.mktemp("source"))


@pytest.fixture(scope="session")
def built(source: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("built")
    wheels: dict[str, Path] = {}
    for mode, what in (("wheel", ["--wheel"]), ("wheel_through_sdist", [])):
        done = build(source, folder / mode, *what)
        assert done.returncode == 0, done.stdout + done.stderr
        (wheels[mode],) = (folder / mode).glob("*.whl")
    return wheels


@pytest.fixture(scope="session", params=MODES)
def installed(
    request: pytest.FixtureRequest,
    source: Path,
    built: dict[str, Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> Installed:
    mode = str(request.param)
    folder = tmp_path_factory.mktemp(mode)
    made = Installed(mode, folder / "venv" / "bin" / "python", folder, source)
    venv.create(folder / "venv", with_pip=mode != "checkout")
    # Dependencies come from the environment that runs the tests, behind everything else.
    (site,) = (folder / "venv").glob("lib/python*/site-packages")
    (site / "zz_dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    pip = ("-m", "pip", "install", "--quiet", "--ignore-installed", "--no-deps", "--no-index")
    if mode in COMPILED:
        made.run(*pip, str(built[mode]))
    elif mode == "editable":
        made.run(*pip, "--no-build-isolation", "--editable", str(source))
    return made


WHERE = "import diagnose, os; print(os.path.dirname(diagnose.__file__))"


def test_it_is_the_installed_one(installed: Installed) -> None:
    place = Path(installed.run("-c", WHERE).strip())
    if installed.mode in COMPILED:
        assert place.is_relative_to(installed.folder)
        assert (place / catalog.COMPILED_FILE).exists()
    else:
        assert place == installed.source / "diagnose"
        assert not (place / catalog.COMPILED_FILE).exists()
    assert (place / "py.typed").exists()


def test_a_message_is_diagnosed(installed: Installed) -> None:
    (line,) = installed.run("-m", "diagnose", "--json", MESSAGE).splitlines()
    found = json.loads(line)
    assert found["id"] == PAGE
    assert found["captures"] == {"n": 32, "max_parallelism": 12}


ENTRIES = (
    "import diagnose, json; print(json.dumps([*diagnose.load_catalog().entries()], default=dict))"
)


def test_every_page_is_the_same_as_in_the_source(installed: Installed) -> None:
    mine = json.loads(installed.run("-c", ENTRIES))
    pages = catalog.from_directory(str(installed.source / "patterns")).entries()
    wanted = json.loads(json.dumps([*pages], default=dict))
    assert len(mine) == len(wanted)
    for one, other in zip(mine, wanted, strict=True):
        assert one == other


NEEDLES = (
    "from diagnose.engine import scanners; from diagnose import catalog; found = catalog.load();"
    "print(found.is_built_in, sum(len(repr(each)) for each in scanners.needles(found)))"
)


def test_needles_are_brought_along(installed: Installed) -> None:
    built_in, size = installed.run("-c", NEEDLES).split()
    assert built_in == str(installed.mode in COMPILED)
    assert int(size) == sum(len(repr(each)) for each in scanners.needles(catalog.load()))


def test_the_command_is_installed(installed: Installed) -> None:
    if installed.mode == "checkout":
        said = installed.run("-m", "diagnose", "--version")
    else:
        command = installed.python.with_name("diagnose")
        said = subprocess.check_output([str(command), "--version"], text=True)
    assert said.split()[:1] == ["diagnose"]


def test_a_wheel_holds_the_program_and_its_licence_and_nothing_else(built: dict[str, Path]) -> None:
    with zipfile.ZipFile(built["wheel"]) as wheel:
        names = wheel.namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {top.partition("-")[0] for top in tops} == {"diagnose", "diagnose_engine"}
    assert {"LICENSE", "NOTICE"} <= {name.rpartition("/")[2] for name in names}
    assert not [name for name in names if name.endswith(".toml")]


def test_both_ways_give_the_same_wheel(built: dict[str, Path]) -> None:
    def contents(path: Path) -> dict[str, int]:
        with zipfile.ZipFile(path) as wheel:
            return {each.filename: each.CRC for each in wheel.infolist()}

    assert contents(built["wheel"]) == contents(built["wheel_through_sdist"])


def test_building_leaves_nothing_in_the_source(source: Path, built: dict[str, Path]) -> None:
    assert built
    assert {each.name for each in source.iterdir()} == {*FILES, "diagnose", "patterns"}
    assert not (source / "diagnose" / catalog.COMPILED_FILE).exists()


def test_a_faulty_page_cannot_be_built(tmp_path: Path) -> None:
    page = copy_to(tmp_path) / "patterns" / "made" / "up.toml"
    page.parent.mkdir()
    page.write_text('id = "made/up"\ntitle = "Up"\ncolour = "red"\n')
    done = build(tmp_path, tmp_path / "dist", "--wheel")
    assert done.returncode != 0
    assert f"{page}:3: unknown key 'colour'" in done.stdout + done.stderr
    assert not [*tmp_path.glob("dist/*.whl")]
