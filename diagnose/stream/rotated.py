"""Which files are earlier ones of the same log."""

from __future__ import annotations

import os
import re
import stat

from diagnose.lean import NamedTuple

Identity = tuple[int, int]


class Stamp(NamedTuple):
    """A file that is written no more: its inode may be used again, but not at the same time."""

    identity: Identity
    modified: int


class Sibling(NamedTuple):
    path: str
    stamp: Stamp


def identity(status: os.stat_result) -> Identity:
    """Device and inode."""
    return (status.st_dev, status.st_ino)


def stamp(status: os.stat_result) -> Stamp:
    """Identity and time of the last writing."""
    return Stamp(identity(status), status.st_mtime_ns)


def siblings(path: str) -> list[Sibling]:
    """Rotated files beside a path, the oldest first.

    ``app.log`` has ``app.log.1``, ``app.log-20261201``, ``app-2026-12-01.log``.
    """
    directory, name = os.path.split(path)
    pattern = rotated_name(name)
    found: list[Sibling] = []
    try:
        names = [each for each in os.listdir(directory or ".") if pattern.fullmatch(each)]
    except OSError:
        return []
    for each in names:
        try:
            status = os.stat(os.path.join(directory, each))
        except OSError:  # renamed meanwhile: the next look finds it
            continue
        if stat.S_ISREG(status.st_mode):
            found.append(Sibling(os.path.join(directory, each), stamp(status)))
    return sorted(found, key=_age)


def rotated_name(name: str) -> re.Pattern[str]:
    """A pattern of the names under which a log is put away.

    >>> bool(rotated_name("app.log").fullmatch("app.log.12"))
    True
    >>> bool(rotated_name("app.log").fullmatch("app.log.err"))
    False
    >>> bool(rotated_name("app.log").fullmatch("app-2.log"))  # another program's
    False
    >>> bool(rotated_name("app.log").fullmatch("app-2026-12-01.log"))
    True
    """
    stem, extension = os.path.splitext(name)
    rest = r"[\d.\-_T:Z+]*"
    dated = rf"[.\-_]\d{{4}}-?\d\d-?\d\d{rest}"
    return re.compile(
        rf"{re.escape(name)}(?:[.\-_]\d{rest}|\.old|\.bak)"
        rf"|{re.escape(stem)}{dated}{re.escape(extension)}"
    )


def _age(sibling: Sibling) -> tuple[int, int]:
    """By time; within one tick of the clock the larger number is the older file."""
    number = sibling.path.rpartition(".")[2]
    return (sibling.stamp.modified, -int(number) if number.isdigit() else 0)
