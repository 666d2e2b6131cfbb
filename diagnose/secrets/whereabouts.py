"""Values that are no secrets, and tell who and where: addresses, hosts, users, people's folders."""

from __future__ import annotations

from diagnose.secrets.kind import Kind
from diagnose.text import lazy_pattern

WHEREABOUTS = (
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
