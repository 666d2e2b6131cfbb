"""The entry point: which verb, and what becomes of errors."""

from __future__ import annotations

import sys

from diagnose.cli.settings import Settings
from diagnose.cli.terminal import STDERR, is_terminal, say, write
from diagnose.errors import DiagnoseError, PageFaultsError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FOUND, NOTHING, FAILED, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141
VERBS = ("explain", "list", "search", "check", "import")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; gives the exit status and raises nothing."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        return _dispatch(given)
    except BrokenPipeError:
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as asked:  # argparse has printed its help
        return int(asked.code or 0)
    except PageFaultsError as faults:
        say("error", "\n".join(map(str, faults.faults)))
    except (DiagnoseError, OSError) as error:
        say("error", str(error))
    except Exception as error:  # noqa: BLE001 - the last barrier: a fault of ours is one line, too
        say("error", f"internal fault, please report it: {type(error).__name__}: {error}")
    return FAILED


def _dispatch(arguments: list[str]) -> int:
    place = _first_word(arguments)
    if place is not None and arguments[place] in VERBS:
        from diagnose.cli import verbs

        return verbs.run(arguments[place], arguments[:place] + arguments[place + 1 :])
    settings = _settings(arguments)
    if settings.version:
        from diagnose.cli import verbs

        return verbs.version(settings)
    from diagnose.cli.inputs import Input, inputs, stdin_is_usable

    named = inputs(settings)
    if not named and not stdin_is_usable():
        return _help()
    from diagnose.cli.run import run

    return run(settings, named or [Input()])


def _settings(arguments: list[str]) -> Settings:
    """Without options there is nothing to parse, and argparse is not needed."""
    if not any(argument.startswith("-") and argument != "-" for argument in arguments):
        return Settings(words=tuple(arguments))
    from diagnose.cli.parser import main_parser, parse

    return parse(main_parser(), arguments)


def _first_word(arguments: list[str]) -> int | None:
    """The place of the first argument that is neither an option nor an option's value."""
    if not arguments or not arguments[0].startswith("-"):
        return 0 if arguments else None
    from diagnose.cli.settings import options

    with_value = {
        flag
        for option in options()
        for flag in option.flags
        if option.settings.get("action", "append") == "append"
    }
    place = 0
    while place < len(arguments) and arguments[place].startswith("-"):
        if arguments[place] in ("-", "--"):
            return None
        place += 2 if arguments[place] in with_value else 1
    return place if place < len(arguments) else None


def _help() -> int:
    from diagnose.cli.parser import main_parser

    write(main_parser().format_help(), STDERR if is_terminal(STDERR) else 1)
    return FAILED
