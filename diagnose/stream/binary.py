"""Is this a text at all?"""

from __future__ import annotations

from diagnose.errors import InputError
from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

LOOK = 8192
MOST_STRANGE = 0.1
_STRANGE = bytes(range(1, 7)) + bytes(range(14, 27)) + bytes(range(28, 32)) + b"\x7f"


def refuse_binary(blocks: Iterator[bytes], source: str) -> Iterator[bytes]:
    """The blocks; raises ``InputError`` when the first one is no text."""
    unseen = True
    for block in blocks:
        if block and unseen:
            unseen = False
            if is_binary(block[:LOOK]):
                raise InputError(source, "is a binary file, not a log")
        yield block


def is_binary(head: bytes) -> bool:
    r"""Whether the start of a file is no text.

    A NUL alone does not say so: a truncated log that is still written has a hole.

    >>> is_binary(b"\x7fELF\x02\x01\x01\0\0\0\0\x03\0>\0"), is_binary(b"\0\0\0ERROR x\n")
    (True, False)
    """
    if b"\0" not in head:
        return False
    seen = head.replace(b"\0", b"")
    strange = len(seen) - len(seen.translate(None, _STRANGE))
    strange += seen.decode("utf-8", "replace").count("\ufffd")
    return strange > MOST_STRANGE * len(seen)
