"""Pages with values of any kind in any place: refused with a line, or read; nothing else."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose import catalog
from diagnose.classes import pages as classes
from tests.fuzz import seeds

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAMES = ["page.toml", "wrappers.toml", "renamed.toml"]
WRITTEN = {
    "deep": "a = " + "[" * 5000,
    "deep, and closed": "a = " + "[" * 5000 + "]" * 5000,
    "a long key": ".".join(["a"] * 5000) + " = 1",
    "a long number": "a = " + "9" * 5000,
    "no date": "a = 2024-02-31",
    "infinity": "a = 1e99999",
    "a mark": "\ufeffid = 'x'",
    "a number for a list": "wrapper = 5",
    "numbers for tables": "wrapper = [5]",
    "a table for a list": "[wrapper]\nid = 'a/wrapper/b'",
    "lists for tables": "message = [[1]]\nwrapper = [[1]]",
    "an id without quotes": "a.b = 'c'",
    "a list for an id": "a = ['b']",
}
STRANGE: list[Any] = [
    5, -1, 1.5, True, "", "x", "{", "{a}{b}", "[[", "\0", "{n:int}", "a\nb", [], [1], ["a"], [[]],
    [{}], {}, {"a": 1}, {"a": {"b": [1]}},
]  # fmt: skip


def faults_of(folder: Path, name: str, text: str) -> list[int]:
    (folder / "a").mkdir(exist_ok=True)
    path = folder / "a" / name
    path.write_text(text)
    lines = [fault.line for fault in catalog.examine(str(folder)).faults]
    path.unlink()
    return lines


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", WRITTEN)
def test_a_file_of_any_shape_is_refused(tmp_path: Path, name: str, shape: str) -> None:
    lines = faults_of(tmp_path, name, WRITTEN[shape])
    assert lines
    assert all(1 <= line <= 3 for line in lines)


@pytest.mark.parametrize("shape", WRITTEN)
def test_a_class_page_of_any_shape_is_refused(tmp_path: Path, shape: str) -> None:
    (tmp_path / "x.toml").write_text(WRITTEN[shape])
    assert classes.examine(str(tmp_path))


@cache
def tables() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for page in seeds.pages():
        table = tomllib.loads(page.decode())
        table.pop("id", None)
        if "message" in table or "wrapper" in table:
            found.append(("wrappers.toml" if "wrapper" in table else "page.toml", table))
    return found


def places(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in inner if isinstance(value, (dict, list)) else ():
        yield (*here, key)
        if isinstance(each, (dict, list)):
            yield from places(each, (*here, key))


def replaced(value: Any, place: tuple[Any, ...], new: Any) -> Any:
    if not place:
        return new
    if isinstance(value, dict):
        return {
            key: replaced(each, place[1:], new) if key == place[0] else each
            for key, each in value.items()
        }
    return [
        replaced(each, place[1:], new) if index == place[0] else each
        for index, each in enumerate(value)
    ]


def written(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{written(str(k))} = {written(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(value)


@st.composite
def pages(draw: st.DrawFn) -> tuple[str, str]:
    name, table = draw(st.sampled_from(tables()))
    place = draw(st.sampled_from(list(places(table))))
    changed = replaced(table, place, draw(st.sampled_from(STRANGE)))
    return name, "".join(f"{written(key)} = {written(value)}\n" for key, value in changed.items())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@given(page=pages())
def test_a_value_of_any_kind_in_any_place(folder: Path, page: tuple[str, str]) -> None:
    name, text = page
    assert all(1 <= line <= text.count("\n") + 1 for line in faults_of(folder, name, text))
