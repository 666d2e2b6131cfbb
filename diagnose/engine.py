"""Wires the flow: bytes in, diagnoses out."""

from __future__ import annotations

from collections import deque
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from diagnose import catalog as catalogs
from diagnose import chain, matcher, records, remedies, template, unwrap
from diagnose import statement as statements
from diagnose.model import NO_FIELDS, Diagnosis, Line, Message, Record, Section, Where
from diagnose.text import Text, lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import BinaryIO

    from diagnose.catalog import Catalog
    from diagnose.model import Entry, Explanation, Fit, Layer, Match, Statement, Value

QUIET_LEVELS = frozenset({"TRACE", "DEBUG", "INFO", "NOTICE"})
"""Levels of records that report no failure."""
WEAKEST = 12
"""Literal characters that a template needs behind text that nothing recognises."""
REMEMBERED_RECORDS = 4
"""How many records of a stream are kept to look for the failing statement."""


class Options(NamedTuple):
    """What the caller says of all diagnoses of an engine."""

    statement: str = ""
    values: Mapping[str, str] = MappingProxyType({})
    """Values that the text does not hold."""
    product_version: str = ""
    all_layers: bool = False
    ignore: frozenset[str] = frozenset()


class Engine:
    """A catalogue, ready to diagnose; safe to share across threads.

    ``budget_ms`` bounds one call of ``diagnose``: what was found by then is
    given. 0 means no bound.

    >>> Engine().diagnose("all is well")
    []
    """

    def __init__(
        self,
        catalog: Catalog | None = None,
        options: Options = Options(),  # noqa: B008 - immutable
        budget_ms: int = 50,
    ) -> None:
        self.catalog = catalog or catalogs.load()
        self.options = options
        self._budget = budget_ms / 1000
        self._matcher = matcher.Matcher(self.catalog)

    def diagnose(
        self, failure: str | bytes | BaseException, *, statement: str = ""
    ) -> list[Diagnosis]:
        """Everything diagnosed in a text, or in an exception and its causes; root cause first."""
        if isinstance(failure, BaseException):
            found = self._of_message(_exception_message(failure), (), statement)
        else:
            raw = failure.encode("utf-8", "replace") if isinstance(failure, str) else failure
            found = self._of_text(raw, statement)
        return sorted(found, key=_followers_last)

    def scan(self, blocks: Iterable[bytes], source: str = "-") -> Iterator[Diagnosis]:
        """Diagnoses of a stream of bytes, each as soon as its record is complete."""
        session = self.session(source)
        for block in blocks:
            yield from session.feed(block)
        yield from session.close()

    def session(self, source: str = "-", statement: str = "") -> Session:
        """A stream that is fed piece by piece; ``statement`` failed in it."""
        return Session(self, source, statement)

    def of_record(
        self, record: Record, earlier: Sequence[Record] = (), statement: str = ""
    ) -> list[Diagnosis]:
        """The diagnoses of one record; ``earlier`` records of its stream may hold the statement."""
        if not self._matcher.candidates(_plain_words(record.text.value)):
            return []
        return self._of_message(unwrap.peel(record), earlier, statement)

    # ------------------------------------------------------------- one text

    def _of_text(self, raw: bytes, statement: str) -> list[Diagnosis]:
        line = raw.rstrip(b"\r\n")
        if b"\n" not in line and line.isascii() and len(line) <= LONGEST_WHOLE:
            peeled = unwrap.peel_line(Line(Text.decode(line), number=1))
            return self.of_record(records.of_line(peeled), (), statement)
        session = self.session(statement=statement)
        deadline = monotonic() + self._budget if self._budget else None
        found = [*session.feed(raw, deadline), *session.close(deadline)]
        if not found and len(raw) <= LONGEST_WHOLE:
            # Lines that say nothing one by one may be one message.
            return self.of_record(_whole_record(raw), (), statement)
        return found

    # ---------------------------------------------------------- one message

    def _of_message(
        self, message: Message, earlier: Sequence[Record], statement: str
    ) -> list[Diagnosis]:
        links = self._links(message)
        root = chain.root(links)
        if root is None:
            return []
        chosen = range(len(links)) if self.options.all_layers else (root,)
        failing = _Failing(message, links, self._statement(message, earlier, statement))
        found = [
            self._diagnosis(failing, index, links[index].match)
            for index in sorted(chosen, key=lambda index: index != root)
            if links[index].match
        ]
        return [each for each in found if each.id not in self.options.ignore]

    def _links(self, message: Message) -> list[chain.Link]:
        candidates = self._matcher.candidates(
            " ".join(section.text.value for section in message.sections)
        )
        if message.level in QUIET_LEVELS:
            candidates = [each for each in candidates if each.wording.at_any_level]
        if not candidates:
            return self._broken_links(message)
        links = [
            link for layer in chain.layers(message.sections) for link in _descend(layer, candidates)
        ]
        if chain.root(links) is None:
            return self._broken_links(message) or links
        return links

    def _broken_links(self, message: Message) -> list[chain.Link]:
        """The message as a terminal broke it, in mid-word."""
        if message.level in QUIET_LEVELS:
            return []
        for section in message.sections:
            value = section.text.value
            if "\n" not in value.strip():
                continue
            candidates = self._matcher.candidates(f"{value} {value.replace(chr(10), '')}")
            squashed = matcher.squash(value)
            for start in chain.squashed_starts(squashed.value) if candidates else ():
                found = matcher.match_squashed(candidates, squashed, start)
                if found:
                    return [chain.Link(section.text, found.start, found.end, found)]
        return []

    def _statement(
        self, message: Message, earlier: Sequence[Record], given: str
    ) -> Statement | None:
        if given or self.options.statement:
            return statements.given(given or self.options.statement)
        texts = [message.record.text.value, *(section.text.value for section in message.sections)]
        own = [each for text in texts for each in statements.find(text)]
        session = "\n".join([*(record.text.value for record in earlier), texts[0]])
        typed = [
            each
            for each in statements.find(session)
            if each.statement.origin in statements.TYPED_ORIGINS
        ]
        return statements.best([*typed, *own])

    # -------------------------------------------------------- one diagnosis

    def _diagnosis(self, failing: _Failing, index: int, found: Match | None) -> Diagnosis:
        assert found is not None
        entry, message = found.entry, failing.message
        context = failing.context(index)
        explanation, fit = _explanation(found, failing, index)
        values: dict[str, Value] = {
            **self.options.values,
            **context,
            **found.captures,
            **(fit.captures if fit else {}),
        }
        kinds = {**found.kinds, **(fit.kinds if fit else {})}
        text = chain.message_text(failing.links, index)
        return Diagnosis(
            id=entry.id,
            title=remedies.prose(entry.title, values),
            match="exact",
            message=text.value,
            where=_where(text, message.record),
            cause=remedies.prose(explanation.cause, values) if explanation else "",
            fixes=remedies.commands(
                self._for_version(explanation), values, kinds, fit, failing.statement
            )
            if explanation
            else (),
            captures=found.captures,
            context=context,
            chain=tuple(chain.texts(failing.links)),
            root=index == len(failing.links) - 1,
            severity=entry.severity,
            class_=entry.class_,
            statement=failing.statement.text if failing.statement else "",
            statement_origin=failing.statement.origin if failing.statement else "",
            timestamp=message.timestamp,
            level=message.level,
            component=message.component,
            related=entry.related,
            references=entry.references,
            raised_at=found.wording.raised_at,
            role=entry.role,
            catalog=self.catalog.version,
        )

    def _for_version(self, explanation: Explanation) -> Explanation:
        if not self.options.product_version:
            return explanation
        version = _version_key(self.options.product_version)
        fixes = tuple(
            fix
            for fix in explanation.fixes
            if (not fix.since or _version_key(fix.since) <= version)
            and (not fix.until or version <= _version_key(fix.until))
        )
        return explanation._replace(fixes=fixes)


LONGEST_WHOLE = 1 << 16


class _Failing(NamedTuple):
    """A message, its chain and the statement that failed."""

    message: Message
    links: Sequence[chain.Link]
    statement: Statement | None

    def context(self, index: int) -> dict[str, Value]:
        """What the record's fields and the layers above say."""
        said: dict[str, Value] = dict(self.message.fields)
        for link in self.links[:index]:
            if link.match:
                said.update(link.match.captures)
        return said


class Session:
    """One stream of bytes and the records that are still open in it.

    ``warnings`` holds what was cut or could not be read; whoever prints empties it.
    """

    def __init__(self, engine: Engine, source: str, statement: str) -> None:
        self._engine = engine
        self._statement = statement
        self._splitter = records.Splitter(source)
        self._joiner = records.Joiner(unwrap.peel_line)
        self._earlier: dict[str, deque[Record]] = {}
        self.warnings: list[str] = []

    def feed(self, block: bytes, deadline: float | None = None) -> list[Diagnosis]:
        """The diagnoses of the records that this block completes."""
        found: list[Diagnosis] = []
        for line in self._splitter.feed(block):
            found += self._diagnose(self._joiner.feed(line))
            if deadline and monotonic() > deadline:
                break
        return found

    def idle(self) -> list[Diagnosis]:
        """The input is silent: its open records are complete."""
        return self._diagnose(self._joiner.flush())

    def close(self, deadline: float | None = None) -> list[Diagnosis]:
        """The input has ended."""
        if deadline and monotonic() > deadline:
            return []
        found: list[Diagnosis] = []
        for line in self._splitter.flush():
            found += self._diagnose(self._joiner.feed(line))
        return found + self._diagnose(self._joiner.flush())

    def _diagnose(self, complete: Iterable[Record]) -> list[Diagnosis]:
        found: list[Diagnosis] = []
        for record in complete:
            earlier = self._earlier.setdefault(record.stream, deque(maxlen=REMEMBERED_RECORDS))
            found += self._engine.of_record(record, earlier, self._statement)
            earlier.append(record)
        return found


# ------------------------------------------------------------------ helpers


def _descend(layer: Layer, candidates: Sequence[matcher.Candidate]) -> list[chain.Link]:
    def match_at(step: chain.Step) -> Match | None:
        until = (
            template.CLOSED
            if step.enclosed
            else template.OPEN
            if step.open_end
            else template.STRICT
        )
        fewest = WEAKEST if step.weak else 0
        place = matcher.Place(step.text, step.start, len(step.text), until, step.above, fewest)
        return matcher.match_at(candidates, place)

    return chain.descend(layer, match_at)


def _explanation(
    found: Match, failing: _Failing, index: int
) -> tuple[Explanation | None, Fit | None]:
    """The first explanation whose conditions hold, and how the statement fits it."""
    above = [link.text.value for link in failing.links[:index]]
    for explanation in found.entry.explanations:
        if not all(_fits_any(source, above) for source in explanation.when_chain):
            continue
        if not explanation.when_statement:
            return explanation, None
        fit = _fit(explanation, failing.statement, found.captures)
        if fit:
            return explanation, fit
    return None, None


def _fits_any(source: str, above: Sequence[str]) -> bool:
    compiled = template.Compiled(template.parse(source))
    return any(compiled.at(text) for text in above)


def _fit(
    explanation: Explanation, statement: Statement | None, captures: Mapping[str, Value]
) -> Fit | None:
    """How the statement fits; a name that stands in both must have the same value."""
    if statement is None:
        return None
    fits = (statements.fit(source, statement, captures) for source in explanation.when_statement)
    return next(filter(None, fits), None)


def _where(text: Text, record: Record) -> Where:
    offset = text.byte_at(0)
    line = sum(start <= offset for start in record.starts) or 1
    number = record.numbers[min(line, len(record.numbers)) - 1]
    return Where(record.source, number, offset, text.byte_at(len(text.value)) - offset)


def _whole_record(raw: bytes) -> Record:
    return Record(Text.decode(raw))


def _exception_message(error: BaseException) -> Message:
    """An exception and its causes, outermost first, each peeled like a record of its own."""
    sections: list[Section] = []
    fields: dict[str, str] = {}
    seen: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        peeled = unwrap.peel(_whole_record(str(current).encode("utf-8", "replace")))
        sections += peeled.sections
        fields.update(peeled.fields)
        current = current.__cause__ or (
            None if current.__suppress_context__ else current.__context__
        )
    record = _whole_record(str(error).encode("utf-8", "replace"))
    return Message(tuple(sections), record, level="ERROR", fields=fields or NO_FIELDS)


def _followers_last(diagnosis: Diagnosis) -> tuple[bool, bool]:
    return diagnosis.role == "follower", diagnosis.severity == "info"


_ESCAPES = lazy_pattern(r"\\+(?:u[0-9a-fA-F]{4}|[nrt])|%[0-9A-F]{2}|\x1b\[[0-9;]*m")


def _plain_words(value: str) -> str:
    """The text with escapes taken out, so that its words can be looked up before it is peeled."""
    if "\\" in value or "%" in value or "\x1b" in value:
        value = _ESCAPES.sub(" ", value)
    return f"{value} {value.replace(chr(10), '')}" if "\n" in value else value


_VERSION = lazy_pattern(r"(\d+)(?:\.(\d+))?(?:\.(\d+))?")


def _version_key(version: str) -> tuple[int, ...]:
    found = _VERSION.search(version)
    return tuple(int(part or 0) for part in found.groups()) if found else ()


# ---------------------------------------------------------------- the facade

_default: Engine | None = None


def _engine() -> Engine:
    global _default  # noqa: PLW0603 - one engine a process, made on first use
    if _default is None:
        _default = Engine()
    return _default


def diagnose(failure: str | bytes | BaseException, *, statement: str = "") -> list[Diagnosis]:
    """Diagnose a text or an exception with the built-in catalogue; root cause first.

    ``statement`` is the statement or command that failed, if the text does not hold it.

    >>> diagnose("no failure here")
    []
    """
    return _engine().diagnose(failure, statement=statement)


def scan(lines: Iterable[str] | Iterable[bytes] | BinaryIO) -> Iterator[Diagnosis]:
    """Diagnose lines, or a binary file, as they come.

    >>> list(scan(["no failure here"]))
    []
    """
    return _engine().scan(_blocks(lines))


def _blocks(lines: Iterable[str] | Iterable[bytes] | BinaryIO) -> Iterator[bytes]:
    for line in lines:
        block = line.encode("utf-8", "replace") if isinstance(line, str) else line
        yield block if block.endswith(b"\n") else block + b"\n"


def explain(entry_id: str) -> Entry:
    """The page of an id.

    Raises ``UsageError`` when there is none.
    """
    from diagnose.errors import UsageError

    entry = _engine().catalog.entry(entry_id)
    if entry is None:
        raise UsageError(f"no page has the id {entry_id!r}")
    return entry
