"""The verbs beside diagnosing."""

from __future__ import annotations

import sys

from diagnose.cli.parser import parse, verb_parser
from diagnose.cli.terminal import STDERR, STDOUT, note, say, style, write, write_bytes
from diagnose.errors import CatalogError, UsageError
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.render.plain import visible_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from diagnose.catalog import Catalog
    from diagnose.cli.settings import Settings
    from diagnose.model import Entry

FOUND, NOTHING, FAILED = 0, 1, 2
_SHOWING = ("--format", "--json", "--patterns", "--color", "--quiet")


class Verb(NamedTuple):
    """A verb, and the options of diagnosing that it takes."""

    usage: str
    run: Callable[[Settings], int]
    options: tuple[str, ...] = _SHOWING
    output: bool = False


def run(name: str, arguments: Sequence[str]) -> int:
    """Run a verb; gives its exit status."""
    verb = _VERBS[name]
    parser = verb_parser(name, verb.usage, verb.options)
    if verb.output:
        parser.add_argument(
            "-o", "--output", metavar="DIR", default="", help="where the draft pages go"
        )
    return verb.run(parse(parser, arguments))


def version(settings: Settings) -> int:
    """Program and catalogue."""
    from diagnose._version import __version__

    try:
        catalogue = _load(settings).version
    except CatalogError:
        write(f"diagnose {__version__}\n")
        raise
    write(f"diagnose {__version__} (catalogue {catalogue})\n")
    return FOUND


def _load(settings: Settings) -> Catalog:
    from diagnose import catalog

    pages = catalog.load(settings.patterns)
    for notice in pages.notices:
        note(settings.quiet)(notice)
    return pages


def explain(settings: Settings) -> int:
    """Whole pages."""
    from diagnose.render import page_renderer

    if not settings.words:
        raise UsageError("explain: which page? diagnose list names them")
    pages = _load(settings)
    found = {word: pages.entry(word) for word in settings.words}
    render, look = page_renderer(settings.format), style(settings.color, STDOUT)
    texts = [render(entry, look) for entry in found.values() if entry]
    if settings.format == "json" and len(texts) > 1:
        texts = ["[" + ",\n".join(text.rstrip() for text in texts) + "]\n"]
    _show(("\n" if settings.format == "text" else "").join(texts), settings)
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
    entries = [entry for entry in _load(settings).entries() if settings.all or _explains(entry)]
    _show_listed(sorted(entries, key=lambda entry: entry.id), settings)
    return FOUND if entries else NOTHING


def search(settings: Settings) -> int:
    """Pages that hold these words, the best first."""
    from diagnose.cli.searching import ranked

    if not settings.words:
        raise UsageError("search: for which words?")
    found = ranked(" ".join(settings.words), _load(settings).entries())
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


def _lines() -> tuple[Callable[[str], None], Callable[[str], None]]:
    """Functions that write a line to stdout, and to stderr."""

    def out(text: str) -> None:
        write(f"{text}\n")

    def err(text: str) -> None:
        write(f"{visible_lines(text)}\n", STDERR)

    return out, err


def _authoring(name: str) -> Any:
    """By name: the rooms of one floor do not import each other."""
    full = f"diagnose.authoring.{name}"
    __import__(full)
    return sys.modules[full]


def _explains(entry: Entry) -> bool:
    return bool(entry.explanations) and entry.role != "wrapper"


def _show_listed(entries: Sequence[Entry], settings: Settings) -> None:
    from diagnose.render.listing import listing

    for text in listing(entries, settings.format, style(settings.color, STDOUT)):
        _show(text, settings)


def _show(text: str, settings: Settings) -> None:
    if settings.format in ("json", "ndjson"):
        write_bytes(text.encode())
    else:
        write(text)


_VERBS = {
    "explain": Verb("ID...", explain),
    "list": Verb("", list_pages, (*_SHOWING, "--all")),
    "search": Verb("WORDS...", search),
    "check": Verb("[DIR...]", check, ()),
    "import": Verb("PAGE... [-o DIR]", import_pages, (), output=True),
}
