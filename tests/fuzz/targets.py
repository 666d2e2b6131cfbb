"""The targets, by name: each is a module with ``seeds()`` and ``check(data)``.

``check`` raises nothing for any bytes but ``AssertionError`` where a promise is broken.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMES = (
    "records",
    "envelopes",
    "chains",
    "statements",
    "pages",
    "templates",
    "payloads",
    "requests",
    "program",
)


class Target(Protocol):
    def seeds(self) -> Sequence[bytes]: ...
    def check(self, data: bytes) -> None: ...


def target(name: str) -> Target:
    return cast("Target", import_module(f"tests.fuzz.target_{name}"))
