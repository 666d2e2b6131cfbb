"""The program with an engine of a few lines, so that its tests need no catalogue.

A line ``FAIL <text>`` is diagnosed, with the indented lines behind it; a line
``FOLLOW <text>`` is a follower; ``BREAK`` makes the engine fail.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from diagnose.cli import engine, main
from diagnose.model import Command, Diagnosis, Where

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diagnose.cli.settings import Settings

RULES = {b"FAIL ": "cause", b"FOLLOW ": "follower"}


def diagnosis(text: str, source: str, line: int, offset: int, role: str) -> Diagnosis:
    first, *rest = text.split("\n")
    word, _, message = first.partition(" ")
    return Diagnosis(
        id=f"fake/{word.lower()}",
        title=f"Something: {message}",
        match="exact",
        message="\n".join([message, *rest]),
        where=Where(source, line, offset, len(first.encode())),
        cause=f"It says {message}.",
        fixes=(Command("Mend it", command="mend it;", language="sql", applicability="safe"),),
        severity="warning" if "mild" in message else "error",
        role=role,
        component=f"part-{line % 3}",
        timestamp=f"2026-01-01T00:00:{line % 60:02}Z",
    )


class FakeSession:
    def __init__(self, source: str) -> None:
        self.warnings: list[str] = []
        self._source = source
        self._rest = b""
        self._line = 0
        self._offset = 0
        self._open: list[bytes] = []
        self._start = (0, 0)

    def feed(self, block: bytes) -> list[Diagnosis]:
        *lines, self._rest = (self._rest + block).split(b"\n")
        found: list[Diagnosis] = []
        for line in lines:
            found += self._line_of(line)
        return found

    def _line_of(self, line: bytes) -> list[Diagnosis]:
        if line == b"BREAK":
            raise RuntimeError("broken on purpose")
        if line.startswith(b"WARN"):
            self.warnings.append("a record was cut")
        self._line += 1
        found: list[Diagnosis] = []
        if not (self._open and line.startswith(b" ")):
            found = self._complete()
            self._start = (self._line, self._offset)
        self._open.append(line)
        self._offset += len(line) + 1
        return found

    def _complete(self) -> list[Diagnosis]:
        record, self._open = b"\n".join(self._open), []
        for word, role in RULES.items():
            at = record.find(word)
            if at >= 0:
                text = record[at:].rstrip(b'"} \r').decode("utf-8", "replace")
                return [diagnosis(text, self._source, *self._start, role)]
        return []

    def idle(self) -> list[Diagnosis]:
        return self._complete()

    def close(self) -> list[Diagnosis]:
        found = self.feed(b"\n") if self._rest else []
        return found + self._complete()


class FakeCatalog:
    def entry(self, entry_id: str) -> None:
        """No page says anything."""


class FakeEngine:
    catalog = FakeCatalog()

    def diagnose(self, text: bytes) -> list[Diagnosis]:
        session = self.session()
        return session.feed(text + b"\n") + session.close()

    def session(self, source: str = "-") -> FakeSession:
        return FakeSession(source)


def make_engine(settings: Settings, values: Mapping[str, str], command: str = "") -> FakeEngine:
    del settings, values, command
    return FakeEngine()


def start(arguments: Sequence[str] | None = None) -> int:
    engine.make_engine = make_engine  # type: ignore[assignment]  # the same interface, a smaller engine
    return main(arguments)


if __name__ == "__main__":
    sys.exit(start())
