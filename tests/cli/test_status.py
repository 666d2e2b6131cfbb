"""Exit statuses, as grep's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Program

CASES = [
    (["FAIL here"], 0),
    (["fine here"], 1),
    ([""], 1),
    (["bad.log"], 0),
    (["good.log"], 1),
    (["empty.log"], 1),
    (["good.log", "bad.log"], 0),
    (["bad.log", "-f", "missing"], 2),
    (["good.log", "-f", "missing"], 2),
    (["--exit-zero", "fine here"], 0),
    (["--exit-zero", "FAIL here"], 0),
    (["--exit-zero", "good.log", "-f", "missing"], 0),
    (["--exit-zero", "--set", "x", "fine here"], 2),
    (["--fail-on", "warning", "FAIL mild"], 1),
    (["--fail-on", "error", "FAIL mild"], 0),
    (["--fail-on", "error", "FAIL here"], 1),
    (["--fail-on", "critical", "FAIL here"], 0),
    (["--fail-on", "info", "fine here"], 0),
    (["--fail-on", "error", "fine here", "-f", "missing"], 2),
    (["--fail-on", "error", "mixed.log"], 1),
]


@pytest.mark.parametrize(("arguments", "status"), CASES, ids=lambda case: str(case)[:60])
def test_status(program: Program, arguments: list[str], status: int) -> None:
    files = {"bad.log": "ok\nFAIL x\n", "good.log": "ok\n", "empty.log": "", "mixed.log": ""}
    files["mixed.log"] = "FAIL mild\nFAIL x\nFAIL mild two\n"
    for name, text in files.items():
        (program.directory / name).write_text(text)
    assert program.run(*arguments).status == status


def test_one_unreadable_file_does_not_lose_the_others(program: Program) -> None:
    for name in ("a.log", "c.log"):
        (program.directory / name).write_text(f"FAIL {name}\n")
    (program.directory / "b.log").mkdir()
    done = program.run("a.log", "b.log", "-f", "nowhere", "gone.log", "c.log", "--json")
    assert done.status == 2
    assert [line.split('"message":"')[1][:5] for line in done.out.splitlines()] == [
        "a.log",
        "c.log",
    ]
    assert sorted(done.err.splitlines()) == [
        "error: b.log: is a directory; name the files in it",
        "error: gone.log: no such file or directory",
        "error: nowhere: no such file or directory",
    ]
