"""Bytes -> Line -> Record: decoding, framing, joining of continuation lines.

``lines`` cuts bytes into lines, ``Joiner`` puts the lines that belong together
into records. In between, the caller's ``peel_line`` takes transports off.
"""

from __future__ import annotations

from diagnose.records.joiner import Joiner
from diagnose.records.single import may_be_one, of_line
from diagnose.records.splitter import Splitter, lines

__all__ = ["Joiner", "Splitter", "lines", "may_be_one", "of_line"]
