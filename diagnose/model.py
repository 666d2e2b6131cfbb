"""Every core type; no behaviour.

The data flows one way through these::

    bytes -> Line -> Record -> Message (of Sections) -> Layer -> Match -> Diagnosis
"""

from __future__ import annotations

from types import MappingProxyType

from diagnose.lean import TYPE_CHECKING, Deferring, NamedTuple, changed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from diagnose.text import Text

Value = int | float | str | list[str]
"""A captured value, typed by its placeholder's kind."""

NO_FIELDS: Mapping[str, str] = MappingProxyType({})

# ---------------------------------------------------------------- the input


class Line(NamedTuple):
    """One physical line, without its line end, and what transports said of it."""

    text: Text
    number: int
    """1-based, in its source."""
    source: str = "-"
    """File name, or ``-``."""
    stream: str = ""
    """Which of the interleaved streams it belongs to: container, pod, service, stdout ..."""
    partial: bool = False
    """The next line of the same stream goes on where this one stops."""
    level: str = ""
    timestamp: str = ""
    fields: Mapping[str, str] = NO_FIELDS
    envelopes: tuple[str, ...] = ()
    """Names of the envelopes taken off, outermost first."""


class Record(NamedTuple):
    """One log record: a line with its continuation lines, transports removed."""

    text: Text
    """The lines, joined by ``\\n``."""
    source: str = "-"
    number: int = 1
    """Number of the first line."""
    starts: tuple[int, ...] = (0,)
    """Byte offsets at which the record's physical lines start in the source."""
    numbers: tuple[int, ...] = (1,)
    """Their line numbers."""
    stream: str = ""
    level: str = ""
    timestamp: str = ""
    fields: Mapping[str, str] = NO_FIELDS
    envelopes: tuple[str, ...] = ()


class Section(NamedTuple):
    """A part of a message that says one thing: the headline, the ``error`` field, ..."""

    text: Text
    open_end: bool = False
    """An unquoted field value: what follows a `` key=`` inside may be the next field."""


class Message(NamedTuple):
    """What a record says once all its envelopes are taken off."""

    sections: tuple[Section, ...]
    """Outermost first; the last one is the deepest cause that an envelope names."""
    record: Record
    level: str = ""
    """TRACE, DEBUG, INFO, NOTICE, WARN, ERROR, FATAL, or "" where nothing says it."""
    timestamp: str = ""
    component: str = ""
    fields: Mapping[str, str] = NO_FIELDS
    envelopes: tuple[str, ...] = ()


class Peeled(NamedTuple):
    """What one envelope gives back when it is taken off."""

    sections: tuple[Section, ...]
    level: str = ""
    timestamp: str = ""
    component: str = ""
    fields: Mapping[str, str] = NO_FIELDS


class Layer(NamedTuple):
    """One error of a chain, as far as its text can be told from the layers around it."""

    text: Text
    open_end: bool = False
    depth: int = 0
    """0 is the outermost."""


class Statement(NamedTuple):
    """A statement or a command that failed, or may have failed."""

    text: str
    language: str = "sql"
    """``sql`` or ``shell``."""
    origin: str = ""
    """Where it was found: ``--statement``, ``psql prompt``, ``span field sql`` ..."""
    complete: bool = True
    """False when it was cut or redacted: never returned as a whole, never ``safe``."""


# ------------------------------------------------------------ the catalogue


class Wording(NamedTuple):
    """One wording of a message, over versions and call sites."""

    template: str
    since: str = ""
    until: str = ""
    raised_at: tuple[str, ...] = ()
    commit: str = ""
    at_any_level: bool = False
    """The program logs this failure at INFO or below."""
    below: str = ""
    """Too few literals to prove anything: matches only below the wrapper of this name, or below
    any of ``system/``."""
    glued: bool = False
    """A wrapper that carries its cause as text: both are one layer in every rendering."""


class Fix(NamedTuple):
    """One thing to do about it."""

    title: str
    text: str = ""
    command: str = ""
    edit: Mapping[str, str] = NO_FIELDS
    """Captures of ``when_statement`` to replace in the user's own statement."""
    language: str = "sql"
    applicability: str = "display-only"
    """``safe``, ``unsafe`` or ``display-only``."""
    ask: tuple[str, ...] = ()
    """Placeholders that only a human can fill; such a fix is ``display-only``."""
    since: str = ""
    """First version in which the command exists; not offered to an older one."""
    until: str = ""


class Explanation(NamedTuple):
    """Why it happened and what to do, under conditions."""

    cause: str
    fixes: tuple[Fix, ...] = ()
    when_statement: tuple[str, ...] = ()
    """Statement templates: one of them must fit the failing statement."""
    when_chain: tuple[str, ...] = ()
    """Templates: each must fit a layer above."""
    when: Mapping[str, bool | str | list[str]] = NO_FIELDS
    """Captures of the message: the text or the texts they must be, or whether they are there."""
    did_you_mean: Mapping[str, str | list[str]] = NO_FIELDS
    """A capture, and what it should be one of: texts, or the name of a capture that lists them.

    Something of it must be near; that becomes ``{meant}``.
    """


class Document(NamedTuple):
    """The rest of what a documented error page says; all prose."""

    meaning: str = ""
    trigger: str = ""
    situations: tuple[str, ...] = ()
    prevention: tuple[str, ...] = ()
    before: str = ""
    after: str = ""
    validate: str = ""
    handle: str = ""
    provenance: str = ""
    notes: tuple[str, ...] = ()


class Example(NamedTuple):
    """A text that a page must recognise, with what it must capture."""

    text: str
    captures: Mapping[str, Value]
    statement: str = ""
    command: str = ""
    """The first command that the fixes must make of it."""


class Follows(NamedTuple):
    """Which failures a page's failure may be a consequence of, when one of them came before it."""

    pages: tuple[str, ...]
    """Ids of pages, areas (``kafka/``), or ``*`` for any; of a follower: and what it follows."""
    statements: bool = True
    """Whether a failure that only a client's statement met may be it."""
    when: Mapping[str, bool | str | list[str]] = NO_FIELDS
    """Captures and context of this failure, as in an explanation."""
    same: Mapping[str, str] = NO_FIELDS
    """Name of a value here, and the name under which the failure that came first has it."""
    look: str = ""
    """Where the first failure is to be looked for."""


KNOWN = "known:"
"""What the ids of the inventory start with."""


class Entry(NamedTuple):
    """One page of the catalogue: one cause."""

    id: str
    title: str
    wordings: tuple[Wording, ...]
    explanations: tuple[Explanation, ...] = ()
    class_: str = ""
    severity: str = "error"
    role: str = "cause"
    """``cause``, ``wrapper`` (says who failed), ``follower`` (another failure came first) or, of a
    known message only, ``headline`` (a log line's own words, above the error)."""
    system: str = ""
    follows: tuple[Follows, ...] = ()
    related: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    document: Document = Document()
    examples: tuple[Example, ...] = ()
    near_misses: tuple[str, ...] = ()
    path: str = ""
    """The page's file, relative to the catalogue."""

    @property
    def is_known(self) -> bool:
        """Whether this is a message of the inventory, without a page."""
        return self.id.startswith(KNOWN)


NO_WORD = ""
"""Where wordings without a word of their own are filed."""
AT_ANY_LEVEL = " "
"""Where wordings that a record below WARN may hold are filed, too, with all their words."""


class Posting(NamedTuple):
    """A wording, filed under a word that a text must have for it to fit."""

    number: int
    """Of its entry."""
    which: int
    """Of the entry's wordings."""
    needs: tuple[frozenset[str], ...] = ()
    """Further sets of words, the rarest first: the text must have a word of each, too."""


# --------------------------------------------------------------- the answer


class Match(NamedTuple):
    """A template that fits a layer."""

    entry: Entry
    wording: Wording
    captures: Mapping[str, Value]
    kinds: Mapping[str, str]
    """Kind of each capture."""
    start: int
    """Where it starts and ends in the layer's text."""
    end: int
    literals: int
    """How many literal characters it proves itself by."""
    rest: tuple[int, int] | None = None
    """Span of the error below it, when a ``chain`` placeholder captured one."""


class Command(NamedTuple):
    """A fix, filled in."""

    title: str
    text: str = ""
    command: str = ""
    language: str = ""
    applicability: str = "display-only"
    missing: tuple[str, ...] = ()
    corrects: str = ""
    """The failing statement, where the command is that statement with some of it replaced."""


class Where(NamedTuple):
    """The bytes that were recognised."""

    file: str
    line: int
    offset: int
    length: int


class Difference(NamedTuple):
    """For a near miss: what the template has and what the message has instead."""

    template: str
    message: str


class Fit(NamedTuple):
    """A statement template that fits a failing statement."""

    statement: Statement
    captures: Mapping[str, Value]
    kinds: Mapping[str, str]
    spans: Mapping[str, tuple[int, int]]
    """Where each capture stands in the statement's text, in characters."""
    others: tuple[Mapping[str, tuple[int, int]], ...] = ()
    """The same of the further places at which a fragment stands, with the same captures."""


class Alike(NamedTuple):
    """What a diagnosis that differs from a sample in numbers only has in their place."""

    sample: Diagnosis
    marks: tuple[str, ...]
    """The sample's numbers, all of them different: count, line, offset, length, time, others."""
    values: tuple[str, ...]
    """What stands for each of them, but for the count."""
    kept: dict[str, object]
    """For those who render: what they have made of the sample."""


GUESSES = frozenset({"similar", "class"})


class Diagnosis(Deferring):
    """What happened, why, and what to type. ``to_dict`` gives the JSON object.

    What a page makes of the message (title, cause, fixes), the chain and the statement may be
    worked out at the first question for one of them.
    """

    id: str
    title: str
    match: str
    """``exact`` (a page), ``known`` (the inventory), ``similar`` or ``class``."""
    message: str
    where: Where
    cause: str = ""
    fixes: tuple[Command, ...] = ()
    captures: Mapping[str, Value] = MappingProxyType({})
    context: Mapping[str, Value] = MappingProxyType({})
    """What wrappers and the record's fields say: call, actor_id, sink ..."""
    chain: tuple[str, ...] = ()
    """The texts of all layers, outermost first."""
    root: bool = True
    """False when a deeper layer is there that nothing recognises."""
    confidence: float = 1.0
    severity: str = "error"
    class_: str = ""
    statement: str = ""
    statement_origin: str = ""
    timestamp: str = ""
    level: str = ""
    component: str = ""
    count: int = 1  # type: ignore[assignment]  # checkers see a tuple's count, which it is not
    related: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    raised_at: tuple[str, ...] = ()
    role: str = "cause"
    difference: tuple[Difference, ...] = ()
    catalog: str = ""

    @property
    def alike(self) -> Alike | None:
        """The sample that it differs from in numbers only, where one is known."""
        return vars(self).get("_alike")

    def with_count(self, count: int) -> Diagnosis:
        """The same with a count, and nothing else worked out."""
        return self if count == self.count else changed(self, count=count)

    def moved(self, lines: int) -> Diagnosis:
        """The same so many lines further down, and nothing else worked out."""
        where, alike = self.where._replace(line=self.where.line + lines), self.alike
        if alike is None:
            return changed(self, where=where)
        values = (str(where.line), *alike.values[1:])
        return changed(self, where=where, _alike=alike._replace(values=values))

    @property
    def is_guess(self) -> bool:
        """Whether no message that is known fits: the nearest one, or only a failure class."""
        return self.match in GUESSES

    def to_dict(self) -> dict[str, object]:
        """The diagnosis as the JSON object of the contract (``schema`` 1).

        >>> Diagnosis("a/b", "B", "exact", "boom", Where("-", 1, 0, 4)).to_dict()["schema"]
        1
        """
        return {
            "id": self.id,
            "title": self.title,
            "match": self.match,
            "confidence": self.confidence,
            "severity": self.severity,
            "class": self.class_,
            "message": self.message,
            "captures": {name: in_json(value) for name, value in self.captures.items()},
            "context": {name: in_json(value) for name, value in self.context.items()},
            "cause": self.cause,
            "fixes": [_command_dict(fix) for fix in self.fixes],
            "chain": list(self.chain),
            "root": self.root,
            "statement": self.statement or None,
            "statement_origin": self.statement_origin or None,
            "where": self.where._asdict(),
            "timestamp": self.timestamp or None,
            "level": self.level or None,
            "component": self.component or None,
            "count": self.count,
            "related": list(self.related),
            "references": list(self.references),
            "raised_at": list(self.raised_at),
            "difference": [each._asdict() for each in self.difference],
            "catalog": self.catalog,
            "schema": 1,
        }


SAFE_INTEGER = 2**53 - 1


def in_json(value: Value) -> object:
    """Integers that JSON readers would round are given as strings."""
    if isinstance(value, int) and abs(value) > SAFE_INTEGER:
        return str(value)
    return value


def _command_dict(fix: Command) -> dict[str, object]:
    known = {**fix._asdict(), "missing": list(fix.missing)}
    del known["corrects"]  # the diagnosis has the statement
    return known
