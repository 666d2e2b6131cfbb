"""What the page formats share: a page as data, templates as they are read by people."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING
from diagnose.template import fill, parse

if TYPE_CHECKING:
    from diagnose.model import Entry


def entry_dict(entry: Entry) -> dict[str, object]:
    """A page as a JSON object; keys are those of the page format where it has them."""
    table = _plain(entry)
    assert isinstance(table, dict)
    table["class"] = table.pop("class_")
    table["schema"] = 1
    return table


def _plain(value: object) -> object:
    fields = getattr(value, "_asdict", None)
    if fields is not None:
        return {name: _plain(each) for name, each in fields().items()}
    if isinstance(value, (tuple, list)):
        return [_plain(each) for each in value]
    if hasattr(value, "items"):
        return {name: _plain(each) for name, each in value.items()}
    return value


def reader_text(template: str) -> str:
    """A template with ``<name>`` for each value.

    >>> reader_text("{job:sql_name} has {n:int} of {{max}}")
    '<job> has <n> of {max}'
    """
    return fill(parse(template), lambda _slot: None).text


def versions(since: str, until: str) -> str:
    """From which to which version something exists.

    >>> versions("1.5", ""), versions("", "2.0"), versions("1.5", "2.0")
    ('since 1.5', 'until 2.0', '1.5 to 2.0')
    """
    if since and until:
        return f"{since} to {until}"
    return f"since {since}" if since else f"until {until}" if until else ""
