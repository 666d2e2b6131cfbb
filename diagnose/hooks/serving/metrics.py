"""Counters in Prometheus' text format; by hand, since its client library is another dependency."""

from __future__ import annotations

import threading
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

HELP = {
    "diagnose_requests_total": "Requests, by status.",
    "diagnose_diagnoses_total": "Diagnoses given.",
    "diagnose_forwarded_total": "Payloads that were sent on.",
    "diagnose_forward_failures_total": "Attempts to send on that failed.",
    "diagnose_rejected_total": "Payloads that the target refused; they are kept.",
    "diagnose_spooled": "Payloads that wait to be sent on.",
    "diagnose_spooled_bytes": "Their bytes.",
}
MOST_SERIES = 2000


class Metrics:
    """Counts; safe across threads.

    >>> metrics = Metrics()
    >>> metrics.count("diagnose_requests_total", status="200")
    >>> metrics.text().splitlines()[-1]
    'diagnose_requests_total{status="200"} 1'
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counters: Counter[tuple[str, tuple[tuple[str, str], ...]]] = Counter()
        self._gauges: dict[str, Callable[[], float]] = {}

    def count(self, name: str, *, by: int = 1, **labels: str) -> None:
        """One more of a kind, or more."""
        key = (name, tuple(sorted(labels.items())))
        with self._lock:
            if key in self._counters or len(self._counters) < MOST_SERIES:
                self._counters[key] += by

    def gauge(self, name: str, value: Callable[[], float]) -> None:
        """A number that is asked for when it is shown."""
        self._gauges[name] = value

    def text(self) -> str:
        """All of them."""
        with self._lock:
            counters = sorted(self._counters.items())
        lines: list[str] = []
        named = ""
        for (name, labels), value in counters:
            if name != named:
                lines += [f"# HELP {name} {HELP[name]}", f"# TYPE {name} counter"]
                named = name
            lines.append(f"{name}{_labels(dict(labels))} {value}")
        for name, value_of in sorted(self._gauges.items()):
            lines += [f"# HELP {name} {HELP[name]}", f"# TYPE {name} gauge"]
            lines.append(f"{name} {value_of():g}")
        return "".join(f"{line}\n" for line in lines)


def _labels(labels: Mapping[str, str]) -> str:
    if not labels:
        return ""
    return "{" + ",".join(f'{name}="{_escaped(value)}"' for name, value in labels.items()) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
