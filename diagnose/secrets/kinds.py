"""Values that are secrets wherever they stand: passwords, tokens, keys, e-mail addresses.

A value whose end is missing is a secret to the end of its line: messages are cut off.
"""

from __future__ import annotations

from diagnose.secrets.kind import Kind
from diagnose.text import lazy_pattern

_NAME = (
    r"(?:pass(?:word|wd|phrase)|secret(?:[._-]?(?:access[._-]?)?key)?|token|jwt|api[._-]?key|"
    r"(?:access|account|master|signing|encryption)[._-]?key(?:[._-]?id)?|private[._-]?key|"
    r"credentials?(?:[._-]access)?|authorization|client[._-]?secret|signature|license[._-]?key)"
)
_NEEDLES = (
    "pass", "pwd", "secret", "token", "key", "credential", "authorization", "signature", "jwt",
)  # fmt: skip
_SHORT_NAME = r"(?:[a-z0-9_.-]{0,100}?[_.-])?(?:pass|pwd)"
_NAMED = (
    rf"(?i:(?<![A-Za-z0-9_.-])(?<!using )"
    rf"(?:[a-z0-9_.-]{{0,100}}?{_NAME}|{_SHORT_NAME})(?![a-z0-9]))"
)
_PREFIX = r"(?:(?:[EeNn]|[Uu]&)(?='))?"
_QUOTED = (
    r"\"(?!\"(?!\"))((?:[^\"\\\n]|\\.|\"\")++)"
    r"|'(?!'(?!'))((?:[^'\\\n]|\\.|'')++)"
    r"|\\{1,3}\"((?:[^\"\\\n]|\\(?![\\\"]))++)"
)
"""In quotes, with those inside that are doubled or have a stroke before them; in JSON within JSON
up to the next stroke."""

SECRETS = (
    Kind(
        "private key",
        lazy_pattern(r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----((?:[^-]|-(?!----END))++)"),
        "***",
        ("private key-----",),
    ),
    Kind(
        "credentials in a URL",
        lazy_pattern(r"(?<=://)[^\s/:@'\"]{0,200}:([^\s/'\"]{1,200})(?=@)"),
        "***",
        ("://",),
    ),
    Kind(
        "named secret",
        lazy_pattern(
            rf"{_NAMED}(?:\\{{0,3}}[\"'`])?"
            r"(?:\s{0,3}(?:=>|:=|==?|:(?!:)|%3[AaDd])\s{0,3}|(?i:\s{1,3}to)?\s{1,3}(?=[EeNn]?['\"]))"
            r"(?:(?i:bearer|basic)\s+)?"
            rf"{_PREFIX}(?:{_QUOTED}|([^\s,;&)\]}}'\"\\]++))"
        ),
        "***",
        _NEEDLES,
    ),
    Kind(
        "secret of an option",
        lazy_pattern(
            rf"(?<!\S)--?{_NAMED.replace('.-])', '.])')}\s{{1,3}}(?!-)(?:{_QUOTED}|([^\s'\"]++))"
        ),
        "***",
        _NEEDLES,
    ),
    Kind(
        "secret of a user",
        lazy_pattern(
            rf"(?i:\bidentified\s{{1,3}}(?:with\s{{1,3}}\S{{1,60}}\s{{1,3}})?by\s{{1,3}})"
            rf"(?:{_QUOTED})"
        ),
        "***",
        ("identified",),
    ),
    Kind(
        "signature of a URL",
        lazy_pattern(r"(?i:[?&](?:sig|code)=)([^&\s'\"]++)"),
        "***",
        ("sig=", "code="),
    ),
    Kind(
        "address of a webhook",
        lazy_pattern(r"hooks\.slack\.com/(?:services|workflows|triggers)/([A-Za-z0-9_/-]++)"),
        "***",
        ("hooks.slack.com/",),
    ),
    Kind(
        "cookie",
        lazy_pattern(r"(?i:\b(?:set-)?cookie2?[\"']?\s{0,3}[:=]\s{0,3}[\"']?)([^\n'\"]++)"),
        "***",
        ("cookie",),
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
)
