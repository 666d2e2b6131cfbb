r"""The inventory: every message of a program's source, one line each.

A text file, ``inventory.tsv``, beside the pages of a system. Lines that start
with ``#`` are comments; the line ``versions`` names the source trees that were
read, oldest first. A line that names a file is followed by the messages made
in it, each behind a tab::

    lines  kind  versions  class  wrapper  template

``versions`` is the first and the last one that has the message,
``2.3.0..2.8.5``; without a last one the newest tree has it. ``-`` stands for
nothing. In the template ``\n``, ``\t`` and ``\\`` are escapes.
"""

from __future__ import annotations

from diagnose import template
from diagnose.errors import TemplateError
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator, Sequence

    from diagnose.model import Entry

FILE_NAME = "inventory.tsv"


class Row(NamedTuple):
    """One message of one file."""

    path: str
    lines: tuple[str, ...]
    kind: str
    since: str
    until: str
    class_: str
    below: str
    """Id of the wrapper that the program puts above it."""
    template: str


class Inventory(NamedTuple):
    """The messages of a system, and the versions that were read, oldest first."""

    versions: tuple[str, ...]
    rows: tuple[Row, ...]


class LineError(ValueError):
    """A line of an inventory that cannot be read, and its number."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line} is {reason}")
        self.line = line


# ------------------------------------------------------------------ the file

_CELLS = 7


def read(text: str) -> Inventory:
    r"""Read an inventory.

    Raises ``LineError``.

    >>> read("versions\t1.0 1.1\nsrc/a.rs\n\t3,9\tbail\t1.1..\t-\t-\tno {x}\n").rows[0].lines
    ('3', '9')
    """
    versions: tuple[str, ...] = ()
    rows: list[Row] = []
    path = ""
    for number, line in enumerate(text.split("\n"), 1):
        cells = line.split("\t")
        if not line or line[0] == "#":
            continue
        if cells[0] == "versions":
            versions = tuple(cells[1].split())
        elif len(cells) == 1:
            path = line
        elif len(cells) == _CELLS and not cells[0] and path:
            rows.append(_row(path, cells))
        else:
            raise LineError(number, "neither a file nor a message")
    return Inventory(versions, tuple(rows))


def faults(text: str) -> Iterator[tuple[int, str]]:
    r"""Templates of a readable inventory that cannot be used, each with its line.

    >>> list(faults("src/a.rs\n\t3\tbail\t1.1..\t-\t-\tno {x\n"))[0][0]
    2
    """
    for number, line in enumerate(text.split("\n"), 1):
        cells = line.split("\t")
        if len(cells) == _CELLS and not cells[0]:
            try:
                for reason in template.refusals(template.parse(_unescape(cells[-1]))):
                    yield number, reason
            except TemplateError as error:
                yield number, str(error)


def _row(path: str, cells: Sequence[str]) -> Row:
    _, lines, kind, versions, class_, below, source = cells
    since, _, until = versions.partition("..")
    class_, below = (cell if cell != "-" else "" for cell in (class_, below))
    return Row(path, tuple(lines.split(",")), kind, since, until, class_, below, _unescape(source))


def _unescape(source: str) -> str:
    if "\\" not in source:
        return source
    parts = source.split("\\\\")
    return "\\".join(part.replace("\\n", "\n").replace("\\t", "\t") for part in parts)


# --------------------------------------------------------------- the skeleton

_PART = lazy_pattern(
    r"(?P<brace>\{\{|\}\})|(?P<bracket>\\\[\[|\\\]\])|\[\[(?:[^\]]|\](?!\]))*+\]\]"
    r"|(?P<error>\{\w++:chain\}\Z)|(?P<slot>\{\w++[^{}]*+\})"
)


def skeleton(source: str) -> str:
    """A template without what may change while the message stays the same.

    Names and kinds of placeholders, optional parts, an error at the end, white
    space and what a report takes off the end do not count.

    >>> skeleton("no  job {job_id:int}: {error:chain}"), skeleton("no job {{{x}}}.")
    ('no job {}', 'no job {{}}')
    """
    return _squeezed(_PART.sub(_plain, source))


def _plain(found: re.Match[str]) -> str:
    if found["brace"]:
        return found[0][0]
    if found["bracket"]:
        return found[0][1:]
    return "{}" if found["slot"] else ""


def _squeezed(text: str) -> str:
    return " ".join(text.split()).rstrip(" .:")


_MOST_FORMS = 64


def skeletons(source: str) -> set[str]:
    """The skeletons of all texts that a template stands for: its choices, with and without
    its optional parts. Raises ``TemplateError``.

    >>> sorted(skeletons("{a:one_of(x|y)} of[[ {b}]]"))
    ['x of', 'x of {}', 'y of', 'y of {}', '{} of', '{} of {}']
    """
    forms = [""]
    for element in template.parse(source).elements:
        added = _forms(element)
        if len(forms) * len(added) > _MOST_FORMS:
            added = added[:1]
        forms = [form + each for form in forms for each in added]
    return {_squeezed(form) for form in forms}


def _forms(element: template.Element) -> list[str]:
    if isinstance(element, template.Literal):
        return [element.text]
    if isinstance(element, template.Option):
        inner = [""]
        for each in element.elements:
            inner = [form + said for form in inner for said in _forms(each)][:_MOST_FORMS]
        return ["", *inner]
    return ["{}", *element.choices, *([""] if element.kind == "chain" else [])]


def taken(entries: Iterable[Entry]) -> frozenset[str]:
    """The skeletons of all wordings of pages and wrappers."""
    found: set[str] = set()
    for each in entries:
        for wording in each.wordings:
            try:
                found |= skeletons(wording.template)
            except TemplateError:
                continue  # told where pages are validated
    return frozenset(found)
