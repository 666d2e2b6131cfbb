"""The messages of an inventory, as the catalogue keeps them: known, without a page."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.model import KNOWN, Entry, Explanation, Wording
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Sequence

    from diagnose.catalog.inventory import Inventory, Row

NO_CAUSES = frozenset({"hint", "stderr", "ensure-cond", "parser-expected"})
"""Kinds that are a part of a message, no failure, or put together at run time out of a template
that is a message of its own (``expected {}, found: {}``)."""
WRAPPERS = frozenset({"newtype-context"})
SEVERITIES = {"log-warn": "warning", "notice": "info"}
FEWEST_LITERALS = 12
"""Literal characters with which a message proves itself on its own."""
FEWEST_IF_FREE = 16
"""The same where it starts or ends with a placeholder; it needs a word more, too."""
FEWEST_BELOW = 8
"""The same below a wrapper of its system."""
FEWEST_WORDS = 2
MOST_PLACES = 8


class Known(NamedTuple):
    """One message."""

    id: str
    template: str
    kind: str
    since: str
    until: str
    oldest: str
    """The oldest version that was read."""
    class_: str
    below: str
    raised_at: list[str]
    path: str
    """The inventory's file."""


def messages(
    inventory: Inventory, path: str, system: str, taken: Container[str]
) -> Iterator[Known]:
    """The messages of an inventory that was read from ``path``, each once.

    ``taken`` are skeletons that pages and wrappers have. A message that proves
    nothing is left out, unless its own wrapper proves it.
    """
    from diagnose.catalog.inventory import skeleton

    merged: dict[str, list[Row]] = {}
    for row in inventory.rows:
        if row.kind not in NO_CAUSES:
            merged.setdefault(skeleton(row.template), []).append(row)
    for said, rows in merged.items():
        row = next((row for row in rows if not row.until), rows[-1])
        below = _below(row, said, system)
        if said in taken or below is None:
            continue
        places = [
            f"{each.path}:{line}" for each in rows for line in each.lines if each.until == row.until
        ]
        yield Known(
            id=known_id(said, system),
            template=row.template,
            kind=row.kind,
            since=min((each.since for each in rows), key=_rank(inventory.versions)),
            until=row.until,
            oldest=inventory.versions[0] if inventory.versions else "",
            class_=row.class_,
            below=below,
            raised_at=places[:MOST_PLACES],
            path=path,
        )


def _rank(versions: Sequence[str]) -> Callable[[str], int]:
    ranks = {version: rank for rank, version in enumerate(versions)}
    return lambda version: ranks.get(version, len(ranks))


def known_id(said: str, system: str) -> str:
    """The id of a message, made of its skeleton: names and kinds may become better.

    >>> known_id("no job {}", "shop")
    'known:shop/8c233c01aef8'
    """
    from hashlib import sha256

    return f"{KNOWN}{system}/{sha256(said.encode()).hexdigest()[:12]}"


_WORD = lazy_pattern(r"(?<![A-Za-z}])[A-Za-z]{3,}+(?!\{\})")


def words(source: str) -> list[str]:
    """The words that every text of the message has as whole words.

    >>> words("no jobs {x} in{y}side")
    ['jobs']
    """
    from diagnose.catalog.inventory import skeleton

    return _WORD.findall(skeleton(source))


def _below(row: Row, said: str, system: str) -> str | None:
    """The wrapper that must stand above; "" when none must; None when nothing would prove it."""
    found = set(_WORD.findall(said))
    if not found:
        return None
    literals = len("".join(said.replace("{}", "").split()))
    free = said.startswith("{}") or said.endswith("{}")
    fewest = FEWEST_IF_FREE if free else FEWEST_LITERALS
    if literals >= fewest and len(found) >= FEWEST_WORDS + free:
        return ""
    return f"{system}/" if literals >= FEWEST_BELOW else row.below or None


# ------------------------------------------------------------------ the entry


def entry(known: Known) -> Entry:
    """The entry of a message."""
    system = known.id.removeprefix(KNOWN).partition("/")[0]
    wording = Wording(
        template=known.template,
        since=known.since,
        until=known.until,
        raised_at=tuple(known.raised_at),
        below=known.below,
    )
    return Entry(
        id=known.id,
        title=_title(known.template),
        wordings=(wording,),
        explanations=(Explanation(_cause(known, system)),),
        class_=known.class_,
        severity=SEVERITIES.get(known.kind, "error"),
        role=_role(known.kind),
        system=system,
        path=known.path,
    )


def _role(kind: str) -> str:
    if kind in WRAPPERS:
        return "wrapper"
    return "headline" if kind.startswith("log-") else "cause"


def _title(source: str) -> str:
    """The message's first line, without the error below it.

    >>> _title("no job {x}: {why:chain}"), _title("no job[[: {why:chain}]]")
    ('no job {x}', 'no job')
    """
    if source.endswith(":chain}"):
        source = source[: source.rindex("{")].removesuffix(": ")
    optional = source.find("[[")
    if optional > 0 and source[optional - 1] != "\\":
        source = source[:optional]
    return source.partition("\n")[0]


def _cause(known: Known, system: str) -> str:
    """Where the message comes from, and since when: more is not known."""
    where = " and ".join(known.raised_at[:2])
    earlier = " or earlier" if known.since == known.oldest else ""
    said = f"{system} itself says this, at {where}."
    if known.since:
        until = f" up to {known.until}" if known.until else ""
        said += f" It does so since {known.since}{earlier}{until}."
    return said.replace("{", "{{").replace("}", "}}")
