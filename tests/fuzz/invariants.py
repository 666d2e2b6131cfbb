"""What must hold of any output, whatever the input was."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from diagnose.model import Diagnosis
    from diagnose.text import Text

OBEYED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks by their category, and yet nothing is seen of them."""
JOINERS = re.compile(
    "(?<=[^\0-\x7f\u200c\u200d\ufe00-\ufe0f])(?:\ufe0f\u200d|[\u200c\u200d\ufe0e\ufe0f])"
)
"""What scripts and emoji need: behind a character of theirs."""


def hidden(text: str, kept: str = "\n") -> set[str]:
    """Characters that a terminal obeys, or that deceive the eye."""
    plain = JOINERS.sub("", text)
    found = {char for char in plain if unicodedata.category(char) in OBEYED and char not in kept}
    return found | set(UNSEEN.findall(plain)) | set(re.findall("[\ufe00-\ufe0f]", plain))


def check_spans(text: Text, raw: bytes) -> None:
    """Each character stands where it says, or where its escape starts."""
    places = [text.byte_at(at) for at in range(len(text.value) + 1)]
    assert places == sorted(places)
    assert places[0] >= 0
    assert places[-1] <= len(raw)
    for char, place in zip(text.value, places, strict=False):
        if char.isascii() and char.isalnum():
            there = raw[place : place + 1].decode("latin-1")
            assert there == char or there in '\\%"', (text.value, char, place, raw)


def check_where(found: Diagnosis, raw: bytes) -> None:
    """The bytes that a diagnosis names hold its message, whatever transports stand in between."""
    where = found.where
    assert where.offset >= 0
    assert where.offset + where.length <= len(raw), (where, len(raw))
    there = iter(letters(raw[where.offset : where.offset + where.length].decode("latin-1")))
    assert all(char in there for char in letters(found.message)), (found.message, where, raw)
    assert where.line == 1 + raw[: where.offset].count(b"\n"), (where, raw)


def letters(text: str) -> str:
    """Letters and digits of ASCII: what transports and escapes leave as it is."""
    return "".join(char for char in text if char.isascii() and char.isalnum())


def strict(text: str | bytes) -> Any:
    """JSON as strict readers take it."""

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    return json.loads(text, parse_constant=refuse)


def check_fences(text: str) -> list[str]:
    """Each fence of Markdown is closed by its own end only; gives the lines outside."""
    fence = ""
    outside: list[str] = []
    for line in text.split("\n"):
        ticks = re.match(r"`{3,}", line)
        if fence:
            fence = "" if line == fence else fence
        elif ticks and "`" not in line[ticks.end() :]:
            fence = ticks.group()
        else:
            assert not re.match(r"\s{0,3}(```|~~~|<)", line), line
            outside.append(line)
    assert not fence, text
    return outside
