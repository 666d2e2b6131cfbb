"""Which lines of a large input can matter at all, found at the pace of a memory scan.

Every wording has parts that its messages show as they are: ``runs`` of plain
characters that no escape changes. One short window of each, and the words
that say that something failed, are the needles; a scanner finds their places
in whole blocks of bytes. What holds no needle holds no diagnosis.
"""

from __future__ import annotations

from diagnose.prefilter.runs import runs, stands_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from diagnose.prefilter.heads import Shape, content, is_quiet, quick_shape
    from diagnose.prefilter.needles import FAILING, Needles, fails
    from diagnose.prefilter.windows import collect

__all__ = [
    "FAILING",
    "Needles",
    "Shape",
    "collect",
    "content",
    "fails",
    "is_quiet",
    "quick_shape",
    "runs",
    "stands_in",
]

_HOMES = {
    "heads": ("Shape", "content", "is_quiet", "quick_shape"),
    "needles": ("FAILING", "Needles", "fails"),
    "windows": ("collect",),
}


def __getattr__(name: str) -> Any:
    """Load what is asked for: one message needs nothing of a large input."""
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            value = getattr(import_module(f"{__name__}.{home}"), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
