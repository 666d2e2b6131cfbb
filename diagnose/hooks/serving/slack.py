"""An annotated payload as a message of Slack's: a section for each thing that is known."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Any

from diagnose.render.plain import visible_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SECTION_LIMIT = 3000
MESSAGE_LIMIT = 13_000
MOST_BLOCKS = 50
_TITLE, _CAUSE, _FIX, _COMMAND, _ID = 250, 1100, 350, 1000, 200
"""Characters of the parts of a section, as they are sent: with their marks they fit into it."""
_LAST = 40
"""Characters of the block that says how much more there is."""


def message(payload: Any) -> dict[str, Any] | None:
    """Blocks that tell each diagnosis of a payload; None where it has none.

    >>> message({"message": "boom"}) is None
    True
    """
    blocks: list[dict[str, Any]] = []
    left = MESSAGE_LIMIT
    known = list(diagnoses(payload))
    for number, said in enumerate(known):
        text = _section(said)
        size = units(text)
        is_last = number == len(known) - 1
        if size + (0 if is_last else _LAST) > left or len(blocks) >= MOST_BLOCKS - 1:
            more = len(known) - number
            blocks.append(_block(f"... ({more} more diagnoses)"))
            break
        left -= size
        blocks.append(_block(text))
    if not blocks:
        return None
    return {"text": fitted(known[0].get("title", ""), _TITLE), "blocks": blocks}


def _block(text: str) -> dict[str, Any]:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}}


def _section(said: dict[str, str]) -> str:
    parts = [f"*{fitted(said.get('title', ''), _TITLE)}*"]
    if said.get("cause"):
        parts.append(fitted(said["cause"], _CAUSE))
    if said.get("fix"):
        parts.append(fitted(said["fix"], _FIX))
    if said.get("command"):
        parts.append(f"```{fitted(said['command'], _COMMAND, _code)}```")
    parts.append(f"page {fitted(said.get('id', ''), _ID)}")
    return "\n".join(parts)


def fitted(text: str, limit: int, write: Callable[[str], str] | None = None) -> str:
    """Text, escaped, of at most so many characters as Slack counts them; it says what is cut.

    ``write`` escapes it another way.

    >>> fitted("a&b", 7), fitted("&" * 40, 40)
    ('a&amp;b', '&amp;&amp;&amp;... (37 more characters)')
    """
    write = write or escaped
    whole = write(text)
    if units(whole) <= limit:
        return whole
    room = limit - len(f"... ({len(text)} more characters)")
    lengths = range(1, min(len(text), limit) + 1)
    count = bisect_right(lengths, room, key=lambda length: units(write(text[:length])))
    return f"{write(text[:count])}... ({len(text) - count} more characters)"


def units(text: str) -> int:
    """The length of a text where a character outside the first plane counts as two.

    >>> units("a\N{GRINNING FACE}")
    3
    """
    return len(text) if text.isascii() else len(text) + sum(char > "\uffff" for char in text)


def escaped(text: str) -> str:
    """Text in which Slack finds no mention, no link and no mark-up.

    >>> escaped("<!channel> *hi* `x`")
    '&lt;!channel&gt; \\u200b*hi\\u200b* \\u200b`x\\u200b`'
    """
    plain = _without_tags(text)
    return "".join(_MARKS.get(char, char) for char in plain)


_MARKS = {char: f"\u200b{char}" for char in "*_~`"} | {char: f"{char}\u200b" for char in "@#"}


_CALL = re.compile("@(?=channel|here|everyone)")


def _code(text: str) -> str:
    """What stands between the ends of a block, to be copied as it is; but nobody is called."""
    return _CALL.sub("@\u200b", _without_tags(text).replace("`", chr(0x2CB)))


def _without_tags(text: str) -> str:
    text = visible_lines(text).replace("&", "&amp;")
    return text.replace("<", "&lt;").replace(">", "&gt;")


def diagnoses(value: Any) -> Iterator[dict[str, str]]:
    """Every set of names ``diagnosis.*`` in a payload, in its order."""
    if isinstance(value, dict):
        for prefix in ("diagnosis.", "diagnosis_"):
            if f"{prefix}id" in value:
                yield {
                    key.removeprefix(prefix): each
                    for key, each in value.items()
                    if key.startswith(prefix) and isinstance(each, str)
                }
        held = value.get("diagnosis")
        if isinstance(held, dict) and isinstance(held.get("id"), str):
            yield {key: each for key, each in held.items() if isinstance(each, str)}
        for key, each in value.items():
            if key != "diagnosis":
                yield from diagnoses(each)
    elif isinstance(value, list):
        pairs = {
            str(each.get("key")): str((each.get("value") or {}).get("stringValue"))
            for each in value
            if isinstance(each, dict) and isinstance(each.get("value"), dict)
        }
        if "diagnosis.id" in pairs:
            yield {key.removeprefix("diagnosis."): text for key, text in pairs.items()}
        for each in value:
            yield from diagnoses(each)
