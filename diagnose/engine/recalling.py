"""Lines that came before with other numbers: what is said of them is known without reading them."""

from __future__ import annotations

from diagnose.engine.forms import Form, learn, split
from diagnose.engine.session import Session, Start
from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from diagnose.engine.session import OfRecord
    from diagnose.model import Diagnosis, Entry

TIMES = 16
"""A line is learnt when it has come so often: learning reads it about as many times."""
MOST_FORMS = 8
"""Of lines with the same text between their numbers."""
MOST_COUNTED, MOST_LEARNT = 1 << 12, 1 << 10
_ALWAYS_TELLING = ("0", "1")
"""One of a thing, or none, may be told in other words."""

Key = tuple[str, ...]


class Recall:
    """Forms of the lines of one source.

    ``telling`` gives numbers by which messages of the catalogue differ: they are never passed on.
    """

    def __init__(
        self,
        of_record: OfRecord,
        source: str,
        versions: Mapping[str, str],
        telling: Callable[[], frozenset[str]],
        entry_of: Callable[[str], Entry | None],
    ) -> None:
        self._of_record = of_record
        self._source = source
        self._versions = versions
        self._known_versions = dict(versions)
        self._ask_telling = telling
        self._telling: frozenset[str] = frozenset()
        self._entry_of = entry_of
        self._times: dict[Key, int] = {}
        self._forms: dict[Key, list[Form]] = {}

    def known(self, line: str) -> tuple[Form, Sequence[str]] | None:
        """The form of a line, and its numbers; None where it has to be read."""
        parts = split(line)
        key, numbers = tuple(parts[::2]), parts[1::2]
        if self._versions != self._known_versions:
            self._forget()
        for form in self._forms.get(key, ()):
            if form.fits(numbers, self._telling):
                return form, numbers
        if self._is_due(key):
            self._learn(key, line)
        return None

    def _forget(self) -> None:
        """Fixes may differ from version to version."""
        self._known_versions = dict(self._versions)
        self._forms.clear()
        self._times.clear()

    def _is_due(self, key: Key) -> bool:
        times = self._times.get(key, 0) + 1
        if len(self._times) >= MOST_COUNTED:
            self._times.clear()
        self._times[key] = times
        return times % TIMES == 0 and times <= TIMES * MOST_FORMS

    def _learn(self, key: Key, line: str) -> None:
        self._telling = self._ask_telling().union(_ALWAYS_TELLING)
        form = learn(line, self._probe, self._telling) if line.isascii() else None
        if form is None:
            return
        if len(self._forms) >= MOST_LEARNT:
            self._forms.clear()
        self._forms.setdefault(key, []).append(form)

    def _probe(self, line: str) -> Diagnosis | None:
        """The diagnosis of a line that is a record by itself, whatever stands around it."""
        versions = dict(self._versions)
        session = Session(self._of_record, self._source, "", Start(), versions)
        found = session.feed(f"{line}\n{line}\n".encode()) + session.close()
        if [each.where.line for each in found] != [1, 2] or versions != self._known_versions:
            return None
        entry = self._entry_of(found[0].id)
        if entry is None or any(each.when or each.did_you_mean for each in entry.explanations):
            return None
        return found[0]
