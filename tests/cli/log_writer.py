"""Writes a log at full speed, and puts it away now and then.

``log_writer.py PATH HOW ROTATIONS LINES``: numbered lines, every tenth a failure.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path


def write(path: Path, how: str, rotations: int, lines: int) -> None:
    number = 0
    for turn in range(rotations + 1):
        mode = "ab" if how == "truncate" else "xb"
        with path.open(mode, buffering=0) as file:
            for _ in range(lines // 10):
                block = b"".join(
                    b"FAIL number <%s>\n" % letters(number + i) if i == 0 else b"ok %d\n" % i
                    for i in range(10)
                )
                file.write(block)
                number += 1
            if turn < rotations and how == "truncate":
                wait_for(path.with_suffix(".go"), turn)
                file.truncate(0)
        if turn < rotations and how != "truncate":
            put_away(path, how, turn)


def letters(number: int) -> bytes:
    """Digits would be masked where repeats are told from each other."""
    return str(number).translate(str.maketrans("0123456789", "abcdefghij")).encode()


def put_away(path: Path, how: str, turn: int) -> None:
    if how == "delete":
        wait_for(path.with_suffix(".go"), turn)
        path.unlink()
    elif how == "number":
        for old in range(turn, 0, -1):
            os.replace(f"{path}.{old}", f"{path}.{old + 1}")
        os.replace(path, f"{path}.1")
    else:
        os.replace(path, f"{path}-20260101-{turn:06}")


def wait_for(path: Path, turn: int) -> None:
    """Until the reader has caught up."""
    while not path.exists() or int(path.read_text() or -1) < turn:
        time.sleep(0.01)


if __name__ == "__main__":
    write(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
