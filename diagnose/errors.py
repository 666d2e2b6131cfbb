"""Every error that the package raises on purpose.

::

    DiagnoseError
    ├── CatalogError      a page or a compiled catalogue is not usable
    │   └── PageFaultsErrorall faults of a set of pages, each with file and line
    ├── TemplateError     a template does not follow the template language
    ├── InputError        an input cannot be read
    ├── UsageError        the call makes no sense as it is
    └── RemedyError       a value cannot be written safely in a command
"""

from __future__ import annotations

from diagnose.lean import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Fault(NamedTuple):
    """Something wrong in a page, with its place."""

    path: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.reason}"


class DiagnoseError(Exception):
    """Base of all errors raised by this package."""


class TemplateError(DiagnoseError):
    """A template does not follow the template language.

    ``position`` is the index, in characters, of the culprit inside the template.
    """

    def __init__(self, reason: str, template: str, position: int) -> None:
        super().__init__(f"{reason} (at character {position + 1} of {template!r})")
        self.reason = reason
        self.template = template
        self.position = position


class CatalogError(DiagnoseError):
    """A page or a compiled catalogue is not usable."""


class PageFaultsError(CatalogError):
    """All faults found in a set of pages, in the order of files and lines."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(str(fault) for fault in faults))
        self.faults = tuple(faults)


class InputError(DiagnoseError):
    """An input cannot be read; ``source`` names it."""

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(f"{source}: {reason}")
        self.source = source
        self.reason = reason


class UsageError(DiagnoseError):
    """The call makes no sense as it is; the text says what to do instead."""


class RemedyError(DiagnoseError):
    """A captured value cannot be written safely in the language of a command."""

    def __init__(self, name: str, value: str, language: str) -> None:
        super().__init__(f"{name}={value!r} cannot be written safely in {language}")
        self.name = name
        self.value = value
        self.language = language
