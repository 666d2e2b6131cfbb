"""The engine: the flow as a whole, on a catalogue of two pages."""

from __future__ import annotations

import json
import multiprocessing
import threading
from typing import TYPE_CHECKING

import pytest

from diagnose import catalog
from diagnose.engine import Engine, Options
from diagnose.engine.session import versions_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

DRAWER = """\
id = "shop/drawer-stuck"
title = "The drawer of till {till} is stuck"
class = "invalid_state"
[[message]]
text = "drawer of till {till:int} does not open"
[[explanation]]
when_statement = "ALTER DRAWER {till:int} FORCE {n:int}"
cause = "{n} is too much force for till {till}."
[[explanation.fix]]
title = "Pull less"
edit = { n = "5" }
applicability = "safe"
[[explanation]]
when_chain = "shift {shift:word} failed[[: {source:chain}]]"
cause = "In shift {shift} the drawer of till {till} is locked."
[[explanation]]
cause = "The spring of till {till} is worn out."
[[explanation.fix]]
title = "Oil it"
command = "OIL DRAWER {till} WITH {oil:sql_name};"
ask = ["oil"]
since = "2.0.0"
[[explanation.fix]]
title = "Pull"
[[example]]
text = "drawer of till 7 does not open"
captures = { till = 7 }
[[near_miss]]
text = "drawer of till 7 does not close"
"""
FOLLOWER = """\
id = "shop/queue-grows"
title = "The queue grows"
class = "other"
role = "follower"
[[message]]
text = "queue at till {till:int} grows"
[[explanation]]
cause = "Something at till {till} failed before."
[[example]]
text = "queue at till 7 grows"
captures = { till = 7 }
[[near_miss]]
text = "queue at till 7 shrinks"
"""
WRAPPERS = """\
[[wrapper]]
id = "shop/wrapper/shift"
text = "shift {shift:word} failed[[: {source:chain}]]"
example = "shift night failed"
"""
STUCK = "drawer of till 7 does not open"


@pytest.fixture
def engine(tmp_path: Path) -> Callable[..., Engine]:
    """Makes an engine on the two pages, with the options given."""
    folder = tmp_path / "shop"
    folder.mkdir()
    (folder / "drawer-stuck.toml").write_text(DRAWER)
    (folder / "queue-grows.toml").write_text(FOLLOWER)
    (folder / "wrappers.toml").write_text(WRAPPERS)
    pages = catalog.from_directory(str(tmp_path))

    def make(budget_ms: int = 0, **options: object) -> Engine:
        return Engine(pages, Options(**options), budget_ms=budget_ms)  # type: ignore[arg-type]

    return make


def test_a_message_gets_cause_and_fixes_with_its_values(engine: Callable[..., Engine]) -> None:
    (found,) = engine().diagnose(STUCK)
    assert found.title == "The drawer of till 7 is stuck"
    assert found.cause == "The spring of till 7 is worn out."
    assert found.fixes[0].command == "OIL DRAWER 7 WITH <oil>;"
    assert found.fixes[0].missing == ("oil",)
    assert found.root


def test_the_failing_statement_chooses_the_explanation(engine: Callable[..., Engine]) -> None:
    (found,) = engine().diagnose(STUCK, statement="alter drawer 7  force 9")
    assert found.cause == "9 is too much force for till 7."
    assert found.fixes[0].command == "alter drawer 7  force 5"


def test_a_statement_about_something_else_does_not(engine: Callable[..., Engine]) -> None:
    (found,) = engine().diagnose(STUCK, statement="alter drawer 8 force 9")
    assert found.cause == "The spring of till 7 is worn out."


def test_a_layer_above_chooses_the_explanation_and_gives_context(
    engine: Callable[..., Engine],
) -> None:
    (found,) = engine().diagnose(f"shift night failed: {STUCK}")
    assert found.cause == "In shift night the drawer of till 7 is locked."
    assert found.context["shift"] == "night"
    assert found.chain == ("shift night failed", STUCK)


def test_values_that_the_text_does_not_hold_are_set(engine: Callable[..., Engine]) -> None:
    (found,) = engine(values={"oil": "olive", "till": "9"}).diagnose(STUCK)
    assert found.fixes[0].command == "OIL DRAWER 7 WITH olive;"


@pytest.mark.parametrize(
    ("given", "text", "titles"),
    [
        ("1.9.3", STUCK, ["Pull"]),
        ("2.0.0", STUCK, ["Oil it", "Pull"]),
        ("", f"INFO shop:v1.4.0 starts\n{STUCK}", ["Pull"]),
        ("", f"INFO shop:v2.4.0 starts\n{STUCK}", ["Oil it", "Pull"]),
        ("", f"INFO other:v1.4.0 starts\n{STUCK}", ["Oil it", "Pull"]),
    ],
)
def test_a_fix_is_offered_to_versions_that_have_it(
    engine: Callable[..., Engine], given: str, text: str, titles: list[str]
) -> None:
    (found,) = engine(product_version=given).diagnose(text)
    assert [fix.title for fix in found.fixes] == titles


def test_versions_are_read_from_what_a_log_says() -> None:
    assert versions_in("image: shop/till:v1.2.3") == {"till": "1.2.3"}
    assert versions_in("Shop version 4.5.6 ready") == {"shop": "4.5.6"}
    assert versions_in("up 1.2.3 at 10.0.0.1:8080") == {}


def test_an_exception_is_diagnosed_with_its_causes(engine: Callable[..., Engine]) -> None:
    error = RuntimeError("could not pay")
    error.__cause__ = OSError(STUCK)
    (found,) = engine().diagnose(error)
    assert found.id == "shop/drawer-stuck"
    assert found.chain == ("could not pay", STUCK)


def test_an_exception_that_is_its_own_cause_ends(engine: Callable[..., Engine]) -> None:
    error = ValueError(STUCK)
    error.__cause__ = error
    assert len(engine().diagnose(error)) == 1


def test_consequences_come_behind_the_cause(engine: Callable[..., Engine]) -> None:
    text = f"queue at till 7 grows\n{STUCK}"
    assert [each.id for each in engine().diagnose(text)] == [
        "shop/drawer-stuck",
        "shop/queue-grows",
    ]
    assert [each.id for each in engine().scan([text.encode()])] == [
        "shop/queue-grows",
        "shop/drawer-stuck",
    ]


def test_known_noise_is_left_out(engine: Callable[..., Engine]) -> None:
    assert engine(ignore=frozenset({"shop/drawer-stuck"})).diagnose(STUCK) == []


def test_all_layers_are_given_when_asked_for(engine: Callable[..., Engine]) -> None:
    found = engine(all_layers=True).diagnose(f"shift night failed: {STUCK}")
    assert [(each.id, each.root) for each in found] == [
        ("shop/drawer-stuck", True),
        ("shop/wrapper/shift", False),
    ]


def test_records_of_no_failure_are_not_diagnosed(engine: Callable[..., Engine]) -> None:
    assert engine().diagnose(f"2026-03-04T02:14:55.1Z  INFO shop: {STUCK}") == []
    assert len(engine().diagnose(f"2026-03-04T02:14:55.1Z ERROR shop: {STUCK}")) == 1


def test_where_names_the_bytes(engine: Callable[..., Engine]) -> None:
    text = f"all well\n2026-03-04T02:14:55.1Z ERROR kaffee: caf\u00e9: {STUCK}\n"
    (found,) = engine().scan([text.encode()], "shop.log")
    raw = text.encode()
    assert (found.where.file, found.where.line) == ("shop.log", 2)
    assert raw[found.where.offset : found.where.offset + found.where.length] == STUCK.encode()


def test_the_budget_of_a_call_is_kept(engine: Callable[..., Engine]) -> None:
    many = f"{STUCK}\n" * 20_000
    assert 0 < len(engine(budget_ms=1).diagnose(many)) < 20_000


def test_an_engine_is_shared_by_threads(engine: Callable[..., Engine]) -> None:
    shared, counts = engine(), list[int]()

    def work() -> None:
        counts.extend(len(shared.diagnose(STUCK)) for _ in range(50))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [1] * 400


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="needs fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_an_engine_survives_a_fork(engine: Callable[..., Engine]) -> None:
    shared = engine()
    shared.diagnose(STUCK)
    context = multiprocessing.get_context("fork")
    answers = context.SimpleQueue()
    child = context.Process(target=lambda: answers.put(shared.diagnose(STUCK)[0].id))
    child.start()
    assert answers.get() == "shop/drawer-stuck"
    child.join()


def test_the_json_object_has_the_keys_of_the_contract(engine: Callable[..., Engine]) -> None:
    (found,) = engine().diagnose(STUCK)
    said = json.loads(json.dumps(found.to_dict()))
    assert {
        "id", "title", "match", "confidence", "severity", "class", "message", "captures",
        "context", "cause", "fixes", "chain", "root", "statement", "where", "timestamp", "level",
        "component", "count", "related", "references", "raised_at", "catalog", "schema",
    } <= set(said)  # fmt: skip
    assert set(said["fixes"][0]) >= {
        "title", "text", "command", "language", "applicability", "missing",
    }  # fmt: skip


def test_integers_that_json_would_round_are_strings(engine: Callable[..., Engine]) -> None:
    (found,) = engine().diagnose("drawer of till 9007199254740993 does not open")
    assert found.captures["till"] == 9007199254740993
    assert found.to_dict()["captures"] == {"till": "9007199254740993"}
