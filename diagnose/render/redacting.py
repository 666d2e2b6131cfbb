"""A diagnosis without secrets: whatever shows it, they are in none of its texts."""

from __future__ import annotations

from diagnose import secrets
from diagnose.lean import TYPE_CHECKING
from diagnose.model import Difference
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from diagnose.model import Command, Diagnosis, Value

MASK = "***"
_STROKE = lazy_pattern(r"\\(.)")
SHORTEST = 3
"""A value of fewer characters stands in too many places that are no secret."""


def redacted(found: Diagnosis, *, addresses: bool = False) -> Diagnosis:
    """The same, with neutral values for passwords, tokens, keys and e-mail addresses.

    A secret that one text names is masked in all of them. ``addresses`` masks hosts, addresses
    and people's folders too. A command that held a secret is no longer safe to paste.

    >>> from diagnose.model import Diagnosis, Where
    >>> said = Diagnosis("a/b", "B", "exact", "login of x:s3cret@db", Where("-", 1, 0, 1),
    ...                  chain=("open db://x:s3cret@db/d",))
    >>> redacted(said).message
    'login of x:***@db'
    """
    if not addresses and not secrets.may_hold("\n".join(_texts(found))):
        return found
    values = sorted(_secret_values(found, addresses=addresses), key=len, reverse=True)

    def clean(text: str) -> str:
        for value in values:
            text = text.replace(value, MASK)
        return secrets.mask(text, addresses=addresses)

    return found._replace(
        title=clean(found.title),
        message=clean(found.message),
        cause=clean(found.cause),
        fixes=tuple(_command(fix, clean) for fix in found.fixes),
        captures=_values(found.captures, clean),
        context=_values(found.context, clean),
        chain=tuple(map(clean, found.chain)),
        statement=clean(found.statement),
        component=clean(found.component),
        where=found.where._replace(file=clean(found.where.file)),
        difference=tuple(
            Difference(clean(each.template), clean(each.message)) for each in found.difference
        ),
    )


def _texts(found: Diagnosis) -> Iterator[str]:
    """All texts of a diagnosis, values with their names before them."""
    yield from (found.title, found.message, found.cause, found.statement, found.component)
    yield found.where.file
    yield from found.chain
    yield from _named(found.captures, found.context)
    for fix in found.fixes:
        yield from (fix.title, fix.text, fix.command, fix.corrects)
    for each in found.difference:
        yield from each


def _secret_values(found: Diagnosis, *, addresses: bool) -> set[str]:
    """What any of the texts shows to be secret."""
    texts = [found.message, found.statement, *found.chain, *_named(found.captures, found.context)]
    spans = ((text, each) for text in texts for each in secrets.find(text, addresses=addresses))
    values = {text[each.start : each.end] for text, each in spans if each.kind.is_secret}
    forms = {form for value in values for form in _forms(value)}
    return {form for form in forms if len(form) >= SHORTEST and form != MASK}


def _forms(value: str) -> Iterator[str]:
    """A value as it was found, and as it may stand elsewhere: with its quotes in other ways."""
    for plain in {value, value.replace("''", "'"), value.replace('""', '"'), _unescaped(value)}:
        yield plain
        if "'" in plain:
            yield plain.replace("'", "''")
            yield plain.replace("'", "'\\''")
            yield plain.replace("'", "'\"'\"'")
        if '"' in plain:
            yield plain.replace('"', '""')
        yield plain.replace("\\", "\\\\").replace('"', '\\"')


def _unescaped(value: str) -> str:
    """Without the strokes before its characters."""
    return _STROKE.sub(r"\1", value) if "\\" in value else value


def _named(*mappings: Mapping[str, Value]) -> Iterable[str]:
    """Values with their names before them: a name may tell that it is a secret."""
    for mapping in mappings:
        for name, value in mapping.items():
            text = str(value)
            yield text
            for line in text.splitlines():
                quoted = line.replace("\\", "\\\\").replace('"', '\\"')
                yield f'{name}: "{quoted}"'


def _values(mapping: Mapping[str, Value], clean: Callable[[str], str]) -> dict[str, Value]:
    return {name: _value(value, clean) for name, value in mapping.items()}


def _value(value: Value, clean: Callable[[str], str]) -> Value:
    if isinstance(value, list):
        return [clean(each) for each in value]
    text = str(value)
    cleaned = clean(text)
    return value if cleaned == text else cleaned


def _command(fix: Command, clean: Callable[[str], str]) -> Command:
    command = clean(fix.command)
    changed = command != fix.command
    return fix._replace(
        title=clean(fix.title),
        text=clean(fix.text),
        command=command,
        corrects=clean(fix.corrects),
        applicability="display-only" if changed else fix.applicability,
    )
