"""Where diagnoses go: folded, counted, rendered, written."""

from __future__ import annotations

from diagnose.cli.terminal import STDERR, STDOUT, is_terminal, show, style, write
from diagnose.lean import TYPE_CHECKING
from diagnose.render import JSON_FORMATS, get

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from diagnose.cli.settings import Settings
    from diagnose.model import Diagnosis, Entry
    from diagnose.stream.incidents import Incidents
    from diagnose.stream.repeats import Repeats, Seen


class Report:
    """Writes each diagnosis as soon as it is added; remembers what the exit status needs."""

    def __init__(
        self,
        settings: Settings,
        descriptor: int = STDOUT,
        entry_of: Callable[[str], Entry | None] = lambda _: None,
    ) -> None:
        self.severities: set[str] = set()
        self._settings = settings
        self._descriptor = descriptor
        self._format = get(settings.format)
        self._style = style(settings.color, descriptor)
        self._repeats: Repeats | None = None
        self._incidents: Incidents | None = None
        self._written = 0
        self._held: list[str] | None = None
        """What is written together."""
        self._in_json = settings.format in JSON_FORMATS
        if settings.summary:
            from diagnose.stream.incidents import Incidents

            self._incidents = Incidents(entry_of)

    def separate(self, *, ended: bool) -> None:
        """Between another's output and ours; ``ended`` says that its last line has."""
        blank_line = "" if self._settings.format in JSON_FORMATS else "\n"
        self._write(("" if ended else "\n") + blank_line)

    def add_all(self, found: Sequence[Diagnosis]) -> None:
        """Diagnoses of one text: a repeat is folded into the first, which tells the number."""
        found = [self._clean(each) for each in found]
        if len(found) > 1 and not self._format.folds:
            for each in found:
                self._add(each, at_once=True)
            return
        for each in found:
            self._count(each)
        if len(found) > 1 and self._settings.dedup:
            from diagnose.stream.repeats import fold

            found = fold(found)
        for each in found:
            self._show(each)

    def add(self, found: Diagnosis, *, at_once: bool = False) -> None:
        """One diagnosis of a stream; ``at_once`` for an input that is there as a whole."""
        self._add(self._clean(found), at_once=at_once)

    def add_batch(self, found: Sequence[Diagnosis], *, at_once: bool) -> None:
        """Diagnoses of a stream that are there at the same time, written at once."""
        self._held = []
        try:
            for each in found:
                self.add(each, at_once=at_once)
        finally:
            written, self._held = "".join(self._held), None
            if written:
                self._write(written)

    def _add(self, found: Diagnosis, *, at_once: bool) -> None:
        self._count(found)
        counted = self._counted(found, at_once=at_once)
        if counted is not None:
            self._show(counted)

    def counted(self, found: Diagnosis) -> Diagnosis:
        """A diagnosis that the caller writes, with its count so far."""
        found = self._clean(found)
        self._count(found)
        return found.with_count(self._seen(found, at_once=False).times)

    def _clean(self, found: Diagnosis) -> Diagnosis:
        """Without secrets, where that is asked for."""
        addresses = self._settings.redact_addresses
        if not (self._settings.redact or addresses):
            return found
        from diagnose.render.redacting import redacted

        return redacted(found, addresses=addresses)

    def _count(self, found: Diagnosis) -> None:
        self.severities.add(found.severity)
        if self._incidents:
            self._incidents.add(found)

    def _counted(self, found: Diagnosis, *, at_once: bool) -> Diagnosis | None:
        """With its count so far; None when it is a repeat that is not shown."""
        if not self._settings.dedup:
            return found
        seen = self._seen(found, at_once=at_once)
        if seen.shown or not self._format.folds:
            return found.with_count(seen.times)
        return None

    def _seen(self, found: Diagnosis, *, at_once: bool) -> Seen:
        from diagnose.stream.repeats import Repeats, Seen

        if not self._settings.dedup:
            return Seen(shown=True, times=found.count)
        if self._repeats is None:
            self._repeats = Repeats(self._settings.dedup_window)
        return self._repeats.see(found, at_once=at_once)

    def _show(self, found: Diagnosis) -> None:
        head = self._format.separator if self._written else self._format.opening
        self._write(head + self._format.diagnosis(found, self._style))
        self._written += 1

    def _write(self, text: str) -> None:
        """On stderr, beside input that passes, nobody need listen."""
        if self._held is not None:
            self._held.append(text)
            return
        try:
            show(text, self._settings.format, self._descriptor)
        except OSError:
            if self._descriptor != STDERR:
                raise

    def finish(self, *, failed: bool) -> None:
        """The end of the output, what was folded, the summary."""
        if not self._written:
            self._write(self._format.opening)
        self._write(self._format.closing)
        if self._settings.format == "text" and self._repeats is not None:
            from diagnose.render.summary import folded

            self._write(folded(self._repeats.hidden()))
        if self._incidents:
            from diagnose.render import summary

            shown = summary.summary_json if self._in_json else summary.summary
            write(shown(self._incidents.incidents(), self._incidents.lost), STDERR)
        if not self.severities and not failed:
            self.say_nothing_was_found()

    def say_nothing_was_found(self) -> None:
        """For people: in a pipe, silence says it."""
        if not self._settings.quiet and is_terminal(STDERR):
            write("nothing known failed here\n", STDERR)
