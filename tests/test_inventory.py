"""The inventory in the catalogue: messages that are known and have no page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from diagnose import catalog, classes
from diagnose.catalog import inventory, known
from diagnose.engine import Engine, Options

if TYPE_CHECKING:
    from pathlib import Path

PAGE = """\
id = "shop/till/drawer-stuck"
title = "The drawer is stuck"
class = "invalid_state"

[[message]]
text = '''drawer of till {till:int} does not open[[, {more}]]'''

[[explanation]]
cause = '''The spring of till {till} is worn out.'''

[[example]]
text = '''drawer of till 7 does not open'''
captures = { till = 7 }

[[near_miss]]
text = '''drawer of till 7 does not close'''
"""
WRAPPERS = """\
[[wrapper]]
id = "shop/wrapper/sale"
text = '''sale failed[[: {source:chain}]]'''
example = '''sale failed: no till'''
"""
ROWS = """\
versions\t1.0 2.0 3.0
src/till.rs
\t12,40\tbail\t1.0..\tnot_found\t-\tcustomer {customer} is not known here
\t50\tbail\t2.0..2.0\t-\t-\tthe weather is too bad for selling
\t60\tcontext\t3.0..\t-\t-\tcannot read the price list of {shop}[[: {source:chain}]]
\t70\tlog-error\t1.0..\t-\t-\tcannot finish selling
\t80\tlog-warn\t1.0..\t-\t-\tthe queue grows longer
\t90\tbail\t1.0..\t-\t-\tno coins here
\t91\tbail\t1.0..\t-\tshop/wrapper/sale\tnil left
\t92\thint\t1.0..\t-\t-\tbuy a new till or repair it
\t93\tbail\t1.0..\t-\t-\t{a}: {b}
src/drawer.rs
\t7\tbail\t1.0..\t-\t-\tdrawer of till {n} does not open
\t9\tbail\t1.0..\t-\t-\tdrawer of till {till} does not open, {it} is locked by the manager
\t11\tbail\t2.0..\t-\t-\tcustomer {name} is not known here
"""


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return Engine(catalog.from_directory(str(patterns(tmp_path_factory.mktemp("p")))), budget_ms=0)


def patterns(directory: Path) -> Path:
    (directory / "shop" / "till").mkdir(parents=True)
    (directory / "shop" / "till" / "drawer-stuck.toml").write_text(PAGE)
    (directory / "shop" / "wrappers.toml").write_text(WRAPPERS)
    (directory / "shop" / "inventory.tsv").write_text(ROWS)
    return directory


def said(engine: Engine, text: str) -> list[tuple[str, str]]:
    return [(each.match, each.title) for each in engine.diagnose(text)]


def test_a_known_message_says_where_it_comes_from_and_since_when(engine: Engine) -> None:
    (found,) = engine.diagnose("customer Ann is not known here")
    assert re.fullmatch(r"known:shop/[0-9a-f]{12}", found.id)
    assert (found.match, found.class_, found.severity) == ("known", "not_found", "error")
    assert found.title == "customer Ann is not known here"
    assert found.captures == {"customer": "Ann"}
    assert found.raised_at == ("src/till.rs:12", "src/till.rs:40", "src/drawer.rs:11")
    assert "src/till.rs:12" in found.cause
    assert "since 1.0 or earlier" in found.cause


def test_a_known_message_is_advised_by_its_class(engine: Engine) -> None:
    (found,) = engine.diagnose("customer Ann is not known here")
    assert found.fixes == classes.advice("not_found")
    assert not any(fix.command for fix in found.fixes)


def test_versions_in_the_middle_are_told(engine: Engine) -> None:
    (found,) = engine.diagnose("the weather is too bad for selling")
    assert "since 2.0 up to 2.0" in found.cause


@pytest.mark.parametrize(
    "text",
    [
        "drawer of till 7 does not open",
        "drawer of till 7 does not open, it is locked by the manager",
    ],
)
def test_pages_come_before_the_inventory(engine: Engine, text: str) -> None:
    assert said(engine, text) == [("exact", "The drawer is stuck")]


def test_a_message_that_a_page_has_is_left_out(engine: Engine) -> None:
    assert engine.catalog.entry(known.known_id("drawer of till {} does not open", "shop")) is None
    assert engine.catalog.entry(known.known_id("customer {} is not known here", "shop"))


LAYERS = [
    # text, what is said first
    ("sale failed: customer Ann is not known here", "customer Ann is not known here"),
    ("sale failed: no coins here", "no coins here"),
    ("no coins here", None),
    ("sale failed: nil left", "nil left"),
    ("other: nil left", None),
    ("ERROR: sale failed\n\nCaused by:\n  no coins here", "no coins here"),
    ("buy a new till or repair it", None),
    ("this: that", None),
    (
        "cannot read the price list of north: drawer of till 7 does not open",
        "The drawer is stuck",
    ),
    ("cannot read the price list of north: rain", "cannot read the price list of north"),
    ("something unknown: customer Ann is not known here", "customer Ann is not known here"),
]


@pytest.mark.parametrize(("text", "first"), LAYERS)
def test_the_deepest_layer_is_the_root(engine: Engine, text: str, first: str | None) -> None:
    assert next((title for _, title in said(engine, text)), None) == first


RECORDS = [
    ("INFO", "customer Ann is not known here", None),
    ("ERROR", "customer Ann is not known here", "known"),
    ("ERROR", "cannot finish selling", "known"),
    ("WARN", "the queue grows longer", "known"),
    ("INFO", "the queue grows longer", None),
    ("ERROR", "cannot finish selling error=drawer of till 7 does not open", "exact"),
    ("ERROR", "cannot finish selling error=customer Ann is not known here", "known"),
]


@pytest.mark.parametrize(("level", "message", "match"), RECORDS)
def test_a_log_line(engine: Engine, level: str, message: str, match: str | None) -> None:
    line = f"2026-01-02T03:04:05.000000Z {level:>5} shop::till: {message}"
    found = [each.match for each in engine.diagnose(line)]
    assert found == ([match] if match else [])


def test_the_error_is_told_rather_than_the_headline_above_it(engine: Engine) -> None:
    line = "2026-01-02T03:04:05Z ERROR shop: cannot finish selling"
    (found,) = engine.diagnose(f"{line} error=customer Ann is not known here")
    assert found.title == "customer Ann is not known here"


def test_upper_layers_are_not_lost(engine: Engine) -> None:
    everything = Engine(engine.catalog, Options(all_layers=True), budget_ms=0)
    text = "cannot read the price list of north: customer Ann is not known here"
    assert [title for _, title in said(everything, text)] == [
        "customer Ann is not known here",
        "cannot read the price list of north",
    ]


def test_only_pages_are_listed(engine: Engine) -> None:
    assert [entry.id for entry in engine.catalog.entries()] == [
        "shop/wrapper/sale",
        "shop/till/drawer-stuck",
    ]


def test_the_compiled_catalogue_says_the_same(tmp_path: Path, engine: Engine) -> None:
    from diagnose.catalog.compiled import CompiledCatalog

    data = catalog.compile_directory(str(patterns(tmp_path / "p")))
    compiled = CompiledCatalog(data, "test")
    again = Engine(catalog.Catalog(compiled), budget_ms=0)
    for text, _ in LAYERS:
        assert again.diagnose(text) == engine.diagnose(text)
    reading = compiled.reading()
    assert [each.id for each in reading.known] == [
        each.id for each in catalog.examine(str(tmp_path / "p")).known
    ]
    merged = Engine(catalog.of_readings([("compiled", reading)]), budget_ms=0)
    assert said(merged, "customer Ann is not known here") == [
        ("known", "customer Ann is not known here")
    ]


FAULTS = [
    ("src/a.rs\n\t1\tbail\n", 2),
    ("# above\n\n\t1\tbail\t1.0..\t-\t-\tno file above\n", 3),
]


@pytest.mark.parametrize(("text", "line"), FAULTS)
def test_a_faulty_inventory_is_told(tmp_path: Path, text: str, line: int) -> None:
    directory = patterns(tmp_path)
    (directory / "shop" / "inventory.tsv").write_text(text)
    (fault,) = catalog.examine(str(directory)).faults
    assert (fault.line, "not readable" in fault.reason) == (line, True)


def test_names_and_kinds_do_not_change_an_id() -> None:
    one, two = ("no such {a:int} in {b}[[: {source:chain}]]", "no such {x} in {b:debug}.")
    assert inventory.skeleton(one) == inventory.skeleton(two)
