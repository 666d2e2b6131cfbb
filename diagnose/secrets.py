"""What in a text may be secret, or tell who and where: found by its form, and masked.

The kinds are data: a name, a pattern and what stands for it. Where a pattern has groups, the one
that matched is the value; without it, what matched is not of this kind.
"""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator


class Kind(NamedTuple):
    """One kind of value."""

    name: str
    pattern: re.Pattern[str]
    substitute: str
    needles: tuple[str, ...] = ()
    """Parts, in lower case, of which the text must hold one; none means that any text may."""
    is_secret: bool = True
    """Else it only tells who or where."""


class Found(NamedTuple):
    """A value in a text."""

    start: int
    end: int
    kind: Kind


_NAME = (
    r"(?:pass(?:word|wd|phrase)?|pwd|secret(?:[._-]?(?:access[._-]?)?key)?|token|api[._-]?key|"
    r"access[._-]?key(?:[._-]?id)?|private[._-]?key|credentials?|authorization|client[._-]?secret|"
    r"session[._-]?token|sas[._-]?token|signature|license[._-]?key)"
)
_KEY_NEEDLES = (
    "pass", "pwd", "secret", "token", "key", "credential", "authorization", "signature",
)  # fmt: skip

KINDS = (
    Kind(
        "private key",
        lazy_pattern(
            r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----((?:[^-]|-(?!----)){1,8000}+)"
            r"-----END [A-Z ]{0,30}PRIVATE"
        ),
        "***",
        ("private key-----",),
    ),
    Kind(
        "credentials in a URL",
        lazy_pattern(r"(?<=://)[^\s/:@'\"]{0,200}:([^\s/@'\"]{1,200})(?=@)"),
        "***",
        ("://",),
    ),
    Kind(
        "named secret",
        lazy_pattern(
            rf"(?i:(?<![A-Za-z]){_NAME}\b)[\"']?"
            r"(?:\s{0,3}(?:=>|[:=])\s{0,3}|\s+(?=['\"]))(?:(?i:bearer|basic)\s+)?"
            r"(?:\"([^\"\n]{1,500})\"|'([^'\n]{1,500})'|([^\s,;&)\]}'\"]{1,500}))"
        ),
        "***",
        _KEY_NEEDLES,
    ),
    Kind(
        "bearer token",
        lazy_pattern(r"(?i:\bbearer\s+)([A-Za-z0-9._~+/=-]{8,2000})"),
        "***",
        ("bearer",),
    ),
    Kind(
        "AWS secret key",
        lazy_pattern(
            r"(?<![A-Za-z0-9/+=])(?=[a-z0-9/+]{0,39}[A-Z])(?=[A-Z0-9/+]{0,39}[a-z])"
            r"(?=[A-Za-z/+]{0,39}[0-9])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])"
        ),
        "***",
        ("secret", "key"),
    ),
    Kind("AWS key id", lazy_pattern(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"), "***", ("akia", "asia")),
    Kind(
        "JSON web token",
        lazy_pattern(
            r"\beyJ[A-Za-z0-9_-]{5,2000}\.[A-Za-z0-9_-]{5,4000}(?:\.[A-Za-z0-9_-]{0,2000})?"
        ),
        "***",
        ("eyj",),
    ),
    Kind(
        "token of a known form",
        lazy_pattern(
            r"\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|xox[abprs]-[A-Za-z0-9-]{10,200}"
            r"|sk-[A-Za-z0-9_-]{20,200}|glpat-[A-Za-z0-9_-]{16,64})\b"
        ),
        "***",
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "xox", "sk-", "glpat-"),
    ),
    Kind(
        "e-mail address",
        lazy_pattern(
            r"://[^\s/:@,;?=&'\"]{0,200}:[^\s/@'\"]{1,200}@"
            r"|\b([A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8})\b"
        ),
        "user@example.com",
        ("@",),
    ),
    Kind(
        "IPv4 address",
        lazy_pattern(
            r"(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.]*\d)"
        ),
        "192.0.2.1",
        (".",),
        is_secret=False,
    ),
    Kind(
        "IPv6 address",
        lazy_pattern(
            r"(?<![0-9A-Fa-f:.])(?:[0-9A-Fa-f]{1,4}:){3,7}(?::?[0-9A-Fa-f]{1,4}){1,5}(?![0-9A-Fa-f:])"
        ),
        "2001:db8::1",
        (":",),
        is_secret=False,
    ),
    Kind(
        "IPv6 address",
        lazy_pattern(
            r"(?<![\w:.])(?=[A-Fa-f:]{0,40}\d)(?:[0-9A-Fa-f]{1,4}:){1,6}(?::[0-9A-Fa-f]{1,4}){1,6}"
            r"(?![\w:])"
        ),
        "2001:db8::1",
        ("::",),
        is_secret=False,
    ),
    Kind(
        "user in a URL",
        lazy_pattern(r"(?<=://)([^\s/:@'\"]{1,200})(?=(?::[^\s/@'\"]{0,200})?@)"),
        "user",
        ("://",),
        is_secret=False,
    ),
    Kind(
        "host name",
        lazy_pattern(
            r"(?i:postgres(?:ql)?|mysql|mongodb(?:\+srv)?|rediss?|amqps?|kafka|nats|pulsar|https?|"
            r"grpcs?|tcp|ssl|ftp)://(?:[^\s/@'\"]{0,400}@)?"
            r"([A-Za-z0-9](?:[A-Za-z0-9_.-]{0,252}[A-Za-z0-9])?)(?=[:/?,;\s'\"]|$)"
        ),
        "host.example",
        ("://",),
        is_secret=False,
    ),
    Kind(
        "user name",
        lazy_pattern(
            r"(?i:(?<![A-Za-z])(?:user(?:[_-]?name)?|login|owner))"
            r"(?:=[\"']?([^\s,;&)\]}'\"=]{1,100})"
            r"|:?\s(?:\"([^\"\n]{1,100})\"|'([^'\n]{1,100})'|`([^`\n]{1,100})`))"
        ),
        "user",
        ("user", "login", "owner"),
        is_secret=False,
    ),
    Kind(
        "host name",
        lazy_pattern(
            r"(?i:(?<![A-Za-z])(?:host(?:[_-]?name)?|hostaddr|server|addr|peer|node))"
            r"=[\"']?([A-Za-z0-9][A-Za-z0-9_.-]{0,252})"
        ),
        "host.example",
        ("host", "server", "addr", "peer", "node"),
        is_secret=False,
    ),
    Kind(
        "host name",
        lazy_pattern(
            r"(?<![\w.@/-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}"
            r"(?:com|net|org|io|dev|cloud|internal|local|svc|corp|lan|intranet|de|eu|uk|cn|jp|fr)"
            r"(?![\w-]|\.\w)"
        ),
        "host.example",
        (".",),
        is_secret=False,
    ),
    Kind(
        "home directory",
        lazy_pattern(r"(?:/home/|/Users/|[A-Za-z]:\\Users\\)([^/\\\s'\":;,)]{1,64})"),
        "user",
        ("/home/", "users"),
        is_secret=False,
    ),
)


TELL_NOTHING = frozenset({"localhost", *(kind.substitute for kind in KINDS)})
"""Where they say who or where; as a password any of them is secret."""
_NEEDLES = tuple(needle for kind in KINDS if kind.is_secret for needle in kind.needles)


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
    kinds = (kind for kind in KINDS if kind.is_secret or addresses)
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
