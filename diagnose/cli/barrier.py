"""What becomes of errors: one line on stderr, and a status."""

from __future__ import annotations

from diagnose.cli.status import BROKEN_PIPE, FAILED, INTERRUPTED
from diagnose.cli.terminal import say
from diagnose.errors import DiagnoseError, PageFaultsError
from diagnose.lean import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def behind_barrier(work: Callable[[], int]) -> int:
    """The status that ``work`` gives, or that of its error; raises nothing.

    >>> behind_barrier(lambda: 3)
    3
    """
    try:
        return work()
    except BrokenPipeError:
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as asked:  # argparse has printed its help
        return int(asked.code or 0)
    except PageFaultsError as faults:
        for each in faults.faults:
            say("error", str(each))
    except DiagnoseError as error:
        say("error", str(error))
    except OSError as error:
        say("error", _of_system(error))
    except Exception as error:  # noqa: BLE001 - the last barrier: a fault of ours is one line, too
        say("error", fault(error))
    return FAILED


def _of_system(error: OSError) -> str:
    if not (error.strerror and isinstance(error.filename, str)):
        return str(error)
    return f"{error.filename}: {error.strerror[:1].lower()}{error.strerror[1:]}"


def fault(error: Exception) -> str:
    """What to say of an error that is no user's.

    >>> fault(KeyError("x"))
    "internal fault, please report it: KeyError: 'x'"
    """
    return f"internal fault, please report it: {type(error).__name__}: {error}"
