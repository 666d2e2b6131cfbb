"""Lines that are recalled by their form are diagnosed like lines that are read."""

from __future__ import annotations

import json
import pickle
from functools import cache
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest

from diagnose import template
from diagnose.engine import Engine, recalling, scanners
from diagnose.engine.skimming import SkimmedSession
from diagnose.render import Style, get
from diagnose.render.json_text import dumps
from diagnose.text import Filling

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from diagnose.engine.recalling import Recall
    from diagnose.model import Diagnosis

WRITTEN = Style()
NUMBERS = ("0", "1", "2", "3", "7", "16", "64", "007", "100", "509", "4711", "98765", "12345678901")
HUGE = ("123456789012345678901234567890", "9007199254740993")
ABOVE = (
    *(
        "dev=> SELECT 1 FROM t;",
        "dev=> CREATE TABLE t (a int);",
        "",
        "  at some.frame(File.java:3)",
    ),
    *("HINT:  look there", "postgres version 13.14.0-RisingWave-2.3.0", "image: risingwave:v1.8.2"),
    "2026-03-01T00:00:00.000001Z  INFO risingwave_meta::barrier: checkpoint 3 completed",
    "2026-03-01T00:00:00.000001Z  WARN risingwave_meta::barrier: retry 3, last error: slow down",
    "2026-03-01T00:00:00.000002Z ERROR a::b: nothing that is known 3",
    "Caused by: java.lang.IllegalStateException: 3",
    "{",
)


@cache
def engine() -> Engine:
    return Engine(budget_ms=0)


@cache
def sources() -> Sequence[str]:
    entries = engine().catalog.all_entries()
    some = [
        wording.template
        for entry in entries
        if entry.role != "wrapper"
        for wording in entry.wordings
        if template.slots(template.parse(wording.template)) and "\n" not in wording.template
    ]
    return Random(5).sample(some, 600)


def number_in(rng: Random) -> str:
    if rng.random() < 0.8:
        return str(rng.randrange(5, 10 ** rng.randrange(2, 9)))
    return rng.choice(HUGE if rng.random() < 0.1 else NUMBERS)


def message(source: str, rng: Random) -> str:
    """A wording with numbers for its values."""
    out: list[str] = []
    for element in template.parse(source).elements:
        if isinstance(element, template.Literal):
            out.append(element.text)
        elif isinstance(element, template.Slot):
            number = number_in(rng)
            shown = {"int": number, "number": f"{number}.5", "quoted": f"'{number}'"}
            values = {**shown, "sql_string": f"'v{number}'", "debug": f'"d{number}"'}
            kind = template.kind_of(element)
            out.append(
                rng.choice(element.choices) if element.choices else values.get(kind, f"n{number}")
            )
    return "".join(out)


def line(layout: int, said: str, rng: Random) -> str:
    stamp = (
        f"2026-03-01T00:{rng.randrange(60):02}:{rng.randrange(60):02}.{rng.randrange(10**6):06}Z"
    )
    actor = number_in(rng) if rng.random() < 0.5 else "17"
    blank, comma = stamp[:23].replace("T", " "), stamp[:23].replace("T", " ").replace(".", ",")
    tracing = f"{stamp} ERROR a::b: failed actor_id={actor} error={said}"
    fields = {"message": "failed", "error": said, "actor_id": int(actor) % 99}
    record = {"timestamp": stamp, "level": "ERROR", "fields": fields, "target": "a::b"}
    return (
        tracing,
        json.dumps(record, separators=(",", ":")),
        f"{stamp} stderr F {tracing}",
        f"{blank} ERROR [pool-{actor}] a.B - {said}",
        f"[{comma}] ERROR {said} (a.B:{actor})",
    )[layout]


def log(rng: Random, count: int) -> Iterator[str]:
    """Runs of a few messages again and again, with other things between."""
    while count > 0:
        some = [(rng.choice(sources()), rng.choice([0, 1, 3, 4])) for _ in range(3)]
        in_transport = rng.random() < 0.2
        for _ in range(40):
            count -= 1
            source, layout = rng.choice(some)
            layout = 2 if in_transport else layout
            if rng.random() < 0.1:
                yield rng.choice(ABOVE)
            yield line(layout, message(source, rng), rng)


def recall(versions: Mapping[str, str]) -> Recall:
    needles = scanners.needles(engine().catalog)
    completely, entry = engine()._completely, engine().catalog.entry
    return recalling.Recall(completely, "-", versions, lambda: needles.numbers, entry)


def skimmed(blocks: Sequence[bytes]) -> list[Diagnosis]:
    scanner = engine().scanner(b"")
    session = SkimmedSession(engine()._completely, "-", "", lambda _: scanner, -1, None, recall)
    return [each for block in blocks for each in session.feed(block)] + session.close()


def blocks_of(raw: bytes, rng: Random) -> list[bytes]:
    places = sorted({0, len(raw), *(rng.randrange(len(raw)) for _ in range(3))})
    return [raw[start:end] for start, end in pairwise(places)]


@pytest.mark.parametrize("seed", range(20))
def test_recalled_lines_say_what_read_lines_say(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recalling, "TIMES", 2)
    rng = Random(seed)
    end = rng.choice(["\n", "\n", "\r\n"])
    raw = "".join(each + end for each in log(rng, 400)).encode()
    full = engine().full_session()
    expected = full.feed(raw) + full.close()
    found = skimmed(blocks_of(raw, rng))
    shown = [get("ndjson").diagnosis(each, WRITTEN) for each in found]
    assert sum(each.alike is not None for each in found) > 20
    assert shown == [dumps(each.to_dict()) + "\n" for each in expected]
    assert [each.to_dict() for each in found] == [each.to_dict() for each in expected]
    sent = [
        each.moved(-1) for each in pickle.loads(pickle.dumps([each.moved(1) for each in found]))
    ]
    assert [get("ndjson").diagnosis(each, WRITTEN) for each in sent] == shown
    assert [each._asdict() for each in sent] == [each._asdict() for each in expected]


def test_a_count_is_changed_without_reading_the_line() -> None:
    said = "specified parallelism {} should not exceed max parallelism 64\n"
    head = "2026-03-01T00:00:00.000001Z ERROR a::b: "
    raw = "".join(head + said.format(500 + number) for number in range(40)).encode()
    found = skimmed([raw])[-2].with_count(7)
    assert found.alike is not None
    written = get("ndjson").diagnosis(found, WRITTEN)
    assert json.loads(written)["count"] == 7
    assert json.loads(written) == json.loads(dumps(found.to_dict()))


def test_a_filling_keeps_what_is_not_a_mark() -> None:
    filling = Filling.of("100% of 571 {571} %s", ("571",))
    assert filling.filled(("x",)) == "100% of x {x} %s"
