"""The verbs beside diagnosing."""

from __future__ import annotations

import sys

from diagnose.cli.engine import load_pages, make_engine
from diagnose.cli.parser import add_serving, parse, verb_parser
from diagnose.cli.settings import end_of_options
from diagnose.cli.status import FAILED, FOUND, NOTHING
from diagnose.cli.terminal import STDERR, STDOUT, is_terminal, say, show, style, write
from diagnose.errors import CatalogError, UsageError
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.render import FORMATS, PAGE_FORMATS
from diagnose.render.plain import visible, visible_lines

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from diagnose.catalog import Catalog
    from diagnose.cli.settings import Settings
    from diagnose.model import Entry

_SHOWING = ("--format", "--json", "--patterns", "--color", "--quiet")


class Verb(NamedTuple):
    """A verb, and the options of diagnosing that it takes."""

    usage: str
    run: Callable[[Settings], int]
    options: tuple[str, ...] = _SHOWING
    formats: Iterable[str] = PAGE_FORMATS
    output: bool = False
    """It writes files to a folder."""
    drafts: bool = False
    """It writes drafts to a folder where it is asked to."""
    serves: bool = False
    """It takes the options of the receiver."""
    takes_command: bool = False
    """What stands behind its options is a command, options of its own and all."""


def run(name: str, before: Sequence[str], behind: Sequence[str]) -> int:
    """Run a verb with the arguments before and behind it; gives its exit status."""
    verb = _VERBS[name]
    end = end_of_options(behind) if verb.takes_command else len(behind)
    settings = parse(_parser(name, verb), [*before, *behind[:end]])
    if verb.takes_command:
        settings = settings._replace(words=tuple(behind[end:]))
    return verb.run(settings)


def _parser(name: str, verb: Verb) -> ArgumentParser:
    parser = verb_parser(name, verb.usage, verb.options, verb.formats)
    if verb.output:
        parser.add_argument(
            "-o", "--output", metavar="DIR", default="", help="where the draft pages go"
        )
    if verb.drafts:
        parser.add_argument(
            "--draft", metavar="DIR", default="", help="write a page to be worked on for each"
        )
    if verb.serves:
        add_serving(parser)
    return parser


def version(settings: Settings) -> int:
    """Program and catalogue."""
    from diagnose._version import __version__

    try:
        catalogue = load_pages(settings).version
    except CatalogError:
        write(f"diagnose {__version__}\n")
        raise
    write(f"diagnose {__version__} (catalogue {catalogue})\n")
    return FOUND


def run_command(settings: Settings) -> int:
    """Run a command, and diagnose what it printed when it fails."""
    from diagnose.cli import running

    words = settings.words[1:] if settings.words[:1] == ("--",) else settings.words
    if not words:
        raise UsageError("run: which command? diagnose run -- COMMAND ARG...")
    return running.run(settings, words)


def explain(settings: Settings) -> int:
    """Whole pages."""
    from diagnose.render import page_renderer

    if not settings.words:
        raise UsageError("explain: which page? diagnose list names them")
    pages = load_pages(settings)
    found = {word: pages.entry(word) for word in settings.words}
    render, look = page_renderer(settings.format), style(settings.color, STDOUT)
    texts = [render(entry, look) for entry in found.values() if entry]
    if settings.format == "json" and len(texts) > 1:
        texts = ["[" + ",\n".join(text.rstrip() for text in texts) + "]\n"]
    show(("\n" if settings.format == "text" else "").join(texts), settings.format)
    unknown = [word for word, entry in found.items() if entry is None]
    for word in unknown:
        say("error", _unknown(word, pages))
    return FAILED if unknown else FOUND


def _unknown(word: str, pages: Catalog) -> str:
    from diagnose.cli.searching import nearest

    near = nearest(word, [entry.id for entry in pages.entries()])
    hint = f"; did you mean {' or '.join(near)}?" if near else "; diagnose list names all pages"
    return f"no page {word!r}{hint}"


def list_pages(settings: Settings) -> int:
    """Id and title of every page; ``--all`` with those that nobody has explained yet."""
    pages = load_pages(settings).entries()
    entries = [entry for entry in pages if settings.all or _explains(entry)]
    _show_listed(sorted(entries, key=lambda entry: entry.id), settings)
    return FOUND if entries else NOTHING


def search(settings: Settings) -> int:
    """Pages that hold these words, the best first."""
    from diagnose.cli.searching import ranked

    if not settings.words:
        raise UsageError("search: for which words?")
    found = ranked(" ".join(settings.words), load_pages(settings).entries())
    _show_listed(found, settings)
    return FOUND if found else NOTHING


def check(settings: Settings) -> int:
    """Validate pages; the work is done elsewhere."""
    module = _authoring("check")
    out, err = _lines()
    return int(module.run(list(settings.words), out, err))


def import_pages(settings: Settings) -> int:
    """Documented pages become drafts; the work is done elsewhere."""
    if not settings.words:
        raise UsageError("import: which documented pages? name their files")
    module = _authoring("importer")
    out, err = _lines()
    folder = settings.output or None
    return int(module.run(list(settings.words), folder, out, err))


def gaps(settings: Settings) -> int:
    """What fails and has no page; the work is done elsewhere."""
    if not settings.words:
        raise UsageError("gaps: in which files? - is standard input")
    out, err = _lines()
    module = _authoring("gaps.running")
    asked = module.Asked(settings.words, settings.draft, settings.format)
    return int(module.run(make_engine(settings, {}), asked, out, err))


def serve(settings: Settings) -> int:
    """Receive alert payloads; the work is done elsewhere."""
    if settings.words:
        raise UsageError(f"serve takes no arguments: {' '.join(settings.words)}")
    module = _room("hooks.serving.running")
    asked = module.Asked(
        settings.listen or module.DEFAULT_LISTEN,
        settings.forward,
        settings.as_,
        settings.spool,
        settings.guesses,
        not settings.no_redact,
    )
    _, err = _lines()
    return int(module.run(make_engine(settings, {}), asked, err))


def _lines() -> tuple[Callable[[str], None], Callable[[str], None]]:
    """Functions that write a text to stdout, and a line to stderr."""
    looked_at = is_terminal(STDOUT)

    def out(text: str) -> None:
        write(f"{visible_lines(text) if looked_at else text}\n")

    def err(text: str) -> None:
        write(f"{visible(text)}\n", STDERR)

    return out, err


def _authoring(name: str) -> Any:
    return _room(f"authoring.{name}")


def _room(name: str) -> Any:
    """By name: the rooms of one floor do not import each other."""
    full = f"diagnose.{name}"
    __import__(full)
    return sys.modules[full]


def _explains(entry: Entry) -> bool:
    return bool(entry.explanations) and entry.role != "wrapper"


def _show_listed(entries: Sequence[Entry], settings: Settings) -> None:
    from diagnose.render.listing import listing

    for text in listing(entries, settings.format, style(settings.color, STDOUT)):
        show(text, settings.format)


_VERBS = {
    "run": Verb(
        "[OPTIONS] -- COMMAND ARG...",
        run_command,
        (*_SHOWING, "--all", "--set", "--product-version", "--redact", "--redact-addresses"),
        formats=FORMATS,
        takes_command=True,
    ),
    "explain": Verb("ID...", explain),
    "list": Verb("", list_pages, (*_SHOWING, "--all")),
    "search": Verb("WORDS...", search),
    "check": Verb("[DIR...]", check, ()),
    "gaps": Verb("FILE... [--draft DIR]", gaps, _SHOWING, ("text", "json", "ndjson"), drafts=True),
    "serve": Verb(
        "[--listen HOST:PORT] [--forward URL]", serve, ("--patterns", "--quiet"), serves=True
    ),
    "import": Verb("PAGE... [-o DIR]", import_pages, (), output=True),
}
