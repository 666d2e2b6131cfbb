"""Tokens, words, statements: nothing lost, and each where it says."""

from __future__ import annotations

from diagnose import statement
from diagnose.model import Statement
from tests.fuzz import seeds as known

LONGEST = 4096


def seeds() -> list[bytes]:
    return [*known.statements(), *known.reports()]


SOURCES = (
    "ALTER {kind:one_of(TABLE|SINK)} {job:sql_name} SET {x:word} {op:one_of(TO|=)} {n:int}",
    "... {function:sql_name}( {arguments:prose} ) ...",
    "CREATE TABLE {t:sql_name} ({before:prose} {c:sql_name} VARCHAR {_l:brackets} {tail:rest}",
    "SET {x:sql_name} {op:one_of(TO|=)} {value:rest}",
    "risectl {area:word} {verb:word} --id {id:int} {tail:rest}",
)
"""Statement templates that look at everything."""


def check(data: bytes) -> None:
    text = data[:LONGEST].decode("utf-8", "replace")
    found = statement.tokens(text)
    assert "".join(token.text for token in found) == text
    for token in found:
        assert text[token.start : token.end] == token.text
        statement.content(token)
    last = 0
    for start, end in statement.split(text):
        assert last <= start < end <= len(text)
        last = end
    assert "".join(text[word.start : word.end] for word in statement.words(text)) == text
    for language in ("sql", "shell"):
        _fit(text, language)
    for each in statement.find(text):
        assert 0 <= each.start <= each.end <= len(text)
        assert each.statement.text.strip()


def _fit(text: str, language: str) -> None:
    for source in SOURCES:
        fit = statement.fit(source, Statement(text, language))
        if fit is None:
            continue
        for spans in (fit.spans, *fit.others):
            for start, end in spans.values():
                assert 0 <= start <= end <= len(fit.statement.text)
