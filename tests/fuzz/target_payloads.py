"""A payload of any shape comes back as JSON, with something added or as it was."""

from __future__ import annotations

import json

from diagnose.hooks import enrich
from diagnose.hooks.serving.forwarding import FORMS
from tests.fuzz import seeds as known
from tests.fuzz.invariants import hidden

MENTIONS = ("<!", "<@", "<#", "<http", "@channel", "@here", "@everyone")


def seeds() -> list[bytes]:
    return known.payloads()


def check(data: bytes) -> None:
    once = enrich(data)
    assert isinstance(once, bytes)
    assert enrich(once) == once
    try:
        before = json.loads(data, strict=False)
    except (ValueError, RecursionError):
        assert once == data
        return
    if once != data:
        json.loads(once)
    json.dumps(enrich(before))
    for form in FORMS.values():
        sent = form(once)
        if sent is not None and form is not FORMS["payload"]:
            _check_sent(sent)


def _check_sent(sent: bytes) -> None:
    value = json.loads(sent)
    blocks = value.get("blocks", []) if isinstance(value, dict) else []
    for text in [value["text"], *(block["text"]["text"] for block in blocks)] if blocks else []:
        assert not any(mark in text for mark in MENTIONS), text
        assert text.count("```") % 2 == 0, text
        assert hidden(text, "\n\u200b") == set(), text
