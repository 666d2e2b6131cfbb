"""One JSON list, valid also when it is written while the input still comes."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.render import Format, Style
from diagnose.render.json_text import dumps

if TYPE_CHECKING:
    from diagnose.model import Diagnosis, Entry


def diagnosis(found: Diagnosis, style: Style) -> str:
    """The JSON object of the contract."""
    del style
    return dumps(found.to_dict())


def page(entry: Entry, style: Style) -> str:
    """A whole page as one object, indented for readers."""
    import json

    from diagnose.render.entries import entry_dict

    del style
    return json.dumps(entry_dict(entry), indent=2) + "\n"


FORMAT = Format(diagnosis, opening="[", separator=",\n", closing="]\n")
