"""What can be asked for on the command line, as data."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.render import FORMATS, JSON_FORMATS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SEVERITIES = ("info", "warning", "error", "critical")
MOST_JOBS = 256
DAY = 86_400_000
COLORS = ("auto", "always", "never")


class Settings(NamedTuple):
    """All options, with their defaults; ``words`` are the arguments that are no options."""

    words: tuple[str, ...] = ()
    message: tuple[str, ...] = ()
    file: tuple[str, ...] = ()
    follow: bool = False
    idle: int = 200
    statement: str = ""
    set: tuple[str, ...] = ()
    product_version: str = ""
    format: str = "text"
    passthrough: bool = False
    all: bool = False
    dedup: bool = True
    dedup_window: float = 60.0
    ignore: tuple[str, ...] = ()
    summary: bool = False
    redact: bool = False
    redact_addresses: bool = False
    patterns: tuple[str, ...] = ()
    color: str = "auto"
    quiet: bool = False
    exit_zero: bool = False
    fail_on: str = ""
    output: str = ""
    jobs: int = 0
    """Processes that read a large file; 0 for as many as there are processors."""
    draft: str = ""
    listen: str = ""
    forward: str = ""
    as_: str = "payload"
    spool: str = ""
    guesses: bool = False
    no_redact: bool = False
    version: bool = False

    @property
    def annotates(self) -> bool:
        """Whether diagnoses go into the JSON records of the input."""
        return self.passthrough and self.format in JSON_FORMATS


class Option(NamedTuple):
    """One option, as argparse wants it."""

    flags: tuple[str, ...]
    settings: dict[str, object]
    group: str


def _flag(*flags: str, group: str, **settings: object) -> Option:
    return Option(flags, {"action": "store_true", **settings}, group)


def _many(*flags: str, group: str, **settings: object) -> Option:
    return Option(flags, {"action": "append", **settings}, group)


def _one(*flags: str, group: str, **settings: object) -> Option:
    return Option(flags, settings, group)


def options(formats: Iterable[str] = FORMATS) -> tuple[Option, ...]:
    """Every option of diagnosing; the verbs take a part of them, and may have fewer formats."""
    return (
        _many("-m", "--message", group="input", metavar="TEXT", help="diagnose this text"),
        _many("-f", "--file", group="input", metavar="FILE", help="read this file; - is stdin"),
        _flag("-F", "--follow", group="input",
              help="go on reading a growing file, through rotation"),
        _one("--idle", group="input", metavar="MS", type=milliseconds,
             help="a silent input completes its record after this (default 200)"),
        _one("--jobs", group="input", metavar="N", type=count,
             help="processes that read a large file (default: one for each processor)"),
        _one("--statement", group="input", metavar="SQL",
             help="the statement or command that failed; the answer corrects it"),
        _many("--set", group="input", metavar="NAME=VALUE",
              help="a value that the text does not hold"),
        _one("--product-version", group="input", metavar="VERSION",
             help="of the product that failed; else taken from the log"),
        _one("--format", group="output", choices=tuple(formats), help="default text"),
        Option(("--json",), {"action": "store_const", "const": "ndjson", "dest": "format",
                             "help": "the same as --format ndjson"}, "output"),
        _flag("--passthrough", group="output",
              help="copy the input to stdout; diagnoses go to stderr, or into JSON records"),
        _flag("--all", group="output",
              help="every layer that matched, not only the root cause"),
        Option(("--no-dedup",), {"action": "store_false", "dest": "dedup",
                                 "help": "print every repeat"}, "output"),
        _one("--dedup-window", group="output", metavar="S", type=seconds,
             help="repeats within S seconds print once (default 60)"),
        _flag("--redact", group="output",
              help="mask passwords, tokens, keys and e-mail addresses in what is printed"),
        _flag("--redact-addresses", group="output",
              help="the same, and hosts, addresses and people's folders"),
        _many("--ignore", group="output", metavar="ID", help="known noise"),
        _flag("--summary", group="output",
              help="at the end, on stderr: each cause, how often, when, where, what followed"),
        _many("--patterns", group="common", metavar="DIR", help="more pages"),
        _one("--color", group="common", choices=COLORS, help="default auto"),
        _flag("-q", "--quiet", group="common", help="no notes and warnings on stderr"),
        _flag("--exit-zero", group="status", help="exit with 0, whatever was found"),
        _one("--fail-on", group="status", choices=SEVERITIES, metavar="SEVERITY",
             help="exit with 1 when something of this severity or above was found, else 0"),
    )  # fmt: skip


def end_of_options(arguments: Sequence[str]) -> int:
    """Where the options in front end: at the first other word, or behind the last argument.

    >>> end_of_options(["-q", "--set", "a=b", "list", "--all"]), end_of_options(["--", "x"])
    (3, 0)
    """
    with_value: set[str] = set()
    place = 0
    while place < len(arguments) and arguments[place].startswith("-"):
        if arguments[place] in ("-", "--"):
            break
        with_value = with_value or _flags_with_value()
        place += 2 if arguments[place] in with_value else 1
    return min(place, len(arguments))


def _flags_with_value() -> set[str]:
    return {
        flag
        for option in options()
        for flag in option.flags
        if option.settings.get("action", "append") == "append"
    }


def count(text: str) -> int:
    """A number of processes; ``ValueError`` for others."""
    value = int(text)
    if not 1 <= value <= MOST_JOBS:
        raise ValueError(text)
    return value


def milliseconds(text: str) -> int:
    """A time that is waited for, up to a day; ``ValueError`` for others."""
    value = int(text)
    if not 1 <= value <= DAY:
        raise ValueError(text)
    return value


def seconds(text: str) -> float:
    """A length of time, 0 included; ``ValueError`` for others."""
    value = float(text)
    if not 0 <= value < float("inf"):
        raise ValueError(text)
    return value
