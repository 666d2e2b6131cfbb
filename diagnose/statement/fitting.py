"""Whether a statement template fits a failing statement, and what it captures.

A template is compared with tokens. Letter case of words, white space, comments
and a ``;`` at the end make no difference. What a placeholder takes:

``int``, ``number``   a number with its sign, also in quotes (``'8'``)
``sql_name``          a name with its dots and quotes
``sql_string``        a string: ``'..'``, ``E'..'``, ``$$..$$``
``one_of(A B|C)``     one of the choices, of any number of words; the value is the choice
``word``              one token
``brackets``          ``( ... )``, as a whole
``list``              names, numbers, strings, with commas between them
``prose``, ``debug``  as few tokens as possible, maybe none; brackets stay whole
``rest``, ``chain``   everything that is left, maybe nothing
``[[ ... ]]``         taken wherever the rest still fits, however late it stands

Brackets stay whole means: ``prose`` takes ``( ... )`` as one, and never leaves the brackets it
started in. So options are reached in any order::

    CREATE SINK {sink:sql_name} {what:prose} WITH (
        {before:prose} type = {type:sql_string} {after:prose}
    ) {format:rest}

A template that starts and ends with ``...`` is looked for anywhere in the statement, inside
brackets too::

    ... {function:sql_name}( {arguments:prose} ) ...

It fits where all the places that it is found at give the same captures, those aside whose
names start with ``_``; ``Fit.others`` has
the spans of the further ones.

For a shell command the template is compared with its words. ``--flag value`` and
``--flag=value`` are the same, the first word may be a path, and what stands in front of it
(``sudo``, ``NAME=value``, ``kubectl exec ... --``) or after it (``| tee log``) is passed over.
"""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.model import Fit, Statement
from diagnose.statement import shell
from diagnose.statement.accept import given_shell, given_sql
from diagnose.statement.lexing import split
from diagnose.statement.program import shell_pieces, shell_program, sql_program
from diagnose.statement.searching import places
from diagnose.template import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from diagnose.model import Value
    from diagnose.statement.accept import Given
    from diagnose.statement.searching import Taken

_MOST_STARTS = 64
_LONGEST = 1 << 21


def fit(
    template_source: str, statement: Statement, known: Mapping[str, Value] | None = None
) -> Fit | None:
    """Match a statement template against a failing statement.

    Where the text holds several statements, the ``Fit`` is of the one that fits, alone; its spans
    count in that statement's text. ``known`` are values that the statement must agree with,
    name by name. None when nothing fits, or when more than one statement does and
    they are not the same: then nothing says which one failed.
    Raises ``TemplateError``.

    >>> statement = Statement("alter table T set x=8;")
    >>> found = fit("ALTER TABLE {job:sql_name} SET x = {n:int}", statement)
    >>> dict(found.captures), found.spans["n"]
    ({'job': 'T', 'n': 8}, (20, 21))
    """
    found: dict[str, Fit] = {}
    for each in _fits(template_source, statement, known or {}):
        found.setdefault(each.statement.text, each)
        if len(found) > 1:
            return None
    return next(iter(found.values()), None)


def _fits(template_source: str, statement: Statement, known: Mapping[str, Value]) -> Iterator[Fit]:
    if statement.language == "shell":
        yield from _shell_fits(template_source, statement, known)
        inner = sql_inside(statement)
        if inner is None:
            return
        statement = inner
    program = sql_program(template_source)
    if len(statement.text) > _LONGEST:
        return
    folded = statement.text.upper()
    if not all(key in folded for key in program.keys if key[0] not in "'\""):
        return
    for part in _statements(statement):
        given = given_sql(part.text)._replace(known=known)
        found = _fit(part, places(program, given), given)
        if found is not None:
            yield found


def _statements(statement: Statement) -> list[Statement]:
    """Each statement of the text; a single one with the comments around it."""
    text = statement.text.strip()
    spans = split(text) if ";" in text[:-1] else [(0, len(text))]
    if len(spans) == 1:
        return [statement._replace(text=text)]
    return [statement._replace(text=text[start:end]) for start, end in spans]


def sql_inside(statement: Statement) -> Statement | None:
    """The SQL of ``psql -c "..."`` inside a shell command.

    >>> sql_inside(Statement('psql -c "DROP TABLE t"', "shell")).text
    'DROP TABLE t'
    """
    word = shell.sql_argument(statement.text)
    if word is None:
        return None
    return Statement(word.value, "sql", "psql -c", statement.complete and word.closed)


def _shell_fits(
    template_source: str, statement: Statement, known: Mapping[str, Value]
) -> Iterator[Fit]:
    program = shell_program(template_source)
    if not program.keys or not all(key in statement.text for key in program.keys):
        return
    first = program.steps[0].key
    for run in shell.simple_commands(statement.text):
        pieces = shell_pieces(run)
        for index, piece in enumerate(pieces[:_MOST_STARTS]):
            base = piece._replace(key=piece.key.rpartition("/")[2] or piece.key)
            if first and base.key != first:
                continue
            given = given_shell([base, *pieces[index + 1 :]], statement.text)
            given = given._replace(known=known)
            found = _fit(statement, places(program, given), given)
            if found is not None:
                yield found
                return


def _fit(statement: Statement, found: list[list[Taken]], given: Given) -> Fit | None:
    """One fit; None where the places differ, for nothing says then which of them is meant."""
    if not found:
        return None
    fits = [_one_fit(statement, taken, given) for taken in found]
    first, *others = fits
    if any(_unsaid(each, given) != _unsaid(first, given) for each in others):
        return None
    return first._replace(others=tuple(each.spans for each in others))


def _unsaid(fitted: Fit, given: Given) -> dict[str, Value]:
    """What places must not differ in: what the message does not say, and is not left open."""
    return {
        name: value
        for name, value in fitted.captures.items()
        if name not in given.known and not name.startswith("_")
    }


def _one_fit(statement: Statement, taken: list[Taken], given: Given) -> Fit:
    captures: dict[str, Value] = {}
    kinds: dict[str, str] = {}
    spans: dict[str, tuple[int, int]] = {}
    for each in taken:
        name = each.slot.name
        if name in captures:
            continue
        captures[name] = each.value(given)
        kinds[name] = kind_of(each.slot)
        spans[name] = each.span
    return Fit(statement, captures, kinds, spans)
