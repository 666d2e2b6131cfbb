"""Bytes -> lines -> records, cut into reads anywhere."""

from __future__ import annotations

from diagnose.records import Joiner, Splitter
from diagnose.unwrap import peel_line
from tests.fuzz import seeds as known
from tests.fuzz.invariants import check_spans
from tests.fuzz.mutating import cuts

WIDE = (b"\xff\xfe", b"\xfe\xff")


def seeds() -> list[bytes]:
    return [*known.framed(), *known.reports()]


def joined(blocks: list[bytes]) -> tuple[list[object], list[object]]:
    splitter, joiner = Splitter("f"), Joiner(peel_line)
    lines = [line for block in blocks for line in splitter.feed(block)] + splitter.flush()
    records = [record for line in lines for record in joiner.feed(line)] + joiner.flush()
    return list(lines), list(records)


def check(data: bytes) -> None:
    splitter, joiner = Splitter("f"), Joiner(peel_line)
    lines = [*splitter.feed(data), *splitter.flush()]
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    records = [record for line in lines for record in joiner.feed(line)] + joiner.flush()
    assert joined(cuts(data)) == (lines, records)
    if not data.startswith(WIDE):
        for record in records:
            check_spans(record.text, data)
            assert len(record.starts) == len(record.numbers)
            for start, number in zip(record.starts, record.numbers, strict=True):
                assert number == 1 + data[:start].count(b"\n")
