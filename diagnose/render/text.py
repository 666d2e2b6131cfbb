"""For a tired operator: what happened, where, why, what to type; then the rest."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.render import Format, Style
from diagnose.render.caveats import caveats
from diagnose.render.commands import Shown, label, shown
from diagnose.render.plain import clip, columns, cut, paint, place, visible, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from diagnose.model import Command, Diagnosis, Value

SEVERITY_COLORS = {"critical": "1;41;97", "error": "1;31", "warning": "1;33", "info": "1;34"}
BOLD, FAINT, COMMAND, CAVEAT = "1", "2", "1;36", "33"
APPLICABILITY_COLORS = {"safe": "32", "unsafe": "33"}
MARGIN = "  "
LABEL_WIDTH = 11
MESSAGE_LIMIT, VALUE_LIMIT, PROSE_LIMIT, CHAIN_LIMIT = 800, 200, 2000, 6


def diagnosis(found: Diagnosis, style: Style) -> str:
    r"""One diagnosis as text; commands stand alone at the start of a line.

    >>> from diagnose.model import Diagnosis, Where
    >>> print(diagnosis(Diagnosis("a/b", "Out of rope", "exact", "m", Where("x.log", 7, 0, 1)),
    ...       Style()), end="")
    ERROR  Out of rope
      x.log:7
    <BLANKLINE>
      message    m
      page       a/b
    """
    lines = [*_head(found, style)]
    for caveat in caveats(found):
        lines += _indented(caveat, style, CAVEAT)
    if found.cause:
        lines += ["", *_indented(cut(found.cause, PROSE_LIMIT), style)]
    for number, fix in enumerate(found.fixes, 1):
        lines += _fix(fix, f"{number}. " if len(found.fixes) > 1 else "", style)
    lines += ["", *_details(found, style)]
    return "\n".join(lines) + "\n"


def _head(found: Diagnosis, style: Style) -> Iterator[str]:
    severity = visible(found.severity.upper())
    indent = " " * (len(severity) + 2)
    color = SEVERITY_COLORS.get(found.severity, BOLD)
    title = wrap(cut(found.title, VALUE_LIMIT * 2), style.width - len(indent))
    yield f"{paint(severity, color, style.color)}  {paint(title[0], BOLD, style.color)}"
    for line in title[1:]:
        yield indent + paint(line, BOLD, style.color)
    if where := _where(found):
        yield from _indented(where, style, FAINT)


def _where(found: Diagnosis) -> str:
    component = cut(found.component, VALUE_LIMIT)
    parts = [place(found.where), visible(found.timestamp), visible(component)]
    if found.count > 1:
        parts.append(f"repeated {found.count} times")
    return ", ".join(part for part in parts if part)


def _indented(text: str, style: Style, code: str = "") -> list[str]:
    lines = wrap(text, style.width - len(MARGIN))
    return [MARGIN + paint(line, code, style.color) if line else "" for line in lines]


def _fix(fix: Command, number: str, style: Style) -> Iterator[str]:
    command = shown(fix)
    yield ""
    tag = f"[{label(fix, command)}]" if label(fix, command) else ""
    yield from _fix_title(number + cut(fix.title, VALUE_LIMIT * 2), tag, fix.applicability, style)
    if fix.text:
        yield from _indented(cut(fix.text, PROSE_LIMIT), style)
    if command.lines:
        yield from _command(command, style)


def _fix_title(title: str, tag: str, applicability: str, style: Style) -> Iterator[str]:
    *before, last = wrap(title, style.width - len(MARGIN))
    for line in before:
        yield MARGIN + paint(line, BOLD, style.color)
    line = MARGIN + paint(last, BOLD, style.color)
    color = APPLICABILITY_COLORS.get(applicability, "35")
    if tag and len(MARGIN) + columns(last) + 2 + columns(tag) <= style.width:
        yield f"{line}  {paint(tag, color, style.color)}"
        return
    yield line
    if tag:
        yield from _indented(tag, style, color)


def _command(command: Shown, style: Style) -> Iterator[str]:
    """Alone on its lines, without a prefix, never wrapped: to be copied by line."""
    yield ""
    for line in command.lines:
        yield paint(line, COMMAND, style.color)


def _details(found: Diagnosis, style: Style) -> Iterator[str]:
    yield from _detail("message", cut(found.message, MESSAGE_LIMIT), style)
    for difference in found.difference:
        expected, instead = ("expected", "instead") if all(difference) else ("missing", "added")
        yield from _detail(expected, cut(difference.template, VALUE_LIMIT), style)
        yield from _detail(instead, cut(difference.message, VALUE_LIMIT), style)
    yield from _detail("captured", _values(found.captures), style)
    yield from _detail("context", _values(found.context), style)
    yield from _detail("chain", "\n".join(_chain(found.chain, style)), style)
    origin = f"  (from {found.statement_origin})" if found.statement_origin else ""
    if found.statement:
        yield from _detail("statement", cut(found.statement, MESSAGE_LIMIT) + origin, style)
    yield from _listed("see also", found.related, style)
    yield from _listed("page", (found.id,), style)
    yield from _listed("reference", found.references, style)


def _values(values: Mapping[str, Value]) -> str:
    return ", ".join(f"{name} = {_value(value)}" for name, value in values.items())


def _value(value: Value) -> str:
    written = ", ".join(value) if isinstance(value, list) else str(value)
    return cut(visible(written), VALUE_LIMIT)


def _chain(chain: tuple[str, ...], style: Style) -> Iterator[str]:
    """The layers, outermost first, one line each; the middle of a long chain is left out."""
    if len(chain) < 2:  # noqa: PLR2004 - one layer is no chain
        return
    room = style.width - len(MARGIN) - LABEL_WIDTH
    left_out = len(chain) - CHAIN_LIMIT
    for depth, layer in enumerate(chain):
        if left_out > 0 and 2 <= depth < 2 + left_out:  # noqa: PLR2004 - two are kept above
            if depth == 2:  # noqa: PLR2004
                yield f"... {left_out} more"
            continue
        yield clip(layer, room)


def _detail(name: str, value: str, style: Style) -> Iterator[str]:
    if not value:
        return
    indent = " " * LABEL_WIDTH
    lines = wrap(value, max(style.width - len(MARGIN) - LABEL_WIDTH, LABEL_WIDTH))
    yield MARGIN + paint(name.ljust(LABEL_WIDTH), FAINT, style.color) + lines[0]
    for line in lines[1:]:
        yield (MARGIN + indent + line).rstrip()


def _listed(name: str, values: tuple[str, ...], style: Style) -> Iterator[str]:
    """Ids and addresses, each whole on its line."""
    for index, value in enumerate(values):
        head = name if index == 0 else ""
        yield MARGIN + paint(head.ljust(LABEL_WIDTH), FAINT, style.color) + visible(value)


FORMAT = Format(diagnosis, separator="\n")
