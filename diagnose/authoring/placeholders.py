"""The message of a document -> a template of the page language.

``{n}``, ``{}``, ``{:?}``, ``{0}``, ``%s`` and ``%d`` become placeholders with
names and kinds; what the document does not say is guessed from the code and
from the words around, and every guess is told.
"""

from __future__ import annotations

from diagnose.authoring.call_site import Argument, arguments, declared
from diagnose.authoring.sections import word_set
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence


class Guess(NamedTuple):
    """A placeholder whose name or kind the document does not say."""

    name: str
    kind: str
    written: str
    """As the document writes it."""


class Draftplate(NamedTuple):
    """A message in the page language."""

    template: str
    guesses: tuple[Guess, ...]


_BRACED = lazy_pattern(
    r"\{\{|\}\}|[$#]?\{(?P<expression>[A-Za-z_][\w.]*+(?:\([\w., ]*+\))?|\d++|)"
    r"(?P<conversion>![rsa])?(?::(?P<spec>[^{}\s\"]*+))?\}"
)
_PERCENT = lazy_pattern(
    r"%%|%(?:\((?P<name>\w++)\)|(?P<place>\d)\$)?[-+#0]*+[\d*]*+(?:\.[\d*]*+)?(?:hh?|ll?|z|j|t)?"
    r"(?P<verb>[sdiuvqfgexXpcw])(?![a-zA-Z])"
)
_MARKS = lazy_pattern(r"\[\[|\]\]|[{}]")
_VERB_KINDS = {"d": "int", "i": "int", "u": "int", "f": "number", "g": "number", "e": "number"}
_VERB_KINDS |= {"x": "word", "X": "word", "p": "word", "c": "word", "q": "quoted"}


def draft_template(message: str, code: str = "") -> Draftplate:
    """Turn a documented message into a template.

    >>> draft_template("job {} is busy", 'bail!("job {} is busy", job.job_id);').template
    'job {job_id:int} is busy'
    >>> draft_template("cannot open %s: %d bytes missing").template
    'cannot open {open}: {bytes:int} bytes missing'
    """
    braces = [found for found in _BRACED.finditer(message) if "{" != found[0][-1] != found[0][0]]
    pattern = _BRACED if braces else _PERCENT
    reader = _Reader(message, code, arguments(message, code))
    out: list[str] = []
    position = 0
    for found in pattern.finditer(message):
        out += [literal(message[position : found.start()]), reader.read(found)]
        position = found.end()
    return Draftplate(
        "".join([*out, literal(message[position:])]), tuple(dict.fromkeys(reader.guesses))
    )


def literal(text: str) -> str:
    """A text that stands for itself in the page language.

    >>> literal("set {n}")
    'set {{n}}'
    """
    return _MARKS.sub(_escape, text)


def _escape(mark: re.Match[str]) -> str:
    return mark[0] * 2 if len(mark[0]) == 1 else "\\" + mark[0]


class _Reader:
    """Reads one placeholder after the other, and remembers the names that are taken."""

    def __init__(self, message: str, code: str, given: Sequence[Argument]) -> None:
        self._message = message
        self._code = code
        self._positional = [each for each in given if not each.name]
        self._all = list(given)
        self._named = {each.name: each for each in given if each.name}
        self._next = 0
        self._end = 0
        self._names: dict[str, str] = {}
        self.guesses: list[Guess] = []

    def read(self, found: re.Match[str]) -> str:
        """The placeholder in the page language."""
        if found[0] in {"{{", "}}"}:
            return found[0]
        if found[0] == "%%":
            return "%"
        own, argument, kind = self._braced(found) if "{" in found[0] else self._percent(found)
        key = own or (argument.expression if argument else found[0] + str(self._next))
        before, after = self._message[self._end : found.start()], self._message[found.end() :]
        self._end = found.end()
        name = self._names.get(key)
        if name is None:
            wished = name_for(own) or (name_in(argument) if argument else "")
            name = self._free(wished or name_around(before, after))
            self._names[key] = name
        kind = kind or self._kind(name, argument, before, after)
        if not own or kind:
            self.guesses.append(Guess(name, kind or "prose", found[0]))
        return f"{{{name}:{kind}}}" if kind else f"{{{name}}}"

    def _braced(self, found: re.Match[str]) -> tuple[str, Argument | None, str]:
        own, spec = found["expression"], found["spec"] or ""
        kind = "debug" if spec.endswith("?") else "word" if spec[-1:] in {"x", "X"} else ""
        if spec.startswith(".") and not kind:
            kind = "number"
        if own and not own.isdigit():
            return own, self._named.get(own), kind
        return "", self._take(int(own) if own else None), kind

    def _percent(self, found: re.Match[str]) -> tuple[str, Argument | None, str]:
        kind = _VERB_KINDS.get(found["verb"], "")
        if found["name"]:
            return found["name"], None, kind
        return "", self._take(int(found["place"]) - 1 if found["place"] else None), kind

    def _take(self, index: int | None) -> Argument | None:
        """The argument at ``index``, or the next one."""
        given = self._positional or self._all
        if index is None:
            index = self._next
        self._next = max(self._next, index + 1)
        return given[index] if index < len(given) else None

    def _free(self, name: str) -> str:
        taken = set(self._names.values())
        number = 2
        free = name
        while free in taken:
            free = f"{name}_{number}"
            number += 1
        return free

    def _kind(self, name: str, argument: Argument | None, before: str, after: str) -> str:
        if not after.strip(" .:") and before.endswith(": ") and name in _ERRORS:
            return "chain"
        said = argument.expression if argument else declared(name, self._code)
        if _INTEGER.search(said):
            return "int"
        return "int" if is_number(name) and not _TEXT_TYPE.search(said) else ""


_ERRORS = frozenset({"e", "err", "error", "source", "cause", "inner"})
_INTEGER = lazy_pattern(
    r"(?:\bas |^&?)\b(?:[ui](?:8|16|32|64|128|size)|u?int(?:8|16|32|64)?|long|integer)\b"
    r"|\.(?:len|count|size)\(\)$|^len\([^()]*+\)$"
)
_TEXT_TYPE = lazy_pattern(r"^&?(?:'\w+\s)?\b(?:String|str|string|char|Cow|Uuid|UUID)\b")
_NUMBER_ENDS = word_set(
    "id n count num number len length size parallelism offset epoch port line index limit bytes"
    " ms seconds secs millis total quota vnode"
)
_NUMBER_STARTS = frozenset({"num", "max", "min", "n", "total"})
_NO_NUMBERS = word_set(
    "request_id session_id trace_id span_id user_id client_id query_id consumer_id group_id"
    " transactional_id tenant_id unique_id max_age file_id cluster_id node_id"
)


def is_number(name: str) -> bool:
    """Whether a name says that its value is a whole number.

    >>> is_number("job_id"), is_number("max_parallelism"), is_number("trace_id")
    (True, True, False)
    """
    parts = name.split("_")
    return name not in _NO_NUMBERS and (parts[-1] in _NUMBER_ENDS or parts[0] in _NUMBER_STARTS)


_CAMEL = lazy_pattern(r"(?<=[a-z0-9])(?=[A-Z])")
_NOISE = word_set("self this Some Ok String str into into_iter")
_CONVERSIONS = word_set(
    "to_string as_str clone display as_ref to_owned into unwrap as_deref format iter join inner"
    " as_raw_id get toString report as_report to_report_string"
)
_VAGUE = word_set("id name len count size index value type kind")
_IDENTIFIER = lazy_pattern(r"([A-Za-z_]\w*+)(\(?)")
_CAST = lazy_pattern(r"\s+as\s+\w+$")


def name_for(expression: str) -> str:
    """A name made of an expression: its last telling part.

    >>> [name_for(each) for each in ("job.job_id", "self.sink.id()", "maxRows", "rows.len()")]
    ['job_id', 'sink_id', 'max_rows', 'rows_len']
    """
    telling = [
        name
        for name, call in _IDENTIFIER.findall(_CAST.sub("", expression))
        if name not in _NOISE and not (call and name in _CONVERSIONS)
    ]
    if not telling:
        return ""
    last = telling[-1]
    if last.lower() in _VAGUE and len(telling) > 1 and not telling[-2][0].isupper():
        last = f"{telling[-2]}_{last}"
    return _CAMEL.sub("_", last).lower().strip("_")


def name_in(argument: Argument) -> str:
    """The name that an argument gives; a type gives none."""
    return argument.name or ("" if argument.is_type else name_for(argument.expression))


_CLAUSE = lazy_pattern(r"[,;.]\s")
_WORDS = lazy_pattern(r"[A-Za-z]{2,}")
_EMPTY_WORDS = word_set(
    "is are was be been of at to in on for by from with than the an as and or not has have but got"
    " most least too that this its into no existent existing because due already"
)


def name_around(before: str, after: str) -> str:
    """A name out of the words next to a placeholder.

    >>> name_around("backup job failed: job ", ""), name_around("expected ", ", got")
    ('job', 'expected')
    >>> name_around(": ", " bytes missing"), name_around("", "")
    ('bytes', 'value')
    """
    clause = _CLAUSE.split(before.lower())[-1]
    found: list[str] = [each for each in _WORDS.findall(clause) if each not in _EMPTY_WORDS]
    if found:
        return found[-1]
    unit = _WORDS.match(after.lstrip(" '\"`").lower()) if after[:1] == " " else None
    word = unit[0] if unit else ""
    return word if word not in _EMPTY_WORDS | {""} else "value"
