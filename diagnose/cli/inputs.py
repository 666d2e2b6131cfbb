"""Which arguments are messages, and which are files."""

from __future__ import annotations

import os
import re
import stat

from diagnose.errors import UsageError
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diagnose.cli.settings import Settings

STDIN_NAME = "-"
_SUFFIX = lazy_pattern(r".\.(?:[A-Za-z][A-Za-z0-9_]{0,7}|\d{1,8})", re.DOTALL)


class Input(NamedTuple):
    """A text to diagnose, or a file to read."""

    text: str | None = None
    path: str = STDIN_NAME


def inputs(settings: Settings) -> list[Input]:
    """What to diagnose, in the order of the arguments; empty when nothing is named.

    Raises ``UsageError`` when the only argument looks like a file and is none; one
    missing file among many is told when it is its turn, and the others are read.
    """
    named = [Input(text) for text in settings.message]
    named += [Input(path=path) for path in settings.file]
    named += _from_words(settings.words)
    if (
        settings.words
        and len(named) == 1
        and named[0].text is None
        and not _is_there(named[0].path)
    ):
        path = named[0].path
        raise UsageError(f"{path}: no such file (if it is a message: -m '{path}')")
    return named


def _from_words(words: Sequence[str]) -> list[Input]:
    """Words that stand side by side and name no file are one message."""
    found: list[Input] = []
    loose: list[str] = []
    for word in words:
        one = classify(word)
        if one.text is not None and not _has_space(word):
            loose.append(word)
            continue
        found += _joined(loose)
        loose = []
        found.append(one)
    return [*found, *_joined(loose)]


def _joined(words: list[str]) -> list[Input]:
    return [Input(" ".join(words))] if words else []


def classify(word: str) -> Input:
    """One argument: a message or a file.

    >>> classify("no space left")
    Input(text='no space left', path='-')
    >>> classify("-")
    Input(text=None, path='-')
    """
    if _is_there(word) or (not _has_space(word) and _looks_like_file(word)):
        return Input(path=word)
    return Input(word)


def _has_space(word: str) -> bool:
    return any(char.isspace() for char in word)


def _looks_like_file(word: str) -> bool:
    return os.sep in word or "/" in word or _ends_in_suffix(word)


def _ends_in_suffix(word: str) -> bool:
    dot = word.rfind(".")
    return dot > 0 and _SUFFIX.fullmatch(word[dot - 1 :]) is not None


def _is_there(word: str) -> bool:
    return word == STDIN_NAME or _exists(word)


def _exists(word: str) -> bool:
    try:
        os.stat(word)
    except PermissionError:
        return True
    except (OSError, ValueError):  # too long, or with a NUL character
        return False
    return True


def stdin_is_usable(descriptor: int = 0) -> bool:
    """False where there is no standard input, or only a person at a keyboard."""
    try:
        return stat.S_IFMT(os.fstat(descriptor).st_mode) != 0 and not os.isatty(descriptor)
    except OSError:
        return False
