"""A failing message that no template fits: what can still be said of it.

Asked only for records at a failing level, and for a text that somebody hands over on its own.
"""

from __future__ import annotations

from diagnose import chain
from diagnose.engine.failing import where
from diagnose.lean import TYPE_CHECKING
from diagnose.model import Diagnosis
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diagnose.classes import Class_
    from diagnose.engine.failing import Failing
    from diagnose.model import Message, Record
    from diagnose.text import Text

FAILING_LEVELS = frozenset({"ERROR", "FATAL"})
_FAILS = lazy_pattern(
    r"(?i:\b(?:error|fatal|panic|critical|severe|crit|emerg|err)|panicked|exception|traceback)"
)


def may_fail(record: Record) -> bool:
    """Whether a record of a stream may be at a failing level; cheap, before it is peeled."""
    return bool(record.level in FAILING_LEVELS or _FAILS.search(record.text.value))


def is_failure(message: Message, *, alone: bool) -> bool:
    """Whether a message reports a failure, as far as its level says.

    A text on its own may have no level; a record that has a time but no level is an ordinary line.
    """
    if message.level in FAILING_LEVELS:
        return True
    return alone and not message.level and not message.timestamp


def guess(failing: Failing) -> Diagnosis | None:
    """The class of the deepest layer that has one; None when nothing is sure enough."""
    for text in _layers(failing):
        found = _classified(failing, text.value)
        if found is not None:
            return _of_class(failing, text, found)
    return None


def _layers(failing: Failing) -> Iterator[Text]:
    """The layers that nothing recognises, the deepest first."""
    for link in reversed(failing.links):
        if link.match is None and link.text.value.strip():
            yield link.text


def _classified(failing: Failing, value: str) -> Class_ | None:
    """The class; that nothing more than a failure is told is not worth saying of a bare text."""
    from diagnose import classes

    found = classes.classify(value)
    if found and found.name == "opaque_failure" and not failing.message.level:
        return None
    return found


def _of_class(failing: Failing, text: Text, found: Class_) -> Diagnosis:
    from diagnose import classes

    message, page = failing.message, classes.page(found.name)
    return Diagnosis(
        id=f"class/{found.name}",
        title=page.title,
        match="class",
        message=text.value,
        where=where(text, message.record),
        cause=classes.cause(found.name),
        fixes=classes.advice(found.name),
        captures=dict(found.roles),
        context=dict(message.fields),
        chain=tuple(chain.texts(failing.links)),
        confidence=found.confidence,
        class_=found.name,
        timestamp=message.timestamp,
        level=message.level,
        component=message.component,
        catalog=failing.catalog_version,
    )
