"""The engine that everybody shares: the built-in catalogue, made on first use."""

from __future__ import annotations

from functools import cache

from diagnose.engine.core import Engine
from diagnose.errors import UsageError
from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

    from diagnose.model import Diagnosis, Entry


@cache
def shared() -> Engine:
    """The engine with the built-in catalogue."""
    return Engine()


def diagnose(failed: str | bytes | BaseException, *, statement: str = "") -> list[Diagnosis]:
    """Diagnose a text or an exception with the built-in catalogue; root cause first.

    ``statement`` is the statement or command that failed, if the text does not hold it.

    >>> diagnose("no failure here")
    []
    """
    return shared().diagnose(failed, statement=statement)


def scan(lines: Iterable[str] | Iterable[bytes] | BinaryIO) -> Iterator[Diagnosis]:
    """Diagnose lines, or a binary file, as they come.

    >>> list(scan(["no failure here"]))
    []
    """
    return shared().scan(_blocks(lines))


def _blocks(lines: Iterable[str] | Iterable[bytes] | BinaryIO) -> Iterator[bytes]:
    for line in lines:
        block = line.encode("utf-8", "replace") if isinstance(line, str) else line
        yield block if block.endswith(b"\n") else block + b"\n"


def explain(entry_id: str) -> Entry:
    """The page of an id.

    Raises ``UsageError`` when there is none.
    """
    entry = shared().catalog.entry(entry_id)
    if entry is None:
        raise UsageError(f"no page has the id {entry_id!r}")
    return entry
