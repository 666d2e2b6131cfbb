"""What a message says of its class: the parameter and its bounds, the state, the host ...

A class's page has patterns: regular expressions in which ``<lower:num>`` stands for a role and the
kind of text that it takes. The first pattern that finds a role gives its value.
"""

from __future__ import annotations

import re
from functools import lru_cache

from diagnose.classes.words import LONGEST
from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_NUM = r"[-+]?\d++(?:[,_]\d{3}(?!\d))*+(?:\.\d++)?+(?:[eE][-+]?\d++)?+|\bzero\b|\bone\b"
_WORD = r"[\w.$@/\[\]\-]*[\w\])]"
_VERBS = (
    "is|was|are|were|be|must|should|not|it|the|an?|can|cannot|been|has|have|at|in|least|most|allowed|"
    "provided|invalid|bad|illegal|you|your|no|this|that|to|or|and|of|for|than"
)
KINDS: Mapping[str, str] = {
    "num": _NUM,
    "int": r"-?\d++(?!\w)",
    "exit": r"-?\d++",
    "bound": rf"{_NUM}|[A-Za-z_][\w.]*\w",
    "limit": rf"{_NUM}|[\w.]*\w(?: (?:minimum|maximum|min|max|limit|size)){{0,2}}"
    r"(?: \w+){0,1}(?=[.,;)]|$)|[\w.]*\w",
    "value": r"[^()\s]{1,60}",
    "ident": r"[A-Za-z_$][\w.$\-]*\w",
    "noun": rf"\b(?:(?!(?:{_VERBS})\b){_WORD}\s){{0,3}}(?!(?:{_VERBS})\b){_WORD}",
    "one": rf"\b(?!(?:{_VERBS})\b){_WORD}",
    "quoted": r"[^'\"`“”\n]{1,120}",
    "word": r"[^\s'\"`,;)\]]*[^\s'\"`,;.:)\]]",
    "phrase": r"[\w()`'\"/.,\[\]\-]+"
    r"(?: (?!because\b|while\b|when\b|after\b|until\b|before\b)[\w()`'\"/\[\]\-]+){0,4}?",
    "rest": r"[^\n]{1,200}?(?=[.\])}]?$)",
    "state": r"['\"`]?[A-Za-z][\w.\-]*\w['\"`]?",
    "upper": r"[A-Z][A-Z_.a-z]*[A-Z_]\b",
    "past": r"\w+(?:ed|ing|en)(?: or \w+(?:ed|ing|en))?",
    "done": r"\w+(?:ed|en|ne|ld|nt|ut|ad|un)\b",
    "doing": r"[A-Za-z]\w*ing",
    "negative": r"not [\w ]{2,30}",
    "call": r"[\w.:]+(?:\(\))?",
    "type": r"[A-Za-z_][\w.\[\]<>]*\w",
    "flag": r"--?[A-Za-z][\w\-]*",
    "flagname": r"--?[A-Za-z][\w\-]*|[A-Za-z_][\w.\-]*\w",
    "encoding": r"(?i:utf-?(?:8|16|32)(?:-[lb]e)?|ascii|latin-?1|cp\d+|iso-8859-\d+)",
    "shape": r"\([\d, ]{1,40}\)",
    "duration": r"\d++(?:\.\d++)?+ ?"
    r"(?:ms|secs?|seconds?|min(?:utes?)?|hours?|milliseconds?|[smh])?\b"
    r"|second|minute|hour|day",
    "size": r"\d++(?:\.\d++)?+ ?(?:bytes|[KMGT]i?B|[kmg]b)?",
    "path": r"(?:~|\.{1,2})?/[^\s'\",;:)]+",
    "hostname": r"[\w\-]+(?:\.[\w\-]+)*|\[[0-9a-fA-F:]+\]",
    "port": r"\d{1,5}\b",
    "endpoint": r"['\"]?[\w\-]+(?:\.[\w\-]+)*(?::\d{1,5})?['\"]?",
    "dotted": r"[\w\-]+(?:\.[\w\-]+)*",
    "version": r"\(?\d++(?:[.,] ?\d++)*+\)?",
}  # fmt: skip
"""What a role in a pattern may take."""

_ROLE = lazy_pattern(r"<(\w*):(\w+)>")
_TAKE_E = (
    "at",
    "et",
    "os",
    "v",
    "c",
    "um",
    "us",
    "ng",
    "z",
    "uc",
    "ut",
    "bl",
    "dl",
    "tl",
    "ir",
    "ur",
    "if",
)
"""How stems end that had an ``e``; a guess."""
_NUMBERS = {"zero": "0", "one": "1"}


class Rule:
    """One pattern of a page, compiled when it is first tried."""

    def __init__(self, pattern: str, constants: Mapping[str, str]) -> None:
        self.source = expand(pattern)
        self.constants = constants
        self._pattern = lazy_pattern(self.source, re.IGNORECASE if pattern[:4] != "(?-i" else 0)

    def roles(self, message: str) -> dict[str, str]:
        """The roles that the pattern finds, and those that it implies."""
        found = self._pattern.search(message)
        if found is None:
            return {}
        said = {
            name: "true" if name.endswith("_open") else _clean(value)
            for name, value in found.groupdict().items()
            if value
        }
        return {**said, **self.constants}


def expand(pattern: str) -> str:
    """The regular expression of a pattern.

    >>> expand("after <n:int> steps")
    'after (?P<n>-?\\\\d++(?!\\\\w)) steps'
    """
    return _ROLE.sub(_group, pattern)


def _group(role: re.Match[str]) -> str:
    name, kind = role.groups()
    inner = KINDS[kind]
    if kind == "upper":
        inner = f"(?-i:{inner})"
    return f"(?P<{name}>{inner})" if name else f"(?:{inner})"


def roles_of(message: str, rules: Sequence[Rule], wanted: Sequence[str]) -> dict[str, str]:
    """The roles that the rules find in a message, of those that are wanted."""
    text = message[:LONGEST]
    found: dict[str, str] = {}
    for rule in rules:
        names = {*_names(rule.source), *rule.constants}
        if not (names <= found.keys() or (rule.constants and names & found.keys())):
            for name, value in rule.roles(text).items():
                found.setdefault(name, value)
    _close(found)
    return {name: found[name] for name in wanted if found.get(name)}


@lru_cache(maxsize=1024)
def _names(source: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\(\?P<(\w+)>", source))


def _close(found: dict[str, str]) -> None:
    """What follows from what was found: a half-open interval; a state that is asked for."""
    if "exact" in found:
        found.setdefault("lower", found["exact"])
        found.setdefault("upper", found["exact"])
    if "object" in found:
        found["object"] = _own_name(found["object"])  # "" is no role
    required = found.get("required", "")
    if required and "current" not in found and "negated" in found:
        found["current"] = f"not {required}"
    if found.get("current", "").startswith("not "):
        found.setdefault("required", found["current"].removeprefix("not "))
    for form in ("done", "doing"):
        if form in found:
            found.setdefault("operation", _plain(found[form]))


def _own_name(phrase: str) -> str:
    """The name in a phrase that starts with the kind of the thing.

    >>> _own_name("Instance srv-8"), _own_name("worker status"), _own_name("the reader")
    ('srv-8', 'worker', 'reader')
    """
    words = phrase.removeprefix("the ").split()
    if words[-1].lower() in ("status", "state"):
        words.pop()
    named = [word for word in words if any(each in "0123456789_" for each in word)]
    return named[-1] if named else " ".join(words)


def _plain(form: str) -> str:
    """The plain form of a verb, as far as its ending tells: ``deleted`` -> ``delete``.

    >>> _plain("deleted"), _plain("stopped"), _plain("started"), _plain("resuming")
    ('delete', 'stop', 'start', 'resume')
    """
    stem = form.lower().removesuffix("ing").removesuffix("ed")
    if stem == form.lower():
        return stem
    if stem[-2:-1] == stem[-1:] and stem[-1:] in "bdgmnprt":
        return stem[:-1]
    return stem + "e" if stem.endswith(_TAKE_E) else stem


def _clean(value: str) -> str:
    bare = value.strip().strip("'\"`“”").strip()
    if bare.count("(") != bare.count(")"):
        bare = bare.strip("()")
    return _NUMBERS.get(bare.lower(), bare)
