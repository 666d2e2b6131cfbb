"""The engine: a catalogue, ready to diagnose."""

from __future__ import annotations

from functools import partial
from time import monotonic

from diagnose import catalog as catalogs
from diagnose import chain, matcher, records, template, unwrap
from diagnose.engine import bare, unmatched
from diagnose.engine.answer import answer
from diagnose.engine.failing import Failing, Surroundings
from diagnose.engine.links import links_of, wrapped_links
from diagnose.engine.options import Options
from diagnose.lean import TYPE_CHECKING, complete
from diagnose.model import Line, Record
from diagnose.text import Text, lazy_pattern
from diagnose.unwrap.quiet import is_quiet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from diagnose.catalog import Catalog
    from diagnose.engine.marking import Scanner
    from diagnose.engine.recalling import Recall
    from diagnose.engine.session import Session
    from diagnose.engine.skimming import Chunk, SkimmedSession
    from diagnose.model import Diagnosis, Entry, Message
    from diagnose.prefilter import Needles
    from diagnose.prefilter.runs import Group

BLOCK = 1 << 14
"""Bytes that are read between two looks at the clock."""
LONGEST_WHOLE = 1 << 16
"""Bytes of a text that is also tried as one single message."""


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
        self._guesser = unmatched.Guesser(self.catalog)
        self._numbers: frozenset[str] = frozenset()
        """By which wordings differ; known once there is a scanner."""
        self._runs: dict[tuple[bool, int, str, int], Sequence[Group]] = {}

    def diagnose(
        self, failed: str | bytes | BaseException, *, statement: str = ""
    ) -> list[Diagnosis]:
        """Everything diagnosed in a text, or in an exception and its causes; root cause first."""
        statement = statement or self.options.statement
        surroundings = Surroundings((), statement, alone=True) if statement else _ALONE
        if isinstance(failed, BaseException):
            from diagnose.engine.failure import message_of

            found = self._of_message(message_of(failed), surroundings)
        else:
            raw = failed.encode("utf-8", "replace") if isinstance(failed, str) else failed
            found = self._of_text(raw, surroundings)
        if len(found) < 2:  # noqa: PLR2004 - nothing to put in order
            return found
        found = [each for each in found if not each.is_guess] or found
        found.sort(key=_last if self.options.all_layers else _least_said_last)
        return found

    def scan(self, blocks: Iterable[bytes], source: str = "-") -> Iterator[Diagnosis]:
        """Diagnoses of a stream of bytes, each as soon as its record is complete."""
        session = self.full_session(source)
        for block in blocks:
            yield from session.feed(block)
        yield from session.close()

    def session(self, source: str = "-", chunk: Chunk | None = None) -> SkimmedSession:
        """A stream that is fed in blocks; where it is long, only what can matter is read."""
        from diagnose.engine import skimming

        options = self.options
        make, warm_up = skimming.SkimmedSession, skimming.WARM_UP
        recall = None if options.statement or options.command else partial(self._recall, source)
        return make(
            self._completely, source, options.statement, self.scanner, warm_up, chunk, recall
        )

    def _recall(self, source: str, versions: Mapping[str, str]) -> Recall:
        from diagnose.engine.recalling import Recall

        def telling() -> frozenset[str]:
            return self._numbers

        return Recall(self._completely, source, versions, telling, self.catalog.entry)

    def full_session(self, source: str = "-") -> Session:
        """The same with every line read: for streams that are fed line by line."""
        from diagnose.engine.session import Session

        return Session(self._completely, source, self.options.statement)

    def needles(self) -> Needles:
        """What is searched for in long inputs."""
        from diagnose.engine import scanners

        return scanners.needles(self.catalog)

    def scanner(self, data: bytes, needles: Needles | None = None) -> Scanner:
        """What finds the needles in an input that begins with ``data``; for one thread."""
        from diagnose.engine import scanners

        needles = needles or self.needles()
        self._numbers = needles.numbers
        return scanners.scanner(needles, data)

    def _completely(self, record: Record, surroundings: Surroundings) -> list[Diagnosis]:
        """The diagnoses of a record of a stream, which is not kept for what is asked later.

        Where nothing says that it fails, a line of it must show a wording unbroken.
        """
        if not unmatched.may_fail(record) and not self._shows_wording(record.text.value):
            return []
        return [complete(each) for each in self.of_record(record, surroundings)]

    def _shows_wording(self, text: str) -> bool:
        from diagnose import prefilter

        return any(
            each.entry.role != "wrapper" and prefilter.stands_in(self._runs_of(each), text)
            for each in self._matcher.candidates(_plain_words(text))
        )

    def _runs_of(self, candidate: matcher.Candidate) -> Sequence[Group]:
        found = self._runs.get(candidate.order)
        if found is None:
            from diagnose import prefilter

            parsed = template.parse(candidate.wording.template)
            found = self._runs[candidate.order] = prefilter.runs(parsed)
        return found

    def of_record(self, record: Record, surroundings: Surroundings) -> list[Diagnosis]:
        """The diagnoses of one record."""
        if self._is_harmless(record.text.value):
            return []
        asked = surroundings.alone or unmatched.may_fail(record)
        if asked or self._matcher.candidates(_plain_words(record.text.value)):
            return self._of_message(unwrap.peel(record), surroundings)
        return []

    def _is_harmless(self, value: str) -> bool:
        """Whether a line is seen at once to be no failure."""
        return is_quiet(value) and not self._matcher.quiet_candidates(value)

    def unexplained(self, record: Record) -> unmatched.Unexplained | None:
        """What fails in a record and has no page; None where nothing does."""
        message = unwrap.peel(record)
        links = links_of(message, self._matcher)
        return unmatched.unexplained(message, links, wrapped_links(message, self._matcher))

    def nearest_page(self, text: str) -> tuple[Entry, float] | None:
        """The page whose message a text is near to, and how sure that is; None for none."""
        return self._guesser.nearest_page(text)

    def _of_text(self, raw: bytes, surroundings: Surroundings) -> list[Diagnosis]:
        line = raw.rstrip(b"\r\n")
        if line.isascii() and len(line) <= LONGEST_WHOLE:
            found = self._at_once(line.decode(), surroundings)
            if found is not None:
                return found
        from diagnose.engine.session import Session

        found = self._within_budget(raw, Session(self.of_record, "-", surroundings.statement))
        if all(each.is_guess for each in found) and len(raw) <= LONGEST_WHOLE:
            whole = Record(Text.decode(raw))
            if records.may_be_one(whole.text):
                return self.of_record(whole, surroundings) or found
        return found

    def _at_once(self, value: str, surroundings: Surroundings) -> list[Diagnosis] | None:
        """What is said of a text of one line, or of several that are one message; else None."""
        is_line = "\n" not in value
        if is_line and self._is_harmless(value):
            return []
        found = bare.recognised(value, self._matcher)
        if found is None:
            return self._of_line(value, surroundings) if is_line else None
        record = Record(Text(value)) if is_line else bare.record_of_lines(value, self._matcher)
        if record is None:
            return None
        if found.entry.id in self.options.ignore:
            return []
        return [bare.diagnosis(record, found, partial(self._answer_to, surroundings))]

    def _answer_to(
        self, surroundings: Surroundings, message: Message, links: Sequence[chain.Link]
    ) -> Diagnosis:
        if len(message.record.numbers) > 1:  # read as a stream, which may name versions
            from diagnose.engine.session import versions_in

            versions = versions_in(message.record.text.value)
            surroundings = surroundings._replace(versions=versions, alone=False)
        return answer(self._failing(message, links, surroundings), 0)

    def _of_line(self, value: str, surroundings: Surroundings) -> list[Diagnosis]:
        peeled = unwrap.peel_line(Line(Text(value), number=1))
        return self.of_record(records.of_line(peeled), surroundings)

    def _within_budget(self, raw: bytes, session: Session) -> list[Diagnosis]:
        """What is found in a text until the time is up; its first block is always read."""
        deadline = monotonic() + self._budget if self._budget else float("inf")
        found: list[Diagnosis] = []
        for start in range(0, len(raw), BLOCK):
            found += session.feed(raw[start : start + BLOCK])
            if monotonic() > deadline:
                return found
        return found + session.close()

    def _of_message(self, message: Message, surroundings: Surroundings) -> list[Diagnosis]:
        links = links_of(message, self._matcher)
        root = chain.root(links)
        if root is None:
            return self._guessed(message, surroundings)
        failing = self._failing(message, links, surroundings)
        chosen = [root]
        if self.options.all_layers:
            chosen += [index for index, link in enumerate(links) if link.match and index != root]
        found = [answer(failing, index) for index in chosen]
        if self.options.ignore:
            return [each for each in found if each.id not in self.options.ignore]
        return found

    def _guessed(self, message: Message, surroundings: Surroundings) -> list[Diagnosis]:
        """What can be said of a failure that nothing recognises."""
        if not (self.options.guesses and unmatched.is_failure(message, alone=surroundings.alone)):
            return []
        links = wrapped_links(message, self._matcher)
        found = self._guesser.guess(self._failing(message, links, surroundings))
        return [found] if found and found.id not in self.options.ignore else []

    def _failing(
        self, message: Message, links: Sequence[chain.Link], surroundings: Surroundings
    ) -> Failing:
        return Failing(message, links, surroundings, self.options, self.catalog.version)


_ALONE = Surroundings(alone=True)


def _last(diagnosis: Diagnosis) -> tuple[bool, bool]:
    """What comes last: consequences, and what is no failure."""
    return diagnosis.role == "follower", diagnosis.severity == "info"


def _least_said_last(diagnosis: Diagnosis) -> tuple[bool, bool, bool]:
    """The same, and messages without a page behind those that have one."""
    return (*_last(diagnosis), diagnosis.match == "known")


_ESCAPES = lazy_pattern(r"(?<!\\)\\++(?:u[0-9a-fA-F]{4}|[nrt])|%[0-9A-F]{2}|\x1b\[[0-9;]*m")


def _plain_words(value: str) -> str:
    """The text with escapes taken out, so that its words can be looked up before it is peeled."""
    if "\\" in value or "%" in value or "\x1b" in value:
        value = _ESCAPES.sub(" ", value)
    return f"{value} {value.replace(chr(10), '')}" if "\n" in value else value
