"""Every envelope on every text that it may fit, not only the first that does."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from diagnose.model import Line, Record
from diagnose.text import Text
from diagnose.unwrap import has_transport, is_bare, peel, peel_line
from diagnose.unwrap._table import LINES, RECORDS
from tests.fuzz import seeds as known
from tests.fuzz.invariants import check_spans

LONGEST = 4096


def seeds() -> list[bytes]:
    return [*known.framed(), *known.reports()]


def check(data: bytes) -> None:
    data = data[:LONGEST]
    text = Text.decode(data)
    if not text.value:
        return
    for line in text.splitlines()[:4]:
        if line.value:
            _each(LINES, line.value, Line(line, 1), data)
            check_spans(peel_line(Line(line, 1)).text, data)
            assert has_transport(line.value) in (True, False)
    _each(RECORDS, text.value, text, data)
    message = peel(Record(text))
    for section in message.sections:
        check_spans(section.text, data)
        assert section.text.value.strip()
    if is_bare(text.value):
        assert [section.text.value for section in message.sections] == [text.value]


def _each(table: Any, value: str, whole: Any, data: bytes) -> None:
    for row in table:
        if row.first and value[0] not in row.first:
            continue
        if not (value.startswith(row.starts) and row.looks(value)):
            continue
        if not any(needle in value for needle in row.needles):
            continue
        peeled = import_module(f"diagnose.unwrap.{row.module}").peel(whole)
        if peeled is None:
            continue
        texts = [peeled.text] if isinstance(peeled, Line) else [x.text for x in peeled.sections]
        for text in texts:
            check_spans(text, data)
