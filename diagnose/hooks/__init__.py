"""For programs that run in an incident: each adds what is known, and never brings them down.

Every name is imported from its module when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from diagnose.hooks.excepthook import install as install_excepthook
    from diagnose.hooks.logs import DiagnosisFilter, DiagnosisHandler
    from diagnose.hooks.payloads import enrich
    from diagnose.hooks.sentry import BeforeSend, before_send
    from diagnose.hooks.structlog import DiagnosisProcessor

__all__ = [
    "BeforeSend",
    "DiagnosisFilter",
    "DiagnosisHandler",
    "DiagnosisProcessor",
    "before_send",
    "enrich",
    "install_excepthook",
]

_HOMES = {
    "BeforeSend": "sentry",
    "DiagnosisFilter": "logs",
    "DiagnosisHandler": "logs",
    "DiagnosisProcessor": "structlog",
    "before_send": "sentry",
    "enrich": "payloads",
    "install_excepthook": "excepthook",
}
_RENAMED = {"install_excepthook": "install"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'diagnose.hooks' has no attribute {name!r}")
    home = import_module(f"diagnose.hooks.{_HOMES[name]}")
    return getattr(home, _RENAMED.get(name, name))


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
