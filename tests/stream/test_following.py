"""Rotation step by step, without a process in between."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from diagnose.errors import InputError
from diagnose.stream import follow, opened
from diagnose.stream.follow import Follower
from diagnose.stream.rotated import rotated_name

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Watched:
    """A followed log, and what has been read of it."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.path = directory / "app.log"
        self.path.write_bytes(b"")
        self.warnings: list[str] = []
        self.follower = Follower(str(self.path), self.warnings.append)

    def append(self, data: bytes, name: str = "app.log") -> None:
        with (self.directory / name).open("ab") as file:
            file.write(data)

    def rename(self, old: str, new: str) -> None:
        os.replace(self.directory / old, self.directory / new)

    def read(self) -> bytes:
        return b"".join(event.block or b"|" for event in self.follower.events())


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Watched]:
    watched = Watched(tmp_path)
    yield watched
    watched.follower.close()


def test_what_is_appended_is_read_once(log: Watched) -> None:
    log.append(b"a")
    assert log.read() == b"a"
    assert log.read() == b""
    log.append(b"b\n")
    assert log.read() == b"b\n"


def test_the_old_file_is_read_to_its_end_first(log: Watched) -> None:
    log.append(b"1")
    log.rename("app.log", "app.log.1")
    log.append(b"3")
    log.append(b"2", "app.log.1")
    assert log.read() == b"123"


def test_files_that_came_and_went_between_two_looks(log: Watched) -> None:
    log.append(b"1")
    for number in range(2, 7):
        for old in range(number, 0, -1):
            if (log.directory / f"app.log.{old}").exists():
                log.rename(f"app.log.{old}", f"app.log.{old + 1}")
        log.rename("app.log", "app.log.1")
        log.append(b"%d" % number)
    assert log.read() == b"123456"


def test_a_late_writer_is_read_for_some_time(log: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    log.append(b"1")
    log.rename("app.log", "app.log.1")
    log.append(b"2")
    assert log.read() == b"12"
    log.append(b"late", "app.log.1")
    assert log.read() == b"late"
    monkeypatch.setattr(follow, "RETIRED_SECONDS", 0.0)
    assert log.read() == b"|"
    log.append(b"too late", "app.log.1")
    assert log.read() == b""


def test_a_put_away_file_is_not_read_again(log: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow, "RETIRED_SECONDS", 0.0)
    for number in b"12345":
        log.append(bytes([number]))
        log.rename("app.log", f"app.log-2026120{chr(number)}")
    log.append(b"6")
    said = log.read() + log.read() + log.read()
    assert said.replace(b"|", b"") == b"123456"


def test_another_log_beside_it_is_left_alone(log: Watched) -> None:
    for name in ("app-2.log", "app.log.err", "apple.log.1", "app.log.gz"):
        log.append(b"X", name)
    log.append(b"1")
    log.rename("app.log", "app.log.1")
    for name in ("app-2.log", "app.log.err"):
        log.append(b"X", name)
    log.append(b"2")
    assert log.read() == b"12"


def test_truncation_begins_anew(log: Watched) -> None:
    log.append(b"12345\n")
    assert log.read() == b"12345\n"
    os.truncate(log.path, 0)
    log.append(b"6\n")
    assert log.read() == b"|6\n"
    assert log.warnings == [f"{log.path}: was truncated; reading on"]


def test_a_noticed_gap_is_said(log: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened, "CHUNK", 4)
    log.append(b"12345678")
    events = log.follower.events()
    assert next(events).block == b"1234"
    os.truncate(log.path, 2)
    list(events)
    assert log.warnings == [
        f"{log.path}: was truncated; at least 4 bytes before that were not read"
    ]


def test_a_hole_is_jumped_over(log: Watched) -> None:
    log.append(b"123456\n")
    assert log.read() == b"123456\n"
    os.truncate(log.path, 0)
    with log.path.open("r+b") as file:
        file.seek(7)
        file.write(b"7\n")
    assert log.read() == b"|7\n"


def test_deleted_and_written_again(log: Watched) -> None:
    log.append(b"1")
    assert log.read() == b"1"
    log.path.unlink()
    assert log.read() == b""
    log.append(b"2")
    assert log.read() == b"2"


def test_descriptors_do_not_pile_up(log: Watched) -> None:
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    for number in range(100):
        log.append(b"x")
        log.rename("app.log", f"app.log-20261201-{number:04}")
        log.append(b"y")
        log.read()
    after = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    assert after - before <= follow.MOST_RETIRED + 2


def test_no_file_to_begin_with(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        Follower(str(tmp_path / "missing.log"), print)


NAMES = {
    "app.log.1": True,
    "app.log.12": True,
    "app.log-20261201": True,
    "app.log.2026-12-01T10:00:00Z": True,
    "app.log.old": True,
    "app-2026-12-01.log": True,
    "app.2026-12-01.1.log": True,
    "app.log": False,
    "app-1.log": False,
    "app.log.err": False,
    "app.log.1.gz": False,
    "xapp.log.1": False,
}


@pytest.mark.parametrize("name", NAMES)
def test_names_of_rotated_files(name: str) -> None:
    assert (rotated_name("app.log").fullmatch(name) is not None) is NAMES[name]
