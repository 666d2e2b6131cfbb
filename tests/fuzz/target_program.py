"""Bytes in, every format out; however the bytes come in."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING

from diagnose.engine import Engine, Options
from diagnose.hooks.annotation import flat
from diagnose.hooks.serving.slack import message
from diagnose.render import FORMATS, Style, get
from diagnose.render.annotate import annotate
from diagnose.render.summary import folded
from tests.fuzz import seeds as known
from tests.fuzz.invariants import check_fences, check_where, hidden, strict
from tests.fuzz.mutating import cuts

if TYPE_CHECKING:
    from diagnose.model import Diagnosis

WIDE = (b"\xff\xfe", b"\xfe\xff")
HEAD = re.compile(r"^(?:CRITICAL|ERROR|WARNING|INFO)  ", re.MULTILINE)


def seeds() -> list[bytes]:
    return [*known.reports(), *known.framed()]


@cache
def engine() -> Engine:
    return Engine(options=Options(all_layers=True), budget_ms=0)


def found_in(blocks: list[bytes]) -> list[Diagnosis]:
    session = engine().session("log\x1b]0;x\x07\n\u202e.txt")
    found = [each for block in blocks for each in session.feed(block)]
    return found + session.close()


def check(data: bytes) -> None:
    found = found_in([data])
    assert [each.to_dict() for each in found_in(cuts(data))] == [each.to_dict() for each in found]
    if not data.startswith(WIDE):
        for each in found:
            check_where(each, data)
    shown = found + engine().diagnose(data)
    for name in FORMATS:
        check_format(name, shown)
    assert hidden(folded((each, 2) for each in shown)) == set()
    for each in shown:
        said = message({"x": flat(each)})
        assert said is not None
        assert hidden(json.dumps(said, ensure_ascii=False), "\u200b") == set()
    if shown:
        line = b'{"a":1}\n'
        strict(annotate(line, shown) or b"")


def check_format(name: str, found: list[Diagnosis]) -> None:
    render = get(name)
    parts = [render.diagnosis(each, Style()) for each in found]
    text = render.opening + render.separator.join(parts) + render.closing
    assert hidden(text, "\n\t" if name == "diff" else "\n") == set(), hidden(text)
    if name == "text":
        assert len(HEAD.findall(text)) == len(found)
    if name in ("json", "sarif"):
        strict(text)
    elif name == "ndjson":
        assert len([strict(line) for line in text.splitlines()]) == len(found)
    elif name == "markdown":
        assert sum(line.startswith("## ") for line in check_fences(text)) == len(found)
    elif name == "github":
        assert text.count("\n") == len(found)
        assert "##[" not in "".join(line for line in text.splitlines() if line[:2] != "::")
