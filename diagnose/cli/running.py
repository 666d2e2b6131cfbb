"""``diagnose run``: a command, and behind what it printed what is to be said of it."""

from __future__ import annotations

import os
import shlex
import shutil

from diagnose.cli import child
from diagnose.cli import engine as engines
from diagnose.cli.barrier import behind_barrier
from diagnose.cli.report import Report
from diagnose.cli.status import BROKEN_PIPE, FOUND, INTERRUPTED, NOTHING
from diagnose.cli.terminal import STDERR, say
from diagnose.lean import TYPE_CHECKING
from diagnose.stream.transcript import Transcript

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diagnose.cli.settings import Settings
    from diagnose.model import Command, Diagnosis, Where

NOT_EXECUTABLE, NOT_FOUND = 126, 127
_NO_FAILURE = (0, BROKEN_PIPE)
"""Whoever closes the output has seen enough."""


def run(settings: Settings, words: Sequence[str]) -> int:
    """Run a command; gives its exit status, whatever becomes of the diagnosis."""
    values = engines.assignments(settings.set)
    transcript = Transcript()
    try:
        status = child.run(words, transcript)
    except OSError as error:
        return _not_started(words[0], error)
    if status == INTERRUPTED:
        settings = settings._replace(quiet=True)
    if status not in _NO_FAILURE:
        behind_barrier(lambda: _diagnose(settings, values, words, transcript))
    return status


def _not_started(name: str, error: OSError) -> int:
    """What shells say and give then."""
    if isinstance(error, FileNotFoundError) and shutil.which(name) is None:
        say("error", f"run: {name}: command not found")
        return NOT_FOUND
    say("error", f"run: {name}: {os.strerror(error.errno or 0)}")
    return NOT_EXECUTABLE


def _diagnose(
    settings: Settings, values: Mapping[str, str], words: Sequence[str], transcript: Transcript
) -> int:
    engine = engines.make_engine(settings, values, shlex.join(words))
    found = engine.diagnose(transcript.text())
    report = Report(settings, STDERR)
    if not found:
        report.say_nothing_was_found()
        return NOTHING
    report.separate(ended=not transcript.ends_in_line)
    report.add_all([_of_command(each, words, transcript.lines_lost) for each in found])
    report.finish(failed=False)
    return FOUND


def _of_command(found: Diagnosis, words: Sequence[str], lines_before: int) -> Diagnosis:
    return found._replace(
        where=_in_output(found.where, words[0], lines_before),
        fixes=tuple(in_command(fix, words) for fix in found.fixes),
    )


def _in_output(where: Where, name: str, lines_before: int) -> Where:
    file = f"output of {os.path.basename(name)}"
    return where._replace(file=file, line=where.line + lines_before)


def in_command(fix: Command, words: Sequence[str]) -> Command:
    """A corrected statement as the whole command line, where it was one argument of a command.

    >>> from diagnose.model import Command
    >>> fix = Command("t", command="SET a = 4;", language="sql", corrects="SET a = 9;")
    >>> in_command(fix, ["psql", "-c", "SET a = 9;"]).command
    "psql -c 'SET a = 4;'"
    """
    places = [
        index
        for index, word in enumerate(words)
        if word.removeprefix("--command=").strip() == fix.corrects
    ]
    if not fix.corrects or len(places) != 1:
        return fix
    corrected = list(words)
    corrected[places[0]] = corrected[places[0]].replace(fix.corrects, fix.command)
    return fix._replace(command=shlex.join(corrected), language="shell", corrects=shlex.join(words))
