"""What came how often, from when to when, and from where."""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from diagnose.model import Diagnosis

MOST_COMPONENTS = 8


class Row(NamedTuple):
    """One page in the summary."""

    id: str
    title: str
    severity: str
    times: int = 0
    first: str = ""
    last: str = ""
    components: tuple[str, ...] = ()
    more_components: bool = False


class Summary:
    """Counts pages; its size is bounded by the catalogue's, not by the input's."""

    def __init__(self) -> None:
        self._rows: dict[str, Row] = {}

    def add(self, found: Diagnosis) -> None:
        """Count one diagnosis."""
        row = self._rows.get(found.id) or Row(found.id, found.title, found.severity)
        first, last = _span(row, found.timestamp)
        row = row._replace(times=row.times + found.count, first=first, last=last)
        self._rows[found.id] = _with_component(row, found.component or found.where.file)

    def rows(self) -> list[Row]:
        """The most frequent first; then in the order of their first coming."""
        return sorted(self._rows.values(), key=lambda row: -row.times)


def _with_component(row: Row, component: str) -> Row:
    if component in ("", "-") or component in row.components:
        return row
    if len(row.components) >= MOST_COMPONENTS:
        return row._replace(more_components=True)
    return row._replace(components=(*row.components, component))


def _span(row: Row, timestamp: str) -> tuple[str, str]:
    """First and last time: by time where both are ISO dates, else in the order of coming."""
    if not timestamp:
        return row.first, row.last
    if not row.first:
        return timestamp, timestamp
    if not _comparable(row.first, timestamp) or not _comparable(row.last, timestamp):
        return row.first, timestamp
    return min(row.first, timestamp), max(row.last, timestamp)


def _comparable(one: str, other: str) -> bool:
    return all(text[:4].isdigit() and text[4:5] == "-" for text in (one, other)) and (
        one[10:11] == other[10:11] and one[-1:] == other[-1:]
    )
