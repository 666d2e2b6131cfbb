"""What stands at the other end of stdout and stderr, and how it is written to."""

from __future__ import annotations

import os
import sys
from functools import partial

from diagnose.lean import TYPE_CHECKING
from diagnose.render import DEFAULT_WIDTH, JSON_FORMATS, Style
from diagnose.render.plain import visible

if TYPE_CHECKING:
    from collections.abc import Callable

STDIN, STDOUT, STDERR = 0, 1, 2
MIN_WIDTH = 40


def is_terminal(descriptor: int) -> bool:
    """Whether somebody looks at it; False also when it is closed."""
    try:
        return os.isatty(descriptor)
    except OSError:
        return False


def width(descriptor: int) -> int:
    """The columns of a terminal; 80 where there is none."""
    try:
        found = os.get_terminal_size(descriptor).columns
    except (OSError, ValueError):
        return DEFAULT_WIDTH
    return max(found, MIN_WIDTH) if found else DEFAULT_WIDTH


def style(color: str, descriptor: int) -> Style:
    """How to render for this descriptor."""
    if color == "auto":
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        colored = is_terminal(descriptor) and not plain
    else:
        colored = color == "always"
    return Style(width(descriptor), colored)


def write(text: str, descriptor: int = STDOUT) -> None:
    """Write text at once, in the encoding of the descriptor's stream."""
    stream = sys.stderr if descriptor == STDERR else sys.stdout
    encoding = getattr(stream, "encoding", None) or "utf-8"
    write_bytes(text.encode(encoding, "backslashreplace"), descriptor)


def show(text: str, format_name: str, descriptor: int = STDOUT) -> None:
    """Write what was rendered in a format: JSON is UTF-8 wherever it goes."""
    if format_name in JSON_FORMATS:
        write_bytes(text.encode(), descriptor)
    else:
        write(text, descriptor)


def write_bytes(data: bytes, descriptor: int = STDOUT) -> None:
    """Write all of it, past every buffer; raises ``BrokenPipeError`` when nobody reads."""
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(descriptor, view) :]
        except BlockingIOError:  # another program has set the terminal that both use so
            _wait_until_writable(descriptor)
        except OSError as error:
            error.filename = "output"  # for whoever tells it: not one of the inputs
            raise


def _wait_until_writable(descriptor: int) -> None:
    import select

    select.select([], [descriptor], [])


def say(kind: str, text: str) -> None:
    """One line on stderr: ``error: ...``, ``warning: ...``; lost when nobody listens.

    Never two: a file may be named so that the rest of its name looks like a message of ours.
    """
    try:
        write(f"{kind}: {visible(text)}\n", STDERR)
    except OSError:
        return


def note(quiet: bool) -> Callable[[str], None]:
    """A function that says warnings, or holds its tongue."""
    return _silence if quiet else partial(say, "warning")


def _silence(text: str) -> None:
    del text
