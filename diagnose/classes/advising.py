"""What the page of a class advises: for a message that has no page of its own."""

from __future__ import annotations

from diagnose.classes import pages
from diagnose.lean import TYPE_CHECKING
from diagnose.model import Command

if TYPE_CHECKING:
    from diagnose.classes.pages import ClassPage

RETRY = {
    "yes": "The same call may succeed when it is repeated.",
    "no": "Repeating the same call unchanged does not help.",
    "later": "The same call may succeed later, once the cause is gone.",
}


def advice(name: str) -> tuple[Command, ...]:
    """What to check, then what to do, without a command; empty for a name that is no class.

    >>> advice("timeout")[0].title
    'Check first'
    >>> advice("other")
    ()
    """
    page = pages.all_pages().get(name)
    if page is None:
        return ()
    checks = "\n".join(f"- {check}" for check in page.check)
    return (Command("Check first", text=checks), *map(Command, _fixes(page)))


def cause(page: ClassPage) -> str:
    """What such a message means, what is usually behind it, and whether to try again."""
    return " ".join((page.definition, page.cause, RETRY[page.retry], page.retry_note)).strip()


def _fixes(page: ClassPage) -> list[str]:
    return [fix.removesuffix(".") for fix in page.fixes]
