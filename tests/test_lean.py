"""The named tuples of the house, and what a start imports."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest

from diagnose.lean import Deferring, NamedTuple, begin, complete


class Point(NamedTuple):
    """A place."""

    x: int
    y: int = 0


def test_it_is_a_tuple_with_names_and_defaults() -> None:
    assert Point(1) == (1, 0)
    assert Point(y=2, x=1) == Point(1, 2)
    assert Point(1, 2).y == 2
    assert Point(1)._replace(y=5) == (1, 5)
    assert Point(1)._asdict() == {"x": 1, "y": 0}
    assert repr(Point(1)) == "Point(x=1, y=0)"
    assert Point._fields == ("x", "y")
    x, y = Point(3, 4)
    assert (x, y) == (3, 4)


def test_it_can_be_copied_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(Point(1, 2))) == Point(1, 2)


def test_it_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Point(1).x = 2  # type: ignore[misc]


@pytest.mark.parametrize(
    ("positional", "named", "told"),
    [((), {}, "needs x"), ((1, 2, 3), {}, "takes x, y"), ((1,), {"z": 3}, "takes x, y")],
)
def test_a_wrong_call_is_told(
    positional: tuple[int, ...], named: dict[str, int], told: str
) -> None:
    with pytest.raises(TypeError, match=told):
        Point(*positional, **named)


def test_many_of_a_class_are_made_like_the_first() -> None:
    made = [Point(1, y=2) for _ in range(100)] + [Point(1)]
    assert {*made} == {(1, 2), (1, 0)}
    with pytest.raises(TypeError):
        Point(1, 2, 3)  # type: ignore[call-arg]


class Report(Deferring):
    """What is known, and what is worked out."""

    title: str
    text: str = ""
    length: int = 0


def begun(asked: list[str]) -> Report:
    def later() -> dict[str, object]:
        asked.append("later")
        return {"text": "abc", "length": 3}

    return begin(Report, {"title": "t"}, later)


def test_what_is_left_for_later_is_worked_out_once_and_only_when_asked_for() -> None:
    asked: list[str] = []
    report = begun(asked)
    assert (report.title, asked) == ("t", [])
    assert (report.length, report.text, asked) == (3, "abc", ["later"])
    assert complete(report) is report
    assert asked == ["later"]


def test_a_report_that_was_begun_is_the_same_as_one_that_is_complete() -> None:
    whole = Report("t", "abc", length=3)
    assert begun([]) == whole
    assert begun([])._replace(text="x") == Report("t", "x", 3)
    assert repr(begun([])) == "Report(title='t', text='abc', length=3)"
    assert pickle.loads(pickle.dumps(begun([]))) == whole
    assert whole != Report("t")


@pytest.mark.parametrize("named", [{}, {"title": "t", "other": 1}])
def test_a_report_with_wrong_names_is_refused(named: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        Report(**named)  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        getattr(Report("t"), "other")  # noqa: B009 - checkers know that it has none


HEAVY = ("typing", "dataclasses", "inspect", "pathlib", "json", "orjson", "regex", "rapidfuzz")


def modules_after(program: str) -> set[str]:
    code = f"import sys\nbefore = set(sys.modules)\n{program}\nprint(*(set(sys.modules) - before))"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], check=True, capture_output=True, text=True
    )
    return set(done.stdout.split())


def test_import_diagnose_loads_nothing_else() -> None:
    assert modules_after("import diagnose") == {"diagnose", "__future__"}


def test_one_message_is_diagnosed_without_heavy_imports() -> None:
    loaded = modules_after("import diagnose.engine, diagnose.cli, diagnose.render.text")
    assert [name for name in HEAVY if name in loaded] == []
