"""What must be said of a diagnosis that is not the whole truth."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diagnose.model import Diagnosis

_NOT_EXACT = {
    "known": "A known message; no page explains it yet.",
    "similar": "Not certain: near to a known message ({confidence:.0%}), but not the same.",
    "class": "Not recognised; this is only the kind of failure.",
}


def caveats(found: Diagnosis) -> Iterator[str]:
    """A sentence each; none where the message is documented and the root cause.

    >>> from diagnose.model import Diagnosis, Where
    >>> list(caveats(Diagnosis("a/b", "B", "exact", "m", Where("-", 1, 0, 1), role="follower")))
    ['A consequence: look for an earlier failure.']
    """
    if found.match in _NOT_EXACT:
        yield _NOT_EXACT[found.match].format(confidence=found.confidence)
    if found.role == "follower":
        yield "A consequence: look for an earlier failure."
    if not found.root:
        yield "There is a deeper error below it in the chain: that one says why."
