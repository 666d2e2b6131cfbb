"""Annotations of GitHub Actions: ``::error file=...,line=...,title=...::text``.

A step shows ten errors, ten warnings and ten notices as annotations; what comes behind them is an
ordinary line of its log.
"""

from __future__ import annotations

from collections import Counter

from diagnose.lean import TYPE_CHECKING
from diagnose.render import Format, Style
from diagnose.render.caveats import caveats
from diagnose.render.commands import shown
from diagnose.render.plain import cut, visible, visible_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diagnose.model import Diagnosis

LEVELS = {"critical": "error", "error": "error", "warning": "warning", "info": "notice"}
MOST_OF_A_LEVEL = 10
TITLE_LIMIT, TEXT_LIMIT = 200, 4000


class Annotations:
    """Renders one run; counts what the step has been given."""

    def __init__(self) -> None:
        self._given: Counter[str] = Counter()

    def __call__(self, found: Diagnosis, style: Style) -> str:
        """One line."""
        del style
        level = LEVELS.get(found.severity, "error")
        self._given[level] += 1
        if self._given[level] > MOST_OF_A_LEVEL:
            return f"{level}: {_title(found)} ({visible(found.id)})\n".replace("##[", "# #[")
        places = ",".join(f"{name}={_property(value)}" for name, value in _properties(found))
        return f"::{level} {places}::{_data(_text(found))}\n"


def make() -> Format:
    """The format of one run."""
    return Format(Annotations())


def _properties(found: Diagnosis) -> Iterator[tuple[str, str]]:
    if found.where.file not in ("", "-"):
        yield "file", visible(found.where.file)
        yield "line", str(found.where.line)
    yield "title", _title(found)


def _title(found: Diagnosis) -> str:
    return visible(cut(found.title, TITLE_LIMIT))


def _text(found: Diagnosis) -> str:
    parts = [found.message, *caveats(found), found.cause]
    for fix in found.fixes:
        parts += [f"- {fix.title}", *shown(fix).lines]
    parts.append(f"Page: {found.id}")
    return cut(visible_lines("\n".join(part for part in parts if part)), TEXT_LIMIT)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
