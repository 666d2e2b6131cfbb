"""Logs put together from records, each source in its own format and with its own clock."""

from __future__ import annotations

import tomllib
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "incidents"
RECORDS = "records.toml"


def read() -> list[dict[str, Any]]:
    """All logs, with the incidents that the rule of ``docs/incidents.md`` makes of them."""
    files = sorted(path for path in FOLDER.glob("*.toml") if path.name != RECORDS)
    return [log for path in files for log in tomllib.loads(path.read_text())["log"]]


def sources(log: dict[str, Any]) -> dict[str, str]:
    """The text of each source of a log."""
    said = tomllib.loads((FOLDER / RECORDS).read_text())
    start = datetime.fromisoformat(log.get("start", "2026-03-04T02:14:55Z"))
    rows: list[tuple[float, str, str]] = []
    for part in log["parts"]:
        source = part["in"]
        frame = said["frame"][part.get("frame", log.get("frames", {}).get(source, "tracing"))]
        for number in range(part.get("times", 1)):
            at = part["at"] + number * part.get("every", 0.0)
            line = _line(frame, said["record"][part["say"]], start + timedelta(seconds=at))
            rows.append((at, source, f"[pod/{part['pod']}/main] {line}" if "pod" in part else line))
    if log.get("in_order", True):
        rows.sort(key=lambda row: row[0])
    found: dict[str, str] = {}
    for _, source, line in rows:
        found[source] = found.get(source, "") + line + "\n"
    return found


def _line(frame: dict[str, Any], record: dict[str, Any], time: datetime) -> str:
    own = time + timedelta(hours=frame.get("zone", 0))
    written: str = frame["line"].format(
        time=own.strftime(frame["time"]),
        level=record.get("level", "ERROR"),
        component=record["component"],
        text=record["text"],
    )
    return written
