"""New pages made of a message."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from diagnose import catalog
from diagnose.authoring import scaffold
from diagnose.errors import InputError, TemplateError
from diagnose.model import Example

if TYPE_CHECKING:
    from pathlib import Path


def test_the_example_is_taken_where_the_template_matches_it() -> None:
    made = scaffold.scaffold("pump {name:word} lost {n:int} bar", "pump west lost 3 bar")
    assert made.examples == (Example("pump west lost 3 bar", {"name": "west", "n": 3}),)


@pytest.mark.parametrize("example", ["", "pump west is fine"])
def test_else_one_is_made_up(example: str) -> None:
    made = scaffold.scaffold("pump {name:word} lost {n:int} bar", example)
    assert made.examples == (Example("pump name lost 18 bar", {"name": "name", "n": 18}),)


def test_a_template_that_is_none_is_refused() -> None:
    with pytest.raises(TemplateError):
        scaffold.scaffold("pump {")


def test_a_new_page_lacks_only_what_an_author_must_write(tmp_path: Path) -> None:
    made = scaffold.scaffold("the pump {name:word} lost {n:int} bar", area="made/pumps")
    path = scaffold.write_new(made, str(tmp_path))
    assert path == str(tmp_path / "made" / "pumps" / "the-pump-lost-bar.toml")
    faults = catalog.examine(str(tmp_path)).faults
    assert [fault.reason for fault in faults] == ["'near_miss' is missing"]
    with pytest.raises(InputError, match="is there already"):
        scaffold.write_new(made, str(tmp_path))
