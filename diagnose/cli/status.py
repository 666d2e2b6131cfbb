"""The exit status."""

from __future__ import annotations

from diagnose.cli.settings import SEVERITIES
from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from diagnose.cli.report import Report
    from diagnose.cli.settings import Settings

FOUND, NOTHING, FAILED = 0, 1, 2
SIGNALLED = 128
"""And the number of the signal, as shells say it."""
INTERRUPTED, BROKEN_PIPE = SIGNALLED + 2, SIGNALLED + 13


def of(settings: Settings, report: Report, *, failed: bool, signal: int) -> int:
    """As grep's: 0 found, 1 nothing, 2 an error; or as the options say."""
    if signal:
        return SIGNALLED + signal
    if settings.exit_zero:
        return 0
    if failed:
        return FAILED
    if settings.fail_on:
        return 1 if _reaches(report.severities, settings.fail_on) else 0
    return FOUND if report.severities else NOTHING


def _reaches(severities: set[str], limit: str) -> bool:
    """Whether one of them is as grave as the limit; an unknown one counts as an error."""
    order = SEVERITIES.index(limit)
    ranks = [SEVERITIES.index(each if each in SEVERITIES else "error") for each in severities]
    return any(rank >= order for rank in ranks)
