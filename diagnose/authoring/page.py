"""An entry -> the TOML of its page, in the order of ``patterns/README.md``."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Document, Explanation, Fix
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from diagnose.model import Entry, Example, Follows, Value, Wording

_HIDDEN = r"\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069"
"""Characters that a terminal or an editor obeys and does not show."""
_LITERAL = lazy_pattern(rf"(?!.*''')[^\x00-\x08\x0b-\x1f{_HIDDEN}]*+(?<!')", 0x10)
_BARE_KEY = lazy_pattern(r"[A-Za-z0-9_-]+")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_ESCAPED = lazy_pattern(rf'[\\"\x00-\x1f{_HIDDEN}]')


def write(entry: Entry, comments: Sequence[str] = ()) -> str:
    """The page as TOML; ``comments`` stand at its top.

    >>> from diagnose.model import Entry, Wording
    >>> print(write(Entry("a/b", "Busy", (Wording("it is busy"),))).partition("\\n\\n")[0])
    id = "a/b"
    title = "Busy"
    class = ""
    severity = "error"
    """
    lines = [f"# {line}" for comment in comments for line in comment.splitlines()]
    lines += _head(entry)
    for rule in entry.follows:
        lines += ["", "[[follows]]", *_follows(rule)]
    for wording in entry.wordings:
        lines += ["", "[[message]]", *_wording(wording)]
    for explanation in entry.explanations:
        lines += ["", "[[explanation]]", *_explanation(explanation)]
    if entry.document != Document():
        lines += ["", "[document]", *_pairs(entry.document._asdict().items())]
    for example in entry.examples:
        lines += ["", "[[example]]", *_example(example)]
    for text in entry.near_misses:
        lines += ["", "[[near_miss]]", f"text = {block(text)}"]
    return "\n".join(lines) + "\n"


def _head(entry: Entry) -> Iterator[str]:
    yield f"id = {basic(entry.id)}"
    yield f"title = {short(entry.title)}"
    yield f"class = {basic(entry.class_)}"
    yield f"severity = {basic(entry.severity)}"
    if entry.role != "cause":
        yield f"role = {basic(entry.role)}"
    yield from _pairs([("related", entry.related), ("references", entry.references)])


def _follows(rule: Follows) -> Iterator[str]:
    yield f"pages = {_list(rule.pages)}"
    if not rule.statements:
        yield "statements = false"
    yield from _pairs([("when", rule.when), ("same", rule.same), ("look", rule.look)])


def _wording(wording: Wording) -> Iterator[str]:
    yield f"text = {block(wording.template)}"
    yield from _pairs((key, value) for key, value in wording._asdict().items() if key != "template")


def _explanation(explanation: Explanation) -> Iterator[str]:
    for key in ("when_statement", "when_chain"):
        conditions: tuple[str, ...] = getattr(explanation, key)
        if conditions:
            one = block(conditions[0]) if len(conditions) == 1 else _list(conditions)
            yield f"{key} = {one}"
    yield from _pairs([("when", explanation.when)])
    yield from _pairs([("did_you_mean", explanation.did_you_mean)])
    yield f"cause = {block(explanation.cause)}"
    for fix in explanation.fixes:
        yield "[[explanation.fix]]"
        yield from _fix(fix)


def _fix(fix: Fix) -> Iterator[str]:
    yield f"title = {short(fix.title)}"
    for key, value in fix._asdict().items():
        if key == "language" and not (fix.command or fix.edit):
            continue
        if key == "applicability" or (key == "language" and value):
            yield f"{key} = {basic(value)}"
        elif key != "title":
            yield from _pairs([(key, value)])


def _example(example: Example) -> Iterator[str]:
    yield f"text = {block(example.text)}"
    yield f"captures = {_inline(example.captures)}"
    yield from _pairs([("statement", example.statement), ("command", example.command)])


def _pairs(pairs: Iterable[tuple[str, object]]) -> Iterator[str]:
    """``key = value`` for each value that says something."""
    for key, value in pairs:
        if value is True:
            yield f"{key} = true"
        elif isinstance(value, str) and value:
            is_short = key in {"since", "until", "commit", "below"}
            yield f"{key} = {short(value) if is_short else block(value)}"
        elif isinstance(value, tuple) and value:
            yield f"{key} = {_list(value)}"
        elif isinstance(value, dict) and value:
            yield f"{key} = {_inline(value)}"


def _list(items: Iterable[str]) -> str:
    written = [short(item) for item in items]
    one_line = f"[{', '.join(written)}]"
    return (
        one_line if len(one_line) < _WIDTH else "\n".join(["[", *(f"  {w}," for w in written), "]"])
    )


_WIDTH = 90


def _inline(values: Mapping[str, Value]) -> str:
    pairs = [f"{_key(name)} = {_value(value)}" for name, value in values.items()]
    return "{ " + ", ".join(pairs) + " }" if pairs else "{}"


def _key(name: str) -> str:
    return name if _BARE_KEY.fullmatch(name) else basic(name)


def _value(value: Value) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(short, value))}]"
    return short(value) if isinstance(value, str) else repr(value).lower()


def short(text: str) -> str:
    """A text on one line where that reads well, else a block.

    >>> short("two words"), short('say "no"')
    ('"two words"', '\\'\\'\\'say "no"\\'\\'\\'')
    """
    return basic(text) if _ESCAPED.search(text) is None else block(text)


def block(text: str) -> str:
    """A text as it stands, between three quotes; with escapes where that cannot be.

    >>> block("a\\\\d"), block("it's '''")
    ("'''a\\\\d'''", '"it\\'s \\'\\'\\'"')
    """
    if not text or not _LITERAL.fullmatch(text):
        return basic(text)
    return f"'''\n{text}'''" if "\n" in text else f"'''{text}'''"


def basic(text: str) -> str:
    """A text in double quotes, with escapes."""
    return '"' + _ESCAPED.sub(_escape, text) + '"'


def _escape(char: re.Match[str]) -> str:
    return _ESCAPES.get(char[0]) or f"\\u{ord(char[0]):04x}"
