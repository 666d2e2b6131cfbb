"""The entry point: which verb, or none."""

from __future__ import annotations

import gc
import os
import sys

from diagnose.cli.barrier import behind_barrier
from diagnose.cli.settings import Settings, end_of_options
from diagnose.cli.status import FAILED
from diagnose.cli.terminal import STDERR, STDOUT, is_terminal, write
from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

VERBS = ("run", "explain", "list", "search", "check", "import", "gaps", "serve")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; gives the exit status and raises nothing."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    return behind_barrier(lambda: _dispatch(given))


def script() -> NoReturn:
    """Run the command line as a program of its own.

    Where nothing else runs in it, it ends without taking the interpreter apart, which would take
    a third of its start: all output is written past Python's buffers.
    """
    gc.disable()  # one message makes nothing worth collecting; all else switches it on again
    status = main()
    if sys.modules.keys().isdisjoint(_RUNNING):
        os._exit(status)
    sys.exit(status)


_RUNNING = ("threading", "multiprocessing", "coverage")
"""Modules that have something to do at the end."""


def _dispatch(arguments: list[str]) -> int:
    place = end_of_options(arguments)
    if place < len(arguments) and arguments[place] in VERBS:
        gc.enable()
        from diagnose.cli import verbs

        return verbs.run(arguments[place], arguments[:place], arguments[place + 1 :])
    settings = _settings(arguments)
    if settings.version:
        from diagnose.cli import verbs

        return verbs.version(settings)
    from diagnose.cli.inputs import Input, inputs, stdin_is_usable

    named = inputs(settings)
    if not named and not stdin_is_usable():
        return _help()
    from diagnose.cli.diagnosing import run

    return run(settings, named or [Input()])


def _settings(arguments: list[str]) -> Settings:
    """Without options there is nothing to parse, and argparse is not needed."""
    if not any(argument.startswith("-") and argument != "-" for argument in arguments):
        return Settings(words=tuple(arguments))
    from diagnose.cli.parser import main_parser, parse

    return parse(main_parser(), arguments)


def _help() -> int:
    from diagnose.cli.parser import main_parser

    write(main_parser().format_help(), STDERR if is_terminal(STDERR) else STDOUT)
    return FAILED
