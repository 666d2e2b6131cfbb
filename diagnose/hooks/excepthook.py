"""For scripts: an exception that ends the program is diagnosed below its traceback."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

from diagnose.hooks.asking import Asker

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import TextIO

    from diagnose.engine import Engine


def install(
    engine: Engine | None = None,
    *,
    guesses: bool = False,
    redact: bool = True,
    to: TextIO | None = None,
) -> Callable[[], None]:
    """Have exceptions that nobody catches diagnosed, in threads too; gives the way back.

    What stood there before is called first. ``to`` is standard error unless given.
    """
    asker = Asker(engine, guesses=guesses, redact=redact)
    before, before_in_thread = sys.excepthook, threading.excepthook

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        before(kind, error, trace)
        say(asker, error, to)

    def thread_hook(failed: threading.ExceptHookArgs) -> None:
        before_in_thread(failed)
        say(asker, failed.exc_value, to)

    def uninstall() -> None:
        if sys.excepthook is hook:
            sys.excepthook = before
        if threading.excepthook is thread_hook:
            threading.excepthook = before_in_thread

    sys.excepthook, threading.excepthook = hook, thread_hook
    return uninstall


def say(asker: Asker, error: BaseException | None, to: TextIO | None = None) -> None:
    """Print the diagnosis of an exception, if there is one; nothing is raised."""
    if error is None or isinstance(error, (KeyboardInterrupt, SystemExit)):
        return
    found = asker.about(error)
    if found is None:
        return
    try:
        from diagnose import render

        text = render.get("text").diagnosis(found, render.Style())
        print(f"\n{text}", end="", file=to or sys.stderr)
    except Exception:  # noqa: BLE001 - the traceback was printed: that is what matters
        asker.faults += 1
