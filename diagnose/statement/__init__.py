"""The failing statement or command: find it, take it apart, see what it is."""

from diagnose.statement.finding import best, find
from diagnose.statement.fitting import agrees, fit, sql_inside
from diagnose.statement.found import Found
from diagnose.statement.given import TYPED_ORIGINS, given
from diagnose.statement.shell import Word, words
from diagnose.statement.tokens import Token, content, significant, split, tokens

__all__ = [
    "TYPED_ORIGINS",
    "Found",
    "Token",
    "Word",
    "agrees",
    "best",
    "content",
    "find",
    "fit",
    "given",
    "significant",
    "split",
    "sql_inside",
    "tokens",
    "words",
]
