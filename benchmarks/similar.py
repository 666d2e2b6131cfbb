"""How often a near miss is given the right page, and a stranger a wrong one.

Judges on the half of the pages and strangers that nothing was learnt from.

    python benchmarks/similar.py [--misses N]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from typing import NamedTuple

import similar_cases as cases
from similar_train import Judged, all_cases, is_learnt_from, judged

from diagnose.catalog.shapes import words
from diagnose.engine import Engine
from diagnose.similar import Neighbours
from diagnose.similar import weights as files

CHANGED = frozenset(change.__name__ for change in cases.CHANGES)


class Answer(NamedTuple):
    """What is said of a case."""

    case: cases.Case
    nearest: str
    confidence: float
    page: str
    """"" where nothing is near enough."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--misses", type=int, default=0, help="how many to list")
    asked = parser.parse_args()
    engine = Engine(budget_ms=0)
    found = judged(engine, (case for case in all_cases(engine) if not is_learnt_from(case)))
    rows: dict[str, list[Answer]] = defaultdict(list)
    for each in found:
        rows[each.case.kind].append(_answer(each))
    print(f"{'messages':22} {'n':>5} {'right':>7} {'nearest':>8} {'wrong':>7}")
    for kind, answers in rows.items():
        _row(kind, answers)
    everything = [answer for answers in rows.values() for answer in answers]
    _row("changed, with a page", [each for each in everything if each.case.kind in CHANGED])
    _row("strangers", [each for each in everything if each.case.kind in cases.STRANGERS])
    _tell_time(engine, [each.case.message for each in found])
    missed = [each for each in everything if each.page != each.case.page]
    for each in missed[: asked.misses]:
        _tell_miss(each)
    return 0


def _answer(each: Judged) -> Answer:
    sure = each.sure()
    nearest = each.pages[sure.near.number] if sure else ""
    confidence = sure.confidence if sure else 0.0
    page = nearest if confidence >= files.load().least else ""
    return Answer(each.case, nearest, confidence, page)


def _tell_miss(each: Answer) -> None:
    said = f"answered {each.page}" if each.page else f"silent on {each.nearest}"
    print(f"{each.confidence:.2f} {each.case.kind}: {each.case.message!r}")
    print(f"{'':5}{said}, wanted {each.case.page or 'nothing'}")


def _row(kind: str, rows: list[Answer]) -> None:
    n = len(rows)
    with_page = [each for each in rows if each.case.page]
    right = sum(each.page == each.case.page for each in with_page) / n
    nearest = sum(each.nearest == each.case.page for each in with_page) / n
    wrong = sum(each.page not in ("", each.case.page) for each in rows) / n
    print(f"{kind:22} {n:5} {right:7.1%} {nearest:8.1%} {wrong:7.1%}")


def _tell_time(engine: Engine, messages: list[str]) -> None:
    neighbours = Neighbours(engine.catalog.shapes(), words)
    times = []
    for message in messages[::3]:
        start = time.perf_counter()
        neighbours.nearest(message)
        times.append(time.perf_counter() - start)
    times.sort()
    print(
        f"\na message: median {times[len(times) // 2] * 1000:.2f} ms, "
        f"p99 {times[int(len(times) * 0.99)] * 1000:.2f} ms"
    )


if __name__ == "__main__":
    sys.exit(main())
