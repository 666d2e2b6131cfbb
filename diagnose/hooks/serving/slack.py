"""An annotated payload as a message of Slack's: a section for each thing that is known."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from diagnose.hooks.payloads.asked import cut_text
from diagnose.render.plain import visible_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

SECTION_LIMIT = 3000
MESSAGE_LIMIT = 13_000
MOST_BLOCKS = 50
_ROOM = 200
"""Characters of a section that its marks and cuts may take."""


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
        if len(text) + _ROOM > left or len(blocks) >= MOST_BLOCKS - 1:
            more = len(known) - number
            blocks.append(_block(f"... ({more} more diagnoses)"))
            break
        left -= len(text)
        blocks.append(_block(text))
    if not blocks:
        return None
    title = known[0].get("title", "")
    return {"text": escaped(cut_text(title, _ROOM)), "blocks": blocks}


def _block(text: str) -> dict[str, Any]:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text, "verbatim": True}}


def _section(said: dict[str, str]) -> str:
    parts = [f"*{escaped(cut_text(said.get('title', ''), _ROOM))}*"]
    if said.get("cause"):
        parts.append(escaped(cut_text(said["cause"], 1000)))
    if said.get("fix"):
        parts.append(escaped(cut_text(said["fix"], 300)))
    if said.get("command"):
        parts.append(f"```{_code(cut_text(said['command'], 900))}```")
    parts.append(f"page {escaped(cut_text(said.get('id', ''), _ROOM))}")
    return cut_text("\n".join(parts), SECTION_LIMIT)


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
