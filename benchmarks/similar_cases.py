"""Messages that no template fits exactly: pages' own messages, changed; rewordings; strangers.

Everything is drawn with a fixed seed from the catalogue, ``classes_messages.tsv`` and harmless
lines.
"""

from __future__ import annotations

import os
import random
import re
from typing import TYPE_CHECKING, NamedTuple

from rapidfuzz import fuzz, process

from diagnose import unwrap
from diagnose.authoring.sample import sample
from diagnose.catalog import shapes as forms
from diagnose.engine.unmatched import is_failure
from diagnose.model import Record
from diagnose.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diagnose.engine import Engine

HERE = os.path.dirname(os.path.abspath(__file__))
OWN = os.path.join(HERE, "classes_messages.tsv")
RELATED = os.path.join(HERE, "similar_related.tsv")
HARMLESS = os.path.join(os.path.dirname(HERE), "tests", "cases", "harmless.txt")
SEED = 20261201
SAME = 88
"""Two templates of which so much per cent is the same are one message."""
KNOWN_DRAWN = 1200
"""So many known messages without a page are drawn."""


class Case(NamedTuple):
    """A message, and the page that it should be given; "" for none."""

    kind: str
    message: str
    page: str
    without: frozenset[tuple[int, int]] = frozenset()
    """Wordings that are taken out for it."""


_OTHER_WORDS = [
    "resource",
    "handle",
    "window",
    "bucket",
    "marker",
    "channel",
    "operation",
    "request",
    "record",
    "entity",
    "value",
    "branch",
    "segment",
    "policy",
    "session",
    "element",
    "context",
    "object",
    "target",
    "stage",
    "buffer",
    "group",
    "snapshot",
]
_CLAUSES = (
    " (see the log of the node)",
    " while the request was handled",
    " in the current session",
    ", please check,",
    " at this point",
    " [attempt 3]",
    " for tenant blue",
)
_WORD = re.compile(r"[A-Za-z]{4,}")


def changed_word(rng: random.Random, text: str) -> str:
    """One word is another one."""
    found = list(_WORD.finditer(text))
    if not found:
        return text
    word = rng.choice(found)
    return text[: word.start()] + rng.choice(_OTHER_WORDS) + text[word.end() :]


def truncated(rng: random.Random, text: str) -> str:
    """The end is not there."""
    return text[: int(len(text) * rng.uniform(0.6, 0.9))]


def typo(rng: random.Random, text: str) -> str:
    """Letters of one or two words are swapped, lost or wrong."""
    for _ in range(rng.choice((1, 2))):
        found = list(_WORD.finditer(text))
        if not found:
            return text
        word = rng.choice(found)
        at = rng.randrange(word.start(), word.end() - 1)
        new = rng.choice((text[at + 1] + text[at], text[at], text[at] + rng.choice("aeinrst")))
        text = text[:at] + new + text[at + 2 :]
    return text


def inserted_clause(rng: random.Random, text: str) -> str:
    """Somebody says more."""
    spaces = [found.start() for found in re.finditer(" ", text)] or [len(text)]
    at = rng.choice(spaces)
    return text[:at] + rng.choice(_CLAUSES) + text[at:]


def swapped_order(rng: random.Random, text: str) -> str:
    """The second part comes first."""
    words = text.split(" ")
    if len(words) < 4:  # noqa: PLR2004 - too short to have two parts
        return text
    at = rng.randrange(len(words) // 3, 2 * len(words) // 3 + 1)
    return " ".join([*words[at:], *words[:at]])


def changed_punctuation(rng: random.Random, text: str) -> str:
    """Other quotes, dashes for colons, no commas."""
    pairs = rng.choice((("`", "'"), ('"', "`"), ("'", '"')))
    return text.replace(*pairs).replace(": ", " - ").replace(",", "").replace("(", "[")


CHANGES = (changed_word, truncated, typo, inserted_clause, swapped_order, changed_punctuation)


STRANGERS = frozenset({"known, changed", "other program", "harmless"})
"""Kinds of messages that have no page, but for new ones of a program that has pages."""


def mutations(engine: Engine) -> Iterator[Case]:
    """Pages' own messages, changed in six ways, as far as nothing fits them any more."""
    rng = random.Random(SEED)
    for page, message in page_messages(engine):
        for change in CHANGES:
            changed = change(rng, message)
            if changed != message and fits_nothing(engine, changed):
                yield Case(change.__name__, changed, page)


def page_messages(engine: Engine) -> Iterator[tuple[str, str]]:
    """The bare message of each page's first example."""
    for entry in engine.catalog.entries():
        if entry.role == "wrapper" or not entry.examples:
            continue
        found = [each for each in engine.diagnose(entry.examples[0].text) if each.id == entry.id]
        if found:
            yield entry.id, found[0].message


def rewordings(engine: Engine) -> Iterator[Case]:
    """Messages of a page's wording of some versions, where only its other wordings are there."""
    for number, entry in enumerate(engine.catalog.entries()):
        wordings = [(which, each) for which, each in enumerate(entry.wordings) if not each.below]
        if entry.role == "wrapper" or len(wordings) < 2:  # noqa: PLR2004 - one is taken out
            continue
        for which, wording in wordings:
            others = [
                form
                for at, each in wordings
                if at != which
                for form in forms.skeletons(each.template)
            ]
            if wording.until and not set(forms.skeletons(wording.template)) & set(others):
                message = sample(wording.template).text
                yield Case("reworded", message, entry.id, frozenset({(number, which)}))


def strangers(engine: Engine) -> Iterator[Case]:
    """Messages that have no page: known ones, each taken out; other programs'; harmless lines."""
    rng = random.Random(SEED)
    shapes = engine.catalog.shapes().shapes
    entries = {shape.number: engine.catalog.entry_at(shape.number) for shape in shapes}
    known = [number for number, entry in entries.items() if entry.is_known]
    page_skeletons = [shape.skeleton for shape in shapes if not entries[shape.number].is_known]
    for number in rng.sample(known, min(KNOWN_DRAWN, len(known))):
        message = sample(entries[number].wordings[0].template).text
        yield Case("known, taken out", message, "", frozenset({(number, 0)}))
        changed = rng.choice(CHANGES)(rng, message)
        if is_near_to_page(entries[number].wordings[0].template, page_skeletons):
            continue
        if changed != message and fits_nothing(engine, changed):
            yield Case("known, changed", changed, "")
    related = dict(_rows(RELATED))
    for _, message in _rows(OWN):
        if fits_nothing(engine, message):
            kind = "other, related" if message in related else "other program"
            yield Case(kind, message, related.get(message, ""))
    with open(HARMLESS, encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip()]
    yield from (Case("harmless", line, "") for line in lines if is_asked_about(line))


def _rows(path: str) -> Iterator[tuple[str, str]]:
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line[0] != "#":
                first, second = line.rstrip("\n").split("\t")
                yield first, second


def is_near_to_page(source: str, skeletons: Sequence[str]) -> bool:
    """Whether a known message is one that a page has, but for its placeholders."""
    own = forms.skeletons(source)[0]
    return process.extractOne(own, skeletons, scorer=fuzz.ratio, score_cutoff=SAME) is not None


def is_asked_about(line: str) -> bool:
    """Whether near misses are looked for at all when somebody hands over this line."""
    return is_failure(unwrap.peel(Record(Text.decode(line.encode()))), alone=True)


def fits_nothing(engine: Engine, text: str) -> bool:
    """Whether no page and no known message is recognised in a text."""
    return all(each.is_guess for each in engine.diagnose(text))
