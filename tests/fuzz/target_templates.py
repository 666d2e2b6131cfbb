"""A template and a text: parsed or refused; matched or not; captures are parts of the text."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING

from diagnose import template
from diagnose.errors import RemedyError, TemplateError
from diagnose.remedies.writing import Known, write
from tests.fuzz import seeds as known
from tests.fuzz.invariants import hidden

if TYPE_CHECKING:
    from diagnose.model import Value

LONGEST = 600


@cache
def _sources() -> list[bytes]:
    found = []
    for path in sorted(known.PAGES.rglob("*.toml"))[::6]:
        page = tomllib.loads(path.read_text())
        examples = [each["text"] for each in page.get("example", [])] or ["x"]
        messages = [each for each in page.get("message", []) if isinstance(each, dict)]
        found += [f"{each['text']}\0{examples[0]}".encode() for each in messages]
    return found


def seeds() -> list[bytes]:
    return _sources()


def check(data: bytes) -> None:
    source, _, text = data[:LONGEST].decode("utf-8", "replace").partition("\0")
    try:
        parsed = template.parse(source)
        captures = _captures(template.Compiled(parsed), text)
    except TemplateError:
        return
    template.fill(parsed, lambda slot: slot.name)
    for language in ("sql", "shell", "toml", "text"):
        try:
            written = write(source, language, Known(captures, {}))
        except (RemedyError, TemplateError):
            continue
        if language != "text":  # that is prose, and made visible where it is shown
            assert hidden(written.text) <= hidden(source)


def _captures(compiled: template.Compiled, text: str) -> dict[str, Value]:
    captures: dict[str, Value] = {}
    for until in (template.STRICT, template.OPEN, template.CLOSED):
        found = compiled.at(text, until=until)
        assert found == compiled.by_regex(text, until=until)
        for name, (start, end) in found.spans.items() if found else ():
            assert 0 <= start <= end <= len(text)
            captures[name] = text[start:end]
    return captures
