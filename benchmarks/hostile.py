"""Every template of the catalogue on lines made to keep it busy, against a harmless line.

``python benchmarks/hostile.py --size 1048576 --lines 12`` takes some 40 minutes of one core.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path
from zlib import crc32

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from diagnose import catalog, template  # noqa: E402
from tests.hostile.lines import hostile  # noqa: E402
from tests.hostile.work import times_as_long  # noqa: E402

ENDS = (template.STRICT, template.OPEN, template.CLOSED)


def worst_of(source: str, count: int, size: int) -> tuple[float, str]:
    """The most times as long as a harmless line, over ``count`` lines, and on which it was."""
    compiled = template.Compiled(template.parse(source))
    lines = list(hostile(source))
    step = max(1, len(lines) // count)
    found = [(0.0, "")]
    for number, line in enumerate(lines[crc32(source.encode()) % step :: step]):
        match = compiled.at if number % 2 else compiled.by_regex
        until = ENDS[number % len(ENDS)]
        taken = times_as_long(partial(match, line.text(size), until=until), size)
        found.append((taken, f"{until}: {source!r} on {line!r}"))
    return max(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=1 << 20, help="characters of a line")
    parser.add_argument("--lines", type=int, default=12, help="lines for each template")
    parser.add_argument("--part", default="0/1", help="which part of the templates: 1/4")
    given = parser.parse_args()
    first, parts = map(int, given.part.split("/"))
    entries = catalog.load().all_entries()
    sources = list(dict.fromkeys(each.template for entry in entries for each in entry.wordings))
    worst = sorted(
        (worst_of(each, given.lines, given.size) for each in sources[first::parts]), reverse=True
    )
    print(f"{len(sources[first::parts])} templates, {given.lines} lines of {given.size} characters")
    for times, where in worst[:20]:
        print(f"{times:7.1f} times  {where}")


if __name__ == "__main__":
    main()
