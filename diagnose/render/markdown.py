"""For tickets, wikis and chats."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.render import Format, Style
from diagnose.render.caveats import caveats
from diagnose.render.commands import label, shown
from diagnose.render.markdown_text import code, fence, paragraphs, prose
from diagnose.render.plain import cut, place, visible_lines
from diagnose.unseen import is_seen

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from diagnose.model import Command, Diagnosis, Difference, Value

MESSAGE_LIMIT, VALUE_LIMIT, PROSE_LIMIT = 4000, 200, 4000


def diagnosis(found: Diagnosis, style: Style) -> str:
    """One diagnosis as a section."""
    del style
    blocks = [f"## {prose(cut(found.title, VALUE_LIMIT * 2))}", _facts(found)]
    blocks += [f"*{caveat}*" for caveat in caveats(found)]
    blocks += [fence(visible_lines(cut(found.message, MESSAGE_LIMIT)).split("\n"))]
    blocks += paragraphs(cut(found.cause, PROSE_LIMIT))
    for fix in found.fixes:
        blocks += _fix(fix)
    blocks += _details(found)
    return "\n\n".join(blocks) + "\n"


def _facts(found: Diagnosis) -> str:
    facts = [f"**{prose(found.severity)}**"]
    facts += [code(fact) for fact in (place(found.where), found.timestamp, found.component) if fact]
    if found.count > 1:
        facts.append(f"repeated {found.count} times")
    return ", ".join(facts)


def _fix(fix: Command) -> Iterator[str]:
    command = shown(fix)
    said = label(fix, command)
    yield f"### {prose(cut(fix.title, VALUE_LIMIT * 2))}" + (f" ({prose(said)})" if said else "")
    yield from paragraphs(cut(fix.text, PROSE_LIMIT))
    if command.lines:
        yield fence(command.lines, fix.language)


def _details(found: Diagnosis) -> Iterator[str]:
    lines = [*_values("Captured", found.captures), *_values("Context", found.context)]
    if found.statement:
        origin = f" (from {prose(found.statement_origin)})" if found.statement_origin else ""
        lines.append(f"- Statement{origin}: {code(cut(found.statement, VALUE_LIMIT))}")
    lines += map(_difference, found.difference)
    if found.related:
        lines.append("- See also: " + ", ".join(map(code, found.related)))
    lines += [f"- Reference: {_address(reference)}" for reference in found.references]
    lines.append(f"- Page: {code(found.id)}")
    yield "\n".join(lines)


def _difference(found: Difference) -> str:
    expected, instead = cut(found.template, 200), cut(found.message, 200)
    if not expected:
        return f"- Added: {code(instead)}"
    if not instead:
        return f"- Missing: {code(expected)}"
    return f"- Expected {code(expected)}, found {code(instead)}"


def _values(name: str, values: Mapping[str, Value]) -> list[str]:
    if not values:
        return []
    written = [f"{prose(key)} = {code(_value(value))}" for key, value in values.items()]
    return [f"- {name}: " + ", ".join(written)]


def _value(value: Value) -> str:
    return cut(", ".join(value) if isinstance(value, list) else str(value), VALUE_LIMIT)


def _address(reference: str) -> str:
    plain = reference.startswith("https://") and not set(reference) & set("<> \n`")
    return f"<{reference}>" if plain and is_seen(reference) else code(reference)


FORMAT = Format(diagnosis, separator="\n")
