"""Arguments -> Settings."""

from __future__ import annotations

import argparse
import sys

from diagnose.cli.settings import Option, Settings, options
from diagnose.cli.terminal import STDERR, STDOUT, width, write
from diagnose.errors import UsageError
from diagnose.lean import TYPE_CHECKING
from diagnose.render.plain import visible_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import NoReturn

USAGE = """\
diagnose [OPTIONS] 'MESSAGE'
       diagnose [OPTIONS] FILE...
       ... | diagnose [OPTIONS]
       diagnose run [OPTIONS] -- COMMAND ARG...
       diagnose explain ID | list | search WORDS... | check [DIR] | import PAGE...
       diagnose gaps FILE... | serve
"""
EPILOG = """\
An argument with a space is a message, one that names a file is read (.gz .bz2 .xz .zst too).
Exit status: 0 something was diagnosed, 1 nothing was, 2 an error.
"""
GROUPS = {"input": "input", "output": "output", "common": "general", "status": "exit status"}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see {self.prog} --help")

    def _print_message(self, message: str, file: object = None) -> None:
        """Past the buffers, so that a closed pipe shows here and not at exit."""
        write(visible_lines(message), STDERR if file is sys.stderr else STDOUT)


def _formatter(prog: str) -> argparse.HelpFormatter:
    """Told the width, argparse need not import the module that finds it."""
    return argparse.RawDescriptionHelpFormatter(
        prog, width=min(width(1), 100), max_help_position=28
    )


def main_parser() -> argparse.ArgumentParser:
    """The parser of ``diagnose`` without a verb."""
    parser = _Parser(
        "diagnose", usage=USAGE, epilog=EPILOG, formatter_class=_formatter, allow_abbrev=False
    )
    parser.add_argument("words", nargs="*", metavar="MESSAGE or FILE", help=argparse.SUPPRESS)
    add_options(parser, options())
    parser.add_argument("--version", action="store_true", default=argparse.SUPPRESS,
                        help="the version of program and catalogue")  # fmt: skip
    return parser


def verb_parser(
    verb: str, usage: str, names: Iterable[str], formats: Iterable[str]
) -> argparse.ArgumentParser:
    """The parser of a verb that takes these options, and ``--format`` with these formats."""
    parser = _Parser(
        f"diagnose {verb}",
        usage=f"diagnose {verb} {usage}",
        formatter_class=_formatter,
        allow_abbrev=False,
    )
    parser.add_argument("words", nargs="*", help=argparse.SUPPRESS)
    wanted = set(names)
    add_options(parser, [option for option in options(formats) if wanted & set(option.flags)])
    return parser


def add_options(parser: argparse.ArgumentParser, wanted: Iterable[Option]) -> None:
    """Add options, in their groups; what is not given is left to the defaults of Settings."""
    groups: dict[str, argparse._ArgumentGroup] = {}
    for option in wanted:
        if option.group not in groups:
            groups[option.group] = parser.add_argument_group(GROUPS[option.group])
        add = groups[option.group].add_argument
        add(*option.flags, default=argparse.SUPPRESS, **option.settings)  # type: ignore[arg-type]  # a table of keyword arguments


def add_serving(parser: argparse.ArgumentParser) -> None:
    """The options of ``diagnose serve``."""
    group = parser.add_argument_group("serving")
    for flag, metavar, text in (
        ("--listen", "HOST:PORT", "where to listen (default 127.0.0.1:9095)"),
        ("--forward", "URL", "send each annotated payload on, until it is taken"),
        ("--spool", "DIR", "where payloads wait until they are sent on"),
    ):
        group.add_argument(flag, metavar=metavar, default=argparse.SUPPRESS, help=text)
    forms = ("payload", "slack", "pagerduty")
    said = "what is sent on (default payload)"
    group.add_argument("--as", dest="as_", choices=forms, default=argparse.SUPPRESS, help=said)
    for flag, text in (
        ("--guesses", "add near misses and failure classes, too"),
        ("--no-redact", "leave secrets in what is added"),
    ):
        group.add_argument(flag, action="store_true", default=argparse.SUPPRESS, help=text)


def parse(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> Settings:
    """Settings from arguments; raises ``UsageError``."""
    given = vars(parser.parse_intermixed_args(list(arguments)))
    lists = {name: tuple(value) for name, value in given.items() if isinstance(value, list)}
    return Settings(**{**given, **lists})
