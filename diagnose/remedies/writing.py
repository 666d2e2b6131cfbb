"""Filling a command: each value quoted for the language and for the place where it stands."""

from __future__ import annotations

import re

from diagnose.errors import RemedyError
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.template import Literal, Option, Slot, Template, constant, parse, slots
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Mapping

    from diagnose.model import Value
    from diagnose.template import Element

NOTHING: Mapping[str, str] = {}


class Known(NamedTuple):
    """What a command can be filled with."""

    values: Mapping[str, Value]
    kinds: Mapping[str, str]
    """How each value was captured: how it is written where the command does not say."""
    verbatim: Mapping[str, str] = NOTHING
    """Text that stands as it is: the statement, and its captures as typed."""
    as_typed: frozenset[str] = frozenset()
    """Names of objects that the user wrote in the statement."""


class Written(NamedTuple):
    """A filled command."""

    text: str
    missing: tuple[str, ...]
    """Names without value; they stand in the text as ``<name>``."""
    doubtful: bool = False
    """A name came from a message, which does not say whether it needs quotes for its capitals."""


def write(source: str, language: str, known: Known) -> Written:
    """Fill a command template.

    A placeholder is written by its own kind, else by the kind it was captured with. Inside quotes
    or a comment of the command only plain values are written: letters, digits, ``_ . + -``.
    Raises ``RemedyError`` and ``TemplateError``.

    >>> known = Known({"t": "my table", "n": 4}, {"t": "sql_name", "n": "int"})
    >>> write("ALTER TABLE {t} SET x = {n}; -- {who}", "sql", known)
    Written(text='ALTER TABLE "my table" SET x = 4; -- <who>', missing=('who',), doubtful=False)
    """
    template = parse(source)
    as_it_is = constant(template)
    if as_it_is is not None:
        return Written(as_it_is, ())
    writer = _Writer(language, known)
    writer.elements(template.elements)
    return Written(writer.text(), tuple(dict.fromkeys(writer.missing)), writer.doubtful)


_MARKS = {
    "sql": lazy_pattern(
        r"""'(?:[^']|'')*+(?P<single>'?)|"(?:[^"]|"")*+(?P<double>"?)|--[^\n]*+(?P<line>\n?)"""
        r"""|/\*(?:[^*]|\*(?!/))*+(?P<block>(?:\*/)?)"""
        r"""|(?P<tag>\$(?:[A-Za-z_][A-Za-z0-9_]*+)?+\$)(?:(?!(?P=tag)).)*+(?P<dollar>(?:(?P=tag))?)""",
        re.DOTALL,
    ),
    "shell": lazy_pattern(
        r"""\\.|'[^']*+(?P<single>'?)|"(?:[^"\\]|\\.)*+(?P<double>"?)|(?<!\S)\#[^\n]*+(?P<line>\n?)""",
        re.DOTALL,
    ),
    "toml": lazy_pattern(
        r"""'[^'\n]*+(?P<single>['\n]?)|"(?:[^"\\\n]|\\.)*+(?P<double>["\n]?)|\#[^\n]*+(?P<line>\n?)""",
        re.DOTALL,
    ),
}
_OPENERS = ("'", '"', "--", "/*", "$", "#", "\\")
"""Without one of these nothing of them is open."""
_PLAIN = lazy_pattern(r"(?!--)[A-Za-z0-9_+-][A-Za-z0-9_.+-]*")
_WORD_OR_QUOTE = lazy_pattern(r"[A-Za-z0-9_$'\"]")
_BARE_CAPITAL = lazy_pattern(r'(?:^|\.)[a-z_]*[A-Z][^".]*(?=\.|$)')


class _Writer:
    """Goes through a template once; ``_out`` is the command so far."""

    def __init__(self, language: str, known: Known) -> None:
        self._language = language
        self._known = known
        self._out: list[str] = []
        self._skeleton: list[str] = []
        self._closing = ""
        self.missing: list[str] = []
        self.doubtful = False

    def text(self) -> str:
        return "".join(self._out)

    def elements(self, elements: tuple[Element, ...]) -> None:
        for element in elements:
            if isinstance(element, Literal):
                self._literal(element.text)
            elif isinstance(element, Slot):
                self._slot(element)
            elif self._has_all(element):
                self.elements(element.elements)

    def _has_all(self, option: Option) -> bool:
        names = slots(Template("", option.elements))
        return all(self._value(slot) is not None or slot.default is not None for slot in names)

    def _value(self, slot: Slot) -> Value | None:
        if slot.name in self._known.verbatim and not slot.kind:
            return self._known.verbatim[slot.name]
        value = self._known.values.get(slot.name)
        return None if value == "" and slot.default is not None else value

    def _literal(self, text: str) -> None:
        if self._closing and text:
            self._check_behind(text)
        self._out.append(text)
        self._skeleton.append(text)

    def _slot(self, slot: Slot) -> None:
        value = self._value(slot)
        if value is None:
            if slot.default is None:
                self.missing.append(slot.name)
            text = f"<{slot.name}>" if slot.default is None else slot.default
            self._literal(text)
        elif slot.name in self._known.verbatim and not slot.kind:
            self._verbatim(slot, str(value))
        else:
            self._quoted(slot, value)

    def _verbatim(self, slot: Slot, text: str) -> None:
        if self._is_inside() and not _PLAIN.fullmatch(text):
            raise RemedyError(slot.name, text[:100], self._language)
        self._literal(text)

    def _quoted(self, slot: Slot, value: Value) -> None:
        from diagnose.remedies.quoting import quote

        kind = slot.kind or self._known.kinds.get(slot.name) or _kind_of_value(value)
        inside = self._is_inside()
        # Inside quotes of a shell command stands SQL, whose names have their own quotes.
        language = "sql" if inside and kind == "sql_name" else self._language
        as_typed = slot.name in self._known.as_typed
        text = quote(value, kind, language, name=slot.name, choices=slot.choices, as_typed=as_typed)
        if inside and not _PLAIN.fullmatch(text):
            raise RemedyError(slot.name, str(value)[:100], self._language)
        if not inside and self._language != "text":
            self._check_before(slot, kind, text)
        if kind == "sql_name" and not as_typed and _BARE_CAPITAL.search(text):
            self.doubtful = True
        self._out.append(text)
        self._skeleton.append("x")
        self._closing = text[-1:] if self._language == "sql" and text[-1:] in {"'", '"'} else ""

    def _check_before(self, slot: Slot, kind: str, text: str) -> None:
        """What the page wrote in front must not change what the value means."""
        before = self.text()[-1:]
        negative = kind in {"int", "number"}
        flag = self._language == "shell" and not negative and (not before or before.isspace())
        quoted = self._language == "sql" and text[:1] in {"'", '"'}
        if (text[:1] == "-" and (flag or before == "-")) or (
            quoted and _WORD_OR_QUOTE.match(before)
        ):
            raise RemedyError(slot.name, text[:100], self._language)

    def _check_behind(self, text: str) -> None:
        closing, self._closing = self._closing, ""
        if _WORD_OR_QUOTE.match(text):
            raise RemedyError("", closing + text[:20], self._language)

    def _is_inside(self) -> bool:
        """Whether the page's own text has quotes or a comment open here."""
        marks = _MARKS.get(self._language)
        skeleton = "".join(self._skeleton)
        if marks is None or not any(mark in skeleton for mark in _OPENERS):
            return False
        last = None
        for last in marks.finditer(skeleton):  # noqa: B007 - the last one counts
            pass
        if last is None or last.lastgroup is None:
            return False
        return last.end() == len(skeleton) and not last[last.lastgroup]


_SAMPLES: dict[str, Value] = {"int": 1, "number": 1, "list": ["1"]}


def command_faults(source: str, language: str, kinds: Mapping[str, str]) -> list[str]:
    """What is wrong with a command template whatever the values are; for those who check pages.

    ``kinds`` are those of the captures that the page makes. Raises ``TemplateError``.

    >>> command_faults("DROP TABLE {t}", "sql", {"t": "prose"})
    ['{t} cannot be written in sql here: give it a kind, as {t:sql_name}, and no quotes']
    """
    faults: list[str] = []
    for slot in slots(parse(source)):
        kind = slot.kind or kinds.get(slot.name, "")
        sample = _SAMPLES.get(kind, slot.choices[0] if slot.choices else "a")
        if slot.name == "statement" or (not kind and slot.name not in kinds):
            continue
        try:
            write(source, language, Known({slot.name: sample}, kinds))
        except RemedyError:
            faults.append(
                f"{{{slot.name}}} cannot be written in {language} here:"
                f" give it a kind, as {{{slot.name}:sql_name}}, and no quotes"
            )
    return faults


def _kind_of_value(value: Value) -> str:
    if isinstance(value, list):
        return "list"
    return {int: "int", float: "number"}.get(type(value), "")
