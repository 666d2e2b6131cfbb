"""Which lines of a large input can matter at all, found at the pace of a memory scan.

Every wording has parts that its messages show as they are: ``runs`` of plain
characters that no escape changes. One short window of each, and the words
that say that something failed, are the needles; a scanner finds their places
in whole blocks of bytes. What holds no needle holds no diagnosis.
"""

from diagnose.prefilter.heads import Shape, content, is_quiet, quick_shape
from diagnose.prefilter.needles import FAILING, Needles, fails
from diagnose.prefilter.runs import runs, stands_in
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
