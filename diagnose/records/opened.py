"""A record that may go on: which lines it takes."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Record
from diagnose.records import framing
from diagnose.text import Text

if TYPE_CHECKING:
    from diagnose.model import Line

MAX_LINES = 2000
STARTING = frozenset({"dbt_stamp", "ci_error"})
"""Line envelopes that stand before each record, not before each line."""
STAMPING = "timestamps"
"""The line envelope that is also a logger's own stamp when there is nothing else."""
_RELAYS = (
    "subprocess.py",
    "pod_manager.py",
    "docker.py",
    "process_utils.py",
    "ssh.py",
    "base_task_runner.py",
    "logging_mixin.py",
)
_TEXTS = frozenset({framing.PLAIN, framing.CONTINUATION, framing.BLANK})
_EMPTY = "` \t\r\n\f\v"
"""What a line is made of that says nothing: the fence that closes a paste."""
_ONE_LINERS = frozenset({framing.PLAIN, framing.TAG, framing.JSON})
_CLIENTS = frozenset({framing.CLIENT, framing.EXCEPTION, framing.PLAIN, framing.TRACEBACK})
MAX_LENGTH = 1 << 20
"""Characters of one record."""
MAX_SPAN = 1 << 18
"""A line that stands so many bytes behind the first one of a record starts another."""


class OpenRecord:
    """A record that may go on."""

    __slots__ = (
        "_awaiting",
        "_blank",
        "_braces",
        "_first",
        "_kind",
        "_length",
        "_lines",
        "_starts",
        "_thrown",
    )

    def __init__(self, line: Line, kind: str, start: int) -> None:
        self._first = line
        self._kind = _opening(line, kind)
        self._lines: list[Line] = []
        self._starts: list[int] = []
        self._length = self._braces = 0
        self._blank = self._thrown = self._awaiting = False
        if kind == framing.JSON:
            self._braces = framing.depth(line.text.value)
        self._append(line, start)
        self._note(kind, line.text.value)

    def _append(self, line: Line, start: int) -> None:
        self._lines.append(line)
        self._starts.append(start)
        self._length += len(line.text.value) + 1

    def _note(self, kind: str, value: str) -> None:
        """Remember what decides about the lines to come."""
        self._blank = kind == framing.BLANK
        if kind == framing.TRACEBACK:
            self._awaiting = True  # of the line that names the exception
        elif not self._blank and not value[0].isspace():
            self._awaiting = False
        if kind in {framing.EXCEPTION, framing.TRACEBACK} or framing.is_frame(value):
            self._thrown = True

    def add(self, line: Line, start: int) -> bool:
        """Put ``line`` at the end, if it goes on with this record; else False."""
        if self._is_full(start) or starts_record(line):
            return False
        value = line.text.value
        kind = framing.classify(value)
        if _is_quoted(line) != _is_quoted(self._first) and kind != framing.BLANK:
            return False
        if not self._takes(kind, line):
            return False
        if self._braces > 0:
            self._braces += framing.depth(value)
        self._append(line, start)
        self._note(kind, value)
        return True

    def _is_full(self, start: int) -> bool:
        return (
            len(self._lines) >= MAX_LINES
            or self._length >= MAX_LENGTH
            or start - self._starts[0] > MAX_SPAN
        )

    @property
    def first_number(self) -> int:
        """Number of its first line."""
        return self._lines[0].number

    @property
    def last_number(self) -> int:
        """Number of its last line so far."""
        return self._lines[-1].number

    def _takes(self, kind: str, line: Line) -> bool:
        if self._braces > 0:
            return kind in _TEXTS or line.text.value[0] in ' \t}]"'
        if self._kind in {framing.PROMPT, framing.COMMAND}:
            return self._statement_takes(kind, line.text.value)
        if kind in {framing.EXCEPTION, framing.TRACEBACK}:
            return self._takes_thrown(kind)
        if kind == framing.PLAIN:
            return self._takes_plain(line)
        if kind in {framing.BLANK, framing.CONTINUATION}:
            return kind == framing.BLANK or self._kind not in {framing.TAG, framing.JSON}
        return self._takes_head(kind)

    def _takes_head(self, kind: str) -> bool:
        """Only where the record has not yet said what happened."""
        if self._kind == framing.REPORT and kind == framing.CLIENT:
            return not any(x.startswith("Error: ") for x in map(_value, self._lines))
        return self._awaits_message() and kind not in {framing.LOG, framing.PANIC}

    def _takes_thrown(self, kind: str) -> bool:
        """A logger's record may show one exception; a traceback ends with its own."""
        if self._is_chained() or (self._awaiting and kind == framing.EXCEPTION):
            return True
        if self._kind == framing.LOG:
            return not self._thrown
        return self._awaits_message()

    def _takes_plain(self, line: Line) -> bool:
        if self._kind in _ONE_LINERS:
            return False
        if self._blank and self._kind in _CLIENTS:
            return False
        return STAMPING not in line.envelopes or STAMPING in self._first.envelopes

    def _awaits_message(self) -> bool:
        """A panic's message stands on the line below its place."""
        return (
            self._kind == framing.PANIC
            and len(self._lines) == 1
            and self._first.text.value.rstrip().endswith(":")
        )

    def _statement_takes(self, kind: str, value: str) -> bool:
        """A statement goes on until its semicolon, a command until its line ends."""
        last = next((x for x in map(_value, reversed(self._lines)) if x.strip()), "").rstrip()
        if self._kind == framing.COMMAND:
            return last.endswith("\\") and kind in _TEXTS
        if kind == framing.PROMPT:
            return framing.goes_on(value)
        if kind == framing.BLANK:
            return True
        return not last.endswith(";") and kind in _TEXTS

    def _is_chained(self) -> bool:
        said = [x for x in map(_value, self._lines[-3:]) if x.strip()]
        return bool(said) and said[-1].startswith(("The above exception", "During handling of"))

    def record(self) -> list[Record]:
        """The record, without blank lines and fences at its end; none when nothing is left."""
        kept = self._lines
        while kept and not kept[-1].text.value.strip(_EMPTY):
            kept = kept[:-1]
        if not kept:
            return []
        first = self._first
        text = first.text if len(kept) == 1 else Text.join([x.text for x in kept], "\n")
        return [
            Record(
                text,
                first.source,
                first.number,
                tuple(self._starts[: len(kept)]),
                tuple(x.number for x in kept),
                first.stream,
                first.level,
                first.timestamp,
                first.fields,
                first.envelopes,
            )
        ]


def _opening(line: Line, kind: str) -> str:
    """The kind of a record that starts with a line of this kind."""
    if kind == framing.CONTINUATION:
        return framing.CLIENT if line.text.value.startswith("Caused by") else framing.PLAIN
    if kind == framing.PLAIN and starts_record(line):
        return framing.LOG if line.envelopes[-1] == "airflow" else framing.CLIENT
    return kind


def starts_record(line: Line) -> bool:
    """Whether an envelope stands before each record, and so before this one."""
    return bool(line.envelopes) and (line.envelopes[-1] in STARTING or _is_tasks_own(line))


def _is_tasks_own(line: Line) -> bool:
    """Airflow's own loggers write records, those of its operators lines of a child's output."""
    return line.envelopes[-1] == "airflow" and not line.fields["logger"].startswith(_RELAYS)


def _is_quoted(line: Line) -> bool:
    return "quote" in line.envelopes or "bars" in line.envelopes


def _value(line: Line) -> str:
    return line.text.value
