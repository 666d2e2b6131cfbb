"""How often a failing statement is answered with a command.

``python benchmarks/corrections.py PAIRS``: a file with one JSON object a line,
``{"sql": ..., "error": ...}``, a statement and what was said when it failed. What is counted:

- ``own statement``: a fix gives the statement back, corrected;
- ``new command``: it gives another command;
- ``text only``: the error is recognised, and its page gives no command;
- ``none``: no page fits.

``-o FILE`` writes each pair with what was given for it, to be read by a person.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from diagnose import Engine, Options
from diagnose.errors import DiagnoseError, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diagnose import Command, Diagnosis


class Answer(NamedTuple):
    """What is given for one pair."""

    kind: str
    page: str = ""
    commands: tuple[Command, ...] = ()


def main(arguments: Sequence[str] | None = None) -> int:
    """Count, and write the answers where that is asked for; 2 when a file cannot be used."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("pairs", nargs="+")
    parser.add_argument("-o", "--output")
    options = parser.parse_args(arguments)
    try:
        return _report(options)
    except (DiagnoseError, OSError, UnicodeDecodeError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


def _report(options: argparse.Namespace) -> int:
    engine = Engine(options=Options(guesses=False), budget_ms=0)
    written: list[str] = []
    for path in options.pairs:
        answers = [(pair, answer(engine, *pair)) for pair in read(path)]
        counts = Counter(given.kind for _, given in answers)
        print(f"{path}: {len(answers)} pairs")
        for kind in ("own statement", "new command", "text only", "none"):
            print(f"  {kind:14} {counts[kind]:5} {counts[kind] / max(len(answers), 1):6.1%}")
        written += [shown(*pair, given) for pair, given in answers]
    if options.output:
        with open(options.output, "w", encoding="utf-8") as file:
            file.write("\n".join(written))
    return 0


def read(path: str) -> Iterator[tuple[str, str]]:
    """The statements of a file, each with its error."""
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            try:
                pair = json.loads(line)
                said = pair["sql"], pair["error"]
            except (ValueError, TypeError, KeyError) as error:
                reason = "not an object with `sql` and `error`"
                raise InputError(f"{path}:{number}", reason) from error
            yield said


def answer(engine: Engine, statement: str, error: str) -> Answer:
    """What is given for a statement that failed with an error."""
    found = engine.diagnose(error, statement=statement)
    if not found:
        return Answer("none")
    commands = tuple(fix for fix in found[0].fixes if fix.command)
    return Answer(_kind(found[0], commands), found[0].id, commands)


def _kind(diagnosis: Diagnosis, commands: Sequence[Command]) -> str:
    if any(fix.corrects for fix in commands):
        return "own statement"
    if commands:
        return "new command"
    return "text only" if diagnosis.match == "exact" else "none"


def shown(statement: str, error: str, given: Answer) -> str:
    """A pair and its answer, for a reader."""
    lines = [f"== {given.kind} {given.page}", statement, f"-- {error}"]
    lines += [f">> [{fix.applicability}] {fix.title}\n{fix.command}" for fix in given.commands]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
