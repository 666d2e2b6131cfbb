"""An example of a message, made of its template."""

from __future__ import annotations

from diagnose import template
from diagnose.errors import TemplateError
from diagnose.lean import TYPE_CHECKING
from diagnose.model import Example

if TYPE_CHECKING:
    from diagnose.model import Value

_FIRST_NUMBER = 17


def sample(source: str) -> Example:
    """A text that the template must match, and what it captures.

    >>> sample("job {job_id:int} of {owner} is busy")[:2]
    ('job 17 of owner is busy', {'job_id': 17, 'owner': 'owner'})
    """
    try:
        parsed = template.parse(source)
    except TemplateError:
        return Example(source, {})
    values: dict[str, Value] = {}
    for slot in template.slots(parsed):
        if slot.name not in values:
            values[slot.name] = _value(slot, len(values))

    def written(slot: template.Slot) -> str:
        return template.write_value(template.kind_of(slot), values[slot.name])

    text = template.fill(parsed, written).text
    kinds = {slot.name: template.kind_of(slot) for slot in template.slots(parsed)}
    captures = {name: value for name, value in values.items() if kinds[name] != "chain"}
    return Example(text, captures)


def _value(slot: template.Slot, number: int) -> Value:
    kind = template.kind_of(slot)
    if kind == "int":
        return _FIRST_NUMBER + number
    if kind == "number":
        return _FIRST_NUMBER + number + 0.5
    if kind == "list":
        return [f"{slot.name}_1", f"{slot.name}_2"]
    return slot.choices[0] if slot.choices else slot.name
