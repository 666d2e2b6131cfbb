"""What fuzzing starts from: the inputs of the other tests, and the pieces that readers look for."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[1]
PAGES = TESTS.parent / "patterns"
ERROR = "specified parallelism 6 should not exceed max parallelism 4"
"""A message that a page knows."""
MARKS = [
    "\n",
    "\r\n",
    "\0",
    "\x1b[31m",
    "\x1b]8;;http://x\x07",
    "\x9b",
    "\u202e",
    "\u200b",
    "\u200d",
    "\u3164",
    "\ufe0f",
    "\U000e0041",
    "\u2028",
    "\ufeff",
    "\ufffd",
    "\ud800",
    '"',
    "'",
    "\\",
    "\\n",
    "\\u0000",
    "\\ud800",
    "\\x1b",
    "`",
    "```\n",
    "~~~\n",
    "<!channel>",
    "@channel",
    "::error::x",
    "%0A::",
    "\n::set-output name=a::b",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ": ",
    "; ",
    ", ",
    "=",
    " | ",
    "--",
    "/*",
    "$(x)",
    "$$",
    "ERROR: ",
    "ERROR  Forged\n",
    "Caused by:\n",
    "  1: ",
    "2024-05-20T16:28:22.487Z ",
    '{"level":"error","msg":"',
    '"}',
    "Traceback (most recent call last):\n",
    "\xff",
    "99999999999999999999",
    "1e999",
    "-1",
    ERROR,
]


def encoded(text: str) -> bytes:
    """The bytes of a text; half characters as some writers write them."""
    return text.encode("utf-8", "surrogatepass")


DICTIONARY = [encoded(mark) for mark in MARKS]


def table(path: str) -> dict[str, Any]:
    return tomllib.loads((TESTS / path).read_text())


@cache
def reports() -> list[bytes]:
    """Raw texts from public reports."""
    folder = TESTS / "cases" / "reports"
    read = (tomllib.loads(path.read_text())["raw"] for path in sorted(folder.glob("*.toml")))
    return [raw.encode() for raw in read]


@cache
def framed() -> list[bytes]:
    """Every line envelope around a message, every record envelope, the sequences of records."""
    lines = [
        case["template"]
        .replace("<stream>", case.get("streams", ["s"])[0])
        .replace("<text>", f"ERROR:  {ERROR}")
        for case in table("cases/lines.toml")["line"]
    ]
    records = [case["text"] for case in table("cases/records.toml")["record"]]
    framings = ["\n".join(case["records"]) for case in table("cases/framing.toml")["case"]]
    return [text.encode() for text in (*lines, *records, *framings)]


@cache
def pages() -> list[bytes]:
    """Some pages of each kind."""
    paths = sorted(PAGES.rglob("*.toml"))
    kept = [path for path in paths if path.name in ("wrappers.toml", "renamed.toml")]
    return [path.read_bytes() for path in (*kept, *paths[::20]) if path.stat().st_size < 8000]


@cache
def statements() -> list[bytes]:
    """Statements and commands of the pages' examples."""
    found = set()
    for path in sorted(PAGES.rglob("*.toml"))[::2]:
        for example in tomllib.loads(path.read_text()).get("example", []):
            found |= {example.get("statement", ""), example.get("command", "")}
    return [text.encode() for text in sorted(found) if text]


@cache
def payloads() -> list[bytes]:
    told = table("hooks/payloads.toml")["payload"]
    return [each["json"].replace("{error}", ERROR).encode() for each in told]
