"""One JSON object a line, each repeat with its count so far."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.render import Format, Style
from diagnose.render.json_text import dumps
from diagnose.text import Filling

if TYPE_CHECKING:
    from diagnose.model import Alike, Diagnosis, Entry


def diagnosis(found: Diagnosis, style: Style) -> str:
    """The JSON object of the contract, on one line."""
    del style
    if found.alike is not None:
        return _like_sample(found, found.alike)
    return dumps(found.to_dict()) + "\n"


def _like_sample(found: Diagnosis, alike: Alike) -> str:
    """The sample's line with other numbers in it."""
    filling = alike.kept.get(__name__)
    if not isinstance(filling, Filling):
        line = dumps(alike.sample.to_dict()) + "\n"
        filling = alike.kept[__name__] = Filling.of(line, alike.marks)
    return filling.filled((str(found.count), *alike.values))


def page(entry: Entry, style: Style) -> str:
    """A whole page on one line."""
    from diagnose.render.entries import entry_dict

    del style
    return dumps(entry_dict(entry)) + "\n"


FORMAT = Format(diagnosis, folds=False)
