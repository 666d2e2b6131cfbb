"""Wires the flow: bytes in, diagnoses out."""

from __future__ import annotations

from diagnose.engine.core import Engine
from diagnose.engine.default import diagnose, explain, scan, shared
from diagnose.engine.options import Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from diagnose.engine.session import Session

__all__ = ["Engine", "Options", "Session", "diagnose", "explain", "scan", "shared"]


def __getattr__(name: str) -> Any:
    """Load what streams need when one is opened."""
    if name == "Session":
        from diagnose.engine.session import Session

        globals()[name] = Session
        return Session
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
