"""One JSON object a line, each repeat with its count so far."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.render import Format, Style
from diagnose.render.json_text import dumps

if TYPE_CHECKING:
    from diagnose.model import Diagnosis, Entry


def diagnosis(found: Diagnosis, style: Style) -> str:
    """The JSON object of the contract, on one line."""
    del style
    return dumps(found.to_dict()) + "\n"


def page(entry: Entry, style: Style) -> str:
    """A whole page on one line."""
    from diagnose.render.entries import entry_dict

    del style
    return dumps(entry_dict(entry)) + "\n"


FORMAT = Format(diagnosis, folds=False)
