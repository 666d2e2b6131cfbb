"""Wires the flow: bytes in, diagnoses out."""

from diagnose.engine.core import Engine
from diagnose.engine.default import diagnose, explain, scan, shared
from diagnose.engine.options import Options
from diagnose.engine.session import Session

__all__ = ["Engine", "Options", "Session", "diagnose", "explain", "scan", "shared"]
