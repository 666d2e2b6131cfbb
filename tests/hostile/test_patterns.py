"""No regular expression of the program is slow on any line."""

from __future__ import annotations

from functools import cache, partial
from zlib import crc32

import pytest

from diagnose.classes.words import LONGEST as LONGEST_CLASSIFIED
from diagnose.template.linear import LONGEST as LONGEST_TEMPLATE
from tests.hostile.patterns import Used, hard, used
from tests.hostile.work import MOST, times_as_long

SIZE = 1 << 13
TRIED = 600
"""Lines for each pattern, spread over all that are hard on it."""

SHORT = {
    # patterns that are asked about short texts only, and how short these are
    "diagnose.catalog.inventory._PART": LONGEST_TEMPLATE // 8,  # of its own catalogue
    "diagnose.classes.words._TOKEN": LONGEST_CLASSIFIED,
    "diagnose.classes.words._QUOTED": LONGEST_CLASSIFIED,
    "diagnose.unwrap.postgres._USER": 512,  # a log line's prefix
}
TABLES = (
    "diagnose.records.framing._KINDS",
    "diagnose.unwrap.log4j._LAYOUTS",
    "diagnose.unwrap.stamped._LAYOUTS",
)
"""Of patterns that are tried at the start of a line; what stands in the first is tested by name."""


@cache
def patterns() -> list[Used]:
    return [
        each._replace(method="match") if each.place.startswith(TABLES) else each for each in used()
    ]


@pytest.mark.parametrize("number", range(8))
def test_no_pattern_is_slow(number: int) -> None:
    slow = []
    for each in patterns()[number::8]:
        size = SHORT.get(each.place, SIZE)
        lines = list(hard(each.pattern))
        step = max(1, len(lines) // TRIED)
        for line in lines[crc32(each.place.encode()) % step :: step]:
            found = times_as_long(partial(each.ask, line.text(size)), SIZE)
            if found > MOST:
                slow.append(f"{found:.0f} times: {each.place}.{each.method} on {line!r}")
    assert slow == []


def test_the_patterns_are_found() -> None:
    places = {each.place.partition(":")[0] for each in patterns()}
    assert {"diagnose.secrets.KINDS", "diagnose.chain._BOUNDARY", *SHORT} <= places
    assert len(places) > 200
