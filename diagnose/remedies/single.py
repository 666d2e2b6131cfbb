r"""Whether a statement that stands in the input runs alone, when it is pasted.

What somebody can have logged he can have made: a second statement behind the first, a command of
``psql`` (``\!``) in the midst of it, a substitution of the shell. Servers and clients differ in
what ends a string, so what only one of them reads as a string counts as being outside.
"""

from __future__ import annotations

import re

from diagnose.lean import TYPE_CHECKING
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from diagnose.model import Statement

_STRINGS = lazy_pattern(r"""'(?:[^'\\`]|''|\\[^'"`])*+'|"(?:[^"\\`]|""|\\[^'"`])*+\"""", re.DOTALL)
"""Strings and names that end at the same place for everybody."""
_QUOTED = lazy_pattern(
    r"""(?:(?<![A-Za-z0-9_$])[eE]'(?:[^'\\]|''|\\.)*+'|'(?:[^']|'')*+'|"(?:[^"]|"")*+"|--[^\n]*+"""
    r"""|/\*(?:[^*]|\*(?!/))*+\*/|(?P<tag>\$(?:[A-Za-z_]\w*+)?+\$)(?:(?!(?P=tag)).)*+(?P=tag))"""
    r"""|(?P<open>['"].*+|/\*.*+|\$(?:[A-Za-z_]\w*+)?+\$.*+)""",
    re.DOTALL,
)
_AMBIGUOUS = lazy_pattern(r"\\['\"`]|#|--(?![ \t\n]|\Z)")
"""Where one reader ends a string or begins a comment, and another one does not."""
_SHELL_STRINGS = lazy_pattern(r"""'[^']*+'|"[^"\\`$]*+\"""")
_SHELL_MORE = lazy_pattern(r"[;&|`<>\n]|\$[({]")


def runs_alone(statement: Statement) -> bool:
    r"""Whether nothing but one statement runs, whoever reads it.

    >>> from diagnose.model import Statement
    >>> [runs_alone(Statement(text)) for text in ("SET a = ';';", "SET a = 1; DROP TABLE t")]
    [True, False]
    """
    if statement.language == "shell":
        return _SHELL_MORE.search(_SHELL_STRINGS.sub("", statement.text.strip())) is None
    text = statement.text.rstrip("; \t\r\n")
    if ";" not in text and "\\" not in text:
        return True
    rest = _STRINGS.sub("", text)
    return not ("\\" in rest or ";" in rest or _AMBIGUOUS.search(text))


def has_client_command(statement: Statement) -> bool:
    r"""Whether ``psql`` would carry out something of it by itself.

    >>> from diagnose.model import Statement
    >>> has_client_command(Statement("SET a = 1 \\! id")), has_client_command(Statement("'\\!'"))
    (True, False)
    """
    if statement.language == "shell" or "\\" not in statement.text:
        return False
    return "\\" in _QUOTED.sub(_unclosed, statement.text)


def _unclosed(quoted: re.Match[str]) -> str:
    """What is left of something quoted: all of it where it does not end."""
    return quoted["open"] or ""
