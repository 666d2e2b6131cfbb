"""The whole program with its own pages."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from diagnose._version import CATALOG_VERSION
from diagnose.model import Diagnosis, Where

if TYPE_CHECKING:
    from tests.cli.conftest import Program

PAGE = "risingwave/scale/backfill-parallelism-exceeds-max"
MESSAGE = "specified backfill parallelism 32 should not exceed max parallelism 12"
RECORD = (
    "2026-01-05T10:11:12.123456Z ERROR risingwave_meta_service::ddl_service: ddl failed "
    f"error={MESSAGE}\n"
)


@pytest.fixture
def real(program: Program) -> Program:
    program.command = [sys.executable, "-m", "diagnose"]
    return program


def test_one_shot_with_a_statement(real: Program) -> None:
    statement = "alter table  t set backfill_parallelism = 32"
    done = real.run(MESSAGE, "--statement", statement)
    assert (done.status, done.err) == (0, "")
    assert "\nalter table  t set backfill_parallelism = 12\n" in done.out


def test_the_json_object_has_all_its_keys(real: Program) -> None:
    found = json.loads(real.run("--json", "-m", MESSAGE).out)
    assert found.keys() == Diagnosis("", "", "", "", Where("", 1, 0, 0)).to_dict().keys()
    assert found["id"] == PAGE
    assert found["captures"] == {"n": 32, "max_parallelism": 12}
    assert found["catalog"] == CATALOG_VERSION


def test_a_stream(real: Program) -> None:
    running = real.start("--json", "--summary", "--idle", "100")
    running.write(RECORD.encode())
    running.read_until(b"}\n")
    running.write(RECORD.encode())
    done = running.end()
    assert [json.loads(line)["count"] for line in done.out.splitlines()] == [1, 2]
    assert [json.loads(line)["where"]["line"] for line in done.out.splitlines()] == [1, 2]
    (incident,) = map(json.loads, done.err.splitlines())
    assert incident["root"]["id"] == PAGE
    assert (incident["type"], incident["times"], incident["followers"]) == ("incident", 2, [])
    assert incident["root"]["first"] == "2026-01-05T10:11:12.123456Z"


KILLED = 'time="2026-01-05T10:11:12Z" level=error msg="Process finished with exit code 137"\n'
CLOSED = (
    "2026-01-05T10:11:13.000000Z ERROR risingwave_stream::task: actor exit with error "
    "error=Executor error: Channel closed: barrier receiver\n"
)


@pytest.mark.parametrize("names", [("node.log", "peer.log"), ("peer.log", "node.log")])
def test_the_first_failure_is_found_over_several_files(
    real: Program, names: tuple[str, str]
) -> None:
    (real.directory / "node.log").write_text(KILLED)
    (real.directory / "peer.log").write_text(CLOSED)
    done = real.run(*names, "--summary", "--json")
    assert {json.loads(line)["where"]["file"] for line in done.out.splitlines()} == {*names}
    (incident,) = map(json.loads, done.err.splitlines())
    assert incident["root"]["id"] == "shell/exit-status-signal"
    assert [each["id"] for each in incident["followers"]] == [
        "risingwave/recovery/stream-channel-closed"
    ]


def test_ignored_pages_say_nothing(real: Program) -> None:
    assert real.run("--ignore", PAGE, MESSAGE) == (1, "", "")
    done = real.run("--ignore", "no/such", MESSAGE)
    assert done.status == 0
    assert done.err == "warning: --ignore no/such: there is no such page\n"


def test_more_pages_are_laid_over_and_said(real: Program) -> None:
    page = real.directory / "pages" / "risingwave" / "scale" / f"{PAGE.rpartition('/')[2]}.toml"
    page.parent.mkdir(parents=True)
    page.write_text(
        f"""id = "{PAGE}"
title = "Our own words"
class = "range_validation"
[[message]]
text = "specified backfill parallelism {{n:int}} should not exceed max parallelism {{m:int}}"
[[explanation]]
cause = "{{n}} is above {{m}}."
[[explanation.fix]]
title = "Ask for less"
[[example]]
text = "{MESSAGE}"
captures = {{ n = 32, m = 12 }}
[[near_miss]]
text = "specified parallelism 32 should not exceed max parallelism 12"
"""
    )
    done = real.run("--patterns", "pages", MESSAGE)
    assert done.out.startswith("ERROR  Our own words\n")
    assert done.err.startswith(f"warning: {PAGE}: ")
    assert "overrides" in done.err
    assert real.run("-q", "--patterns", "pages", MESSAGE).err == ""


def test_pages_that_are_not_there(real: Program) -> None:
    done = real.run("--patterns", "nowhere", MESSAGE)
    assert done.status == 2
    assert done.out == ""
    assert done.err.startswith("error: ")
    assert "nowhere" in done.err
