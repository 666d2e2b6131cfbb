"""A statement or a command that the caller says has failed."""

from __future__ import annotations

from diagnose.model import Statement
from diagnose.statement.finding import find
from diagnose.statement.found import SQL_START, sql
from diagnose.statement.shell import words


def given(text: str, origin: str = "given") -> Statement:
    """The statement that ``text`` is: SQL where it starts so or ends in ``;``, else a command.

    A prompt in front of it is taken off.

    >>> given("drop table t").language, given("risectl meta pause").language
    ('sql', 'shell')
    >>> given("dorp table t;").language
    'sql'
    """
    if SQL_START.match(text):
        return sql(text, origin)
    prompted = find(text)
    if len(prompted) == 1:
        return prompted[0].statement._replace(origin=origin)
    if text.rstrip().endswith(";"):
        return sql(text, origin)
    return Statement(text.strip(), "shell", origin, all(word.closed for word in words(text)))
