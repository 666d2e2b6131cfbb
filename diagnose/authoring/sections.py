"""The sections of a documented error page, whatever spelling their titles have.

A page comes as text saved from a site, or as JSON. Both become a list of
``Section``; what follows (``draft``) does not know where they came from.
"""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Section(NamedTuple):
    """A part of a document."""

    name: str
    """Canonical name, a key of ``SPELLINGS``; "" when it is not known."""
    items: tuple[str, ...]
    """Its text: one, or as many as the document itself tells apart."""
    line: int = 0
    title: str = ""
    """Its title as written; "" when it had none."""

    @property
    def text(self) -> str:
        return "\n".join(self.items)


SPELLINGS: Mapping[str, tuple[str, ...]] = {
    # The first spelling is the site's own; all are in the form that ``words`` gives.
    "message": (
        "error message",
        *("message", "error", "message template", "error text", "raw message", "full message"),
        *("error template", "template", "error string", "pattern"),
    ),
    "title": ("title", "heading", "name", "headline", "summary title", "short message"),
    "meaning": (
        "what it means",
        *("meaning", "explanation", "description", "summary", "overview", "analysis"),
        *("what this means", "what does it mean", "what this error means", "cause", "root cause"),
    ),
    "source": ("source", "source location", "origin", "thrown by", "defined in"),
    "location": (
        *("thrown at", "location", "locations", "raised at", "source locations", "call sites"),
        *("throw site", "throw sites", "throw location", "source ref"),
    ),
    "code": (
        *("source code", "code", "snippet", "code snippet", "source snippet", "excerpt"),
        *("source context", "code context", "source excerpt", "surrounding code", "context"),
    ),
    "solutions": (
        "solutions",
        *("solution", "fixes", "fix", "how to fix", "resolution", "resolutions", "remedies"),
        *("suggested fixes", "suggested solutions", "fix steps", "how to fix it", "remediation"),
    ),
    "example": (
        "example fix",
        *("example", "code example", "fix example", "example code", "before after", "code fix"),
    ),
    "before": ("before", "bad", "wrong", "before code", "failing code", "broken"),
    "after": ("after", "good", "right", "after code", "fixed code", "fixed"),
    "defensive": ("defensive patterns", "defensive pattern", "defensive code", "defense"),
    "strategy": ("strategy", "defensive strategy"),
    "validate": (
        "validate before calling",
        *("validate", "validation", "validation code", "pre check", "precheck", "guard"),
        *("validate before call", "validate first", "pre validation"),
    ),
    "type_guard": ("type guard", "type guards", "type check"),
    "handle": (
        "try catch",
        *("handle", "handling", "error handling", "try except", "catch", "handler", "handle it"),
        *("try catch pattern", "try catch code", "exception handling", "error handler"),
    ),
    "prevention": (
        "prevention",
        *("prevention tips", "how to prevent", "how to prevent it", "preventing it", "prevent"),
        *("prevention steps", "best practices"),
    ),
    "when": ("when it happens", "when", "when does it happen", "when this happens", "occurrence"),
    "trigger": (
        "trigger",
        *("triggers", "trigger scenario", "trigger scenarios", "trigger condition"),
        *("trigger conditions", "triggered by"),
    ),
    "situations": (
        "common situations",
        *("situations", "common situation", "scenarios", "common scenarios", "typical situations"),
        *("common causes", "causes"),
    ),
    "background": (
        "understand the failure class",
        *("background", "failure class", "class", "family", "error family", "failure family"),
        *("category", "error class family", "understand this class", "error category"),
    ),
    "related": (
        "related errors",
        *("related", "see also", "similar errors", "related messages", "related error"),
    ),
    "repository": ("repository", "repo", "project", "library", "repo name", "full name"),
    "commit": (
        *("commit", "sha", "commit sha", "commit hash", "revision", "pinned commit", "git sha"),
        *("pinned to", "ref", "pinned sha", "source commit"),
    ),
    "date": (
        *("date", "analyzed at", "analysed at", "analysis date", "generated at", "created at"),
        *("updated at", "published at", "analyzed", "last updated"),
    ),
    "permalink": (
        *("permalink", "url", "link", "href", "canonical url", "json", "json url", "api url"),
        *("data as json", "html url", "page url", "github url", "source url", "view on github"),
    ),
    "references": ("references", "reference", "links", "docs", "documentation", "urls", "sources"),
    "byline": ("byline", "provenance", "attribution", "credit", "credits", "analysis of"),
    "file": ("file", "path", "file path", "filename", "source file", "source path", "file name"),
    "line": ("line", "line number", "lineno", "start line", "source line", "line no"),
    "severity": ("severity", "level", "error level"),
    "error_type": (
        *("error type", "exception", "exception type", "exception class", "error class", "type"),
        *("error kind", "error name"),
    ),
}

CONTAINERS = frozenset({"defensive", "when"})
"""Sections that only hold other sections."""

LISTS = frozenset({"solutions", "prevention", "situations", "related", "references", "location"})
"""Sections whose text is a list."""

CODE = frozenset({"code", "example", "before", "after", "validate", "type_guard", "handle"})
"""Sections whose text is code, or mostly so."""

_NAMES: dict[str, str] = {
    spelling: name for name, spellings in SPELLINGS.items() for spelling in spellings
}


def word_set(text: str) -> frozenset[str]:
    """The words of a text, to look others up in."""
    return frozenset(text.split())


_CAMEL = lazy_pattern(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = lazy_pattern(r"[a-z0-9]+")


def words(title: str) -> str:
    """The words of a title or of a key, in lower case.

    >>> [words(each) for each in ("Try / catch", "tryCatch", "try_catch", "TRY-CATCH:")]
    ['try catch', 'try catch', 'try catch', 'try catch']
    """
    return " ".join(_WORD.findall(_CAMEL.sub(" ", title).lower()))


def name_of(title: str) -> str:
    """The canonical name for a title or key; "" when it is not known.

    >>> name_of("What It Means"), name_of("exampleFix"), name_of("weather")
    ('meaning', 'example', '')
    """
    return _NAMES.get(words(title), "")


def texts(sections: Iterable[Section], name: str) -> list[str]:
    """All items of the sections of this name, in order."""
    return [item for section in sections if section.name == name for item in section.items]
