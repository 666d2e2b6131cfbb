"""How many real error messages are recognised, at the right layer.

Reads JSONL files of pairs ``{"sql": ..., "error": ..., "error_is_regex": bool}``, such as the
expected errors of a product's own tests, and counts for each error text what is said of it:

    exact    a page explains the deepest layer
    known    the inventory knows the deepest layer
    above    only a layer above the deepest one is recognised
    swallowed    a page took for a value what the inventory has a more specific message for
    none     nothing is recognised

Counted apart are ``texts``, what a client saw from its first line to its last; ``plain``, regular
expressions that are plain text, of which nothing says whether they are a whole message or a piece
of one; and ``regex``, the other expressions. A piece of a message is never recognised on purpose.

    python benchmarks/recall.py PAIRS.jsonl ... [--patterns DIR] [--misses N]
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from diagnose import catalog
from diagnose.authoring.rivals import swallows
from diagnose.engine import Engine, Options
from diagnose.errors import DiagnoseError, InputError, PageFaultsError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diagnose.catalog.pages import Reading
    from diagnose.model import Diagnosis, Entry

KINDS = ("exact", "known", "above", "swallowed", "none")
FORMS = ("texts", "plain", "regex")
RECOGNISED = ("exact", "known")
_ESCAPED = re.compile(r"\\([^A-Za-z0-9])")
_SPECIAL = re.compile(r"[*+?\[\]{}|^$]|\\[A-Za-z0-9]|\.(?:\*|\+)")


class Pair(NamedTuple):
    """A statement and the error that it must give."""

    sql: str
    error: str
    form: str
    """``texts``, ``plain`` or ``regex``."""


def pairs(path: str) -> Iterator[Pair]:
    """The pairs of a file."""
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            said = _said(line, f"{path}:{number}")
            error = said["error"]
            plain = plain_text(error) if said.get("error_is_regex") else None
            form = "plain" if plain is not None else "regex"
            form = form if said.get("error_is_regex") else "texts"
            yield Pair(said.get("sql", ""), error if plain is None else plain, form)


def _said(line: str, place: str) -> dict[str, Any]:
    try:
        said = json.loads(line)
    except ValueError as error:
        raise InputError(place, str(error)) from error
    if not isinstance(said, dict) or not isinstance(said.get("error"), str):
        raise InputError(place, "not an object with the text `error`")
    return said


def plain_text(expression: str) -> str | None:
    """The only text that a regular expression stands for; None when there are more."""
    bare = _ESCAPED.sub("", expression)
    if _SPECIAL.search(bare) or re.search(r"\((?!s\))", bare):
        return None
    return _ESCAPED.sub(r"\1", expression)


SURE = Options(guesses=False)


class Judge:
    """Says of an error text how it is recognised."""

    def __init__(self, reading: Reading) -> None:
        self._engine = Engine(catalog.of_readings([("", reading)]), SURE, budget_ms=0)
        wrappers = tuple(page for page in reading.pages if page.entry.role == "wrapper")
        alone = reading._replace(pages=wrappers)
        self._inventory = Engine(catalog.of_readings([("", alone)]), SURE, budget_ms=0)

    def kind(self, pair: Pair) -> tuple[str, Diagnosis | None]:
        """One of ``KINDS``, and the diagnosis."""
        found = next(iter(self._engine.diagnose(pair.error, statement=pair.sql)), None)
        if found is None:
            return "none", None
        if not found.root:
            return "above", found
        if found.match == "exact" and self._swallows(found, pair):
            return "swallowed", found
        return found.match, found

    def _swallows(self, page: Diagnosis, pair: Pair) -> bool:
        """Whether the message has a template of its own, which says more than the page's."""
        own = next(iter(self._inventory.diagnose(pair.error)), None)
        if own is None or not own.root:
            return False
        known = self._inventory.catalog.entry(own.id)
        explained = self._engine.catalog.entry(page.id)
        assert known is not None
        assert explained is not None
        if _files(known) & _files(explained):
            return False  # the page was written about this message
        return all(
            swallows(each.template, page.captures, known.wordings[0].template)
            for each in explained.wordings
        )


def _files(entry: Entry) -> set[str]:
    """The source files that make an entry's messages."""
    places = [place for wording in entry.wordings for place in wording.raised_at]
    return {place.rpartition(":")[0].rpartition(" ")[2] for place in places}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures and the misses; 2 when pages or pairs cannot be read."""
    asked = _arguments(arguments)
    try:
        return _report(asked)
    except (DiagnoseError, OSError, UnicodeDecodeError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


def _report(asked: argparse.Namespace) -> int:
    reading = catalog.examine(asked.patterns) if asked.patterns else catalog.built_in()
    if reading.faults:
        raise PageFaultsError(reading.faults)
    judge = Judge(reading)
    misses: list[str] = []
    for path in asked.pairs:
        counts = {form: Counter[str]() for form in FORMS}
        for pair in pairs(path):
            kind, found = judge.kind(pair)
            counts[pair.form][kind] += 1
            if kind not in RECOGNISED:
                by = f" <- {found.id}" if found else ""
                misses.append(f"{pair.form} {kind:9} {pair.error!r}{by}")
        print(path)
        for form in FORMS:
            print(f"  {form} {_figures(counts[form])}")
    for line in misses[: asked.misses]:
        print(line)
    return 0


def _figures(counts: Counter[str]) -> str:
    total = sum(counts.values())
    if not total:
        return "none"
    recognised = sum(counts[kind] for kind in RECOGNISED) / total
    by_page = counts["exact"] / total
    shown = ", ".join(f"{counts[kind]} {kind}" for kind in KINDS)
    return f"{total}: {recognised:.1%} recognised, {by_page:.1%} by a page ({shown})"


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("pairs", nargs="+", metavar="PAIRS.jsonl")
    parser.add_argument("--patterns", metavar="DIR", help="default: the built-in catalogue")
    parser.add_argument("--misses", type=int, default=1000, help="how many to list")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
