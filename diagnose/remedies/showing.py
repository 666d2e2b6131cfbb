"""Values and templates for people to read."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.template import constant, fill, parse
from diagnose.text import lazy_pattern
from diagnose.unseen import UNSEEN, is_seen

if TYPE_CHECKING:
    from collections.abc import Mapping

    from diagnose.model import Value
    from diagnose.template import Slot

LONGEST_SHOWN = 200

_CONTROL = lazy_pattern(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_INVISIBLE = lazy_pattern(
    r"[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    r"\ud800-\udfff\U000e0000-\U000e0fff" + UNSEEN + "]+"
)


def prose(template_source: str, values: Mapping[str, Value]) -> str:
    """Fill a cause, a title or a text.

    A name without value becomes its default, or ``<name>``. Values cannot hold control characters
    or marks that change the direction of text; long ones lose their middle.
    Raises ``TemplateError``.

    >>> prose("{job} wants {n}{unit|}", {"job": "t", "n": 32})
    't wants 32'
    """
    template = parse(template_source)
    as_it_is = constant(template)
    if as_it_is is not None:
        return as_it_is

    def write(slot: Slot) -> str | None:
        value = values.get(slot.name)
        if value is None or (value == "" and slot.default is not None):
            return None
        return shown(value)

    return fill(template, write).text


def shown(value: Value) -> str:
    """A value as prose shows it.

    >>> shown("\\x1b[31mred\\u202e"), shown(["a", "b"])
    (' [31mred', 'a, b')
    """
    text = ", ".join(value) if isinstance(value, list) else str(value)
    if not is_seen(text):
        text = visible(text)
    if len(text) <= LONGEST_SHOWN:
        return text
    half = LONGEST_SHOWN // 2
    return f"{text[: half - 1]}…{text[-half:]}"


def visible(text: str) -> str:
    """Without control characters and invisible marks."""
    return _INVISIBLE.sub("", _CONTROL.sub(" ", text))


def hides_something(text: str) -> bool:
    """Whether a text has control characters, line ends and tabs aside, or invisible marks."""
    if is_seen(text):
        return False
    plain = text.replace("\r\n", "").replace("\n", "").replace("\t", "")
    return bool(_CONTROL.search(plain) or _INVISIBLE.search(plain))
