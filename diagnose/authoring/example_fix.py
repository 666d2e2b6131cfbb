"""The code of an example fix: before, after, and the defensive code that may follow it."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

_MARK = lazy_pattern(
    r"\s*+(?://|#|--|/\*|<!--|;)\s?(before|after|bad|good|wrong|right)\b[ \t]*+:?[ \t]*+"
    r"(?:\*/|-->)?(.*)",
    0x2,  # re.IGNORECASE
)
_BEFORE = frozenset({"before", "bad", "wrong"})
_BRACKETS = {")": "(", "]": "[", "}": "{"}
_HANDLES = lazy_pattern(r"(?:match|try|switch|begin|rescue|with suppress)\b|.*\b(?:catch|except)\b")
_PROSE = lazy_pattern(r"(?:[-*•]\s|\d+[.)]\s)?[A-Z`][^{};=]*[^{};=,(\[]")


class Example(NamedTuple):
    """What the code of an example fix is made of."""

    before: str = ""
    after: str = ""
    validate: str = ""
    handle: str = ""
    prevention: str = ""
    """Sentences that follow the code."""


def read(code: str, *, alone: bool = False) -> Example:
    """Take an example fix apart at its comments ``// before`` and ``// after``.

    With ``alone``, no titles follow for the defensive code, so blocks behind the
    corrected code are taken for it.

    >>> read("-- before\\nSET x = 9;\\n-- after\\nSET x = 1;")[:2]
    ('SET x = 9;', 'SET x = 1;')
    """
    parts: dict[str, list[str]] = {"": [], "before": [], "after": []}
    now = ""
    for line in code.split("\n"):
        mark = _MARK.fullmatch(line)
        if not mark:
            parts[now].append(line)
            continue
        now = "before" if mark[1].lower() in _BEFORE else "after"
        if mark[2].strip():
            parts[now].append(line)
    before, after = _joined(parts["before"]), _joined(parts["after"])
    if not parts["before"] and not parts["after"]:
        return Example(after=_joined(parts[""]))
    example = Example(_joined([*parts[""], before]) if _joined(parts[""]) else before, after)
    return _with_defence(example) if alone else example


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(lines).strip("\n")


_CHECKS = lazy_pattern(r"(?:if|unless|guard|assert|require|ensure|let|const|var)\b|.*\bif\b")


def _with_defence(example: Example) -> Example:
    first, *blocks = blocks_of(example.after) or [""]
    found = defence_of(blocks)
    return found._replace(
        before=example.before, after="\n\n".join(filter(None, [first, found.after]))
    )


def defence_of(blocks: Sequence[str]) -> Example:
    """The last block that catches handles; what stands before it checks; sentences prevent.

    What is none of these is given as ``after``.
    """
    code, prose = list(blocks), list[str]()
    while code and all(_PROSE.fullmatch(line.strip()) for line in code[-1].split("\n")):
        prose.insert(0, code.pop())
    handle = code.pop() if code and _HANDLES.match(code[-1]) else ""
    checks = bool(code) and (bool(handle) or bool(_CHECKS.match(code[-1])))
    rest = "\n\n".join(code)
    return Example(
        after="" if checks else rest,
        validate=rest if checks else "",
        handle=handle,
        prevention="\n".join(prose),
    )


def blocks_of(code: str) -> list[str]:
    """Split at blank lines outside of brackets.

    >>> blocks_of("f(\\n\\n1)\\n\\ng()")
    ['f(\\n\\n1)', 'g()']
    """
    blocks: list[str] = []
    lines: list[str] = []
    depth = 0
    for line in code.split("\n"):
        if not line.strip() and depth <= 0:
            blocks.append(_joined(lines))
            lines, depth = [], 0
            continue
        lines.append(line)
        depth += sum((char in "([{") - (char in _BRACKETS) for char in line)
    blocks.append(_joined(lines))
    return [block for block in blocks if block]
