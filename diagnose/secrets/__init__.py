"""What in a text may be secret, or tell who and where: found by its form, and masked.

The kinds are data: a name, a pattern and what stands for it. Where a pattern has groups, the one
that matched is the value; without it, what matched is not of this kind.
"""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.secrets.kinds import SECRETS
from diagnose.secrets.whereabouts import WHEREABOUTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diagnose.secrets.kind import Kind


class Found(NamedTuple):
    """A value in a text."""

    start: int
    end: int
    kind: Kind


KINDS = (*SECRETS, *WHEREABOUTS)
TELL_NOTHING = frozenset({"localhost", *(kind.substitute for kind in KINDS)})
"""Where they say who or where; as a password any of them is secret."""
_NEEDLES = tuple({needle for kind in SECRETS for needle in kind.needles})


def may_hold(text: str) -> bool:
    """Whether a text may hold a secret; cheap.

    >>> may_hold("max parallelism 4"), may_hold("password=x")
    (False, True)
    """
    lower = text.lower()
    for needle in _NEEDLES:  # noqa: SIM110 - asked of every answer: a generator takes twice the time
        if needle in lower:
            return True
    return False


def find(text: str, *, addresses: bool = False) -> list[Found]:
    """Values in a text, in their order; those that overlap are one.

    ``addresses`` asks for hosts, addresses and people's folders too.

    >>> [(found.kind.name, found.start) for found in find("postgres://app:s3cret@db:5432/shop")]
    [('credentials in a URL', 15)]
    """
    if not addresses and not may_hold(text):
        return []
    lower = text.lower()
    kinds = KINDS if addresses else SECRETS
    found = [each for kind in kinds for each in _of_kind(kind, text, lower)]
    found.sort(key=lambda each: (each.start, -each.end, not each.kind.is_secret))
    kept: list[Found] = []
    for each in found:
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
        elif each.end > kept[-1].end:
            kind = kept[-1].kind if kept[-1].kind.is_secret else each.kind
            kept[-1] = Found(kept[-1].start, each.end, kind)
    return kept


def _of_kind(kind: Kind, text: str, lower: str) -> Iterator[Found]:
    if kind.needles and not any(needle in lower for needle in kind.needles):
        return
    for match in kind.pattern.finditer(text):
        group = match.lastindex or 0
        if not group and kind.pattern.groups:
            continue
        plain = (kind.substitute,) if kind.is_secret else TELL_NOTHING
        if match[group] and match[group] not in plain:
            yield Found(match.start(group), match.end(group), kind)


def mask(text: str, *, addresses: bool = False) -> str:
    """The text with a neutral value of the same form for each that was found.

    >>> mask("login failed: password=hunter2 from ann@shop.example")
    'login failed: password=*** from user@example.com'
    """
    out: list[str] = []
    position = 0
    for found in find(text, addresses=addresses):
        out += (text[position : found.start], found.kind.substitute)
        position = found.end
    return "".join([*out, text[position:]])
