"""What a document says in passing: where it is from, where the message is raised."""

from __future__ import annotations

from diagnose.authoring.sections import texts
from diagnose.lean import TYPE_CHECKING, NamedTuple
from diagnose.text import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diagnose.authoring.sections import Section


class Facts(NamedTuple):
    """Facts about a document and its message; "" and () where it does not say."""

    repository: str
    commit: str
    places: tuple[str, ...]
    severity: str
    urls: tuple[str, ...]
    provenance: str


_ORIGIN = lazy_pattern(r"([\w.-]+/[\w.-]+)@([0-9a-f]{7,40})\b")
_REPOSITORY = lazy_pattern(r"(?:^|[/:\s])([\w-][\w.-]*+/[\w-][\w.-]*?)(?:\.git)?/?(?=\s|$)")
_PLACE = lazy_pattern(r"[\w@./+-]*\w\.\w{1,8}:\d+\b")
_HASH = lazy_pattern(r"\b[0-9a-f]{7,40}\b")
_URL = lazy_pattern(r"https://[^\s<>\"'`)\]]+[^\s<>\"'`)\].,;]")
_SEVERITIES = {
    "info": "info",
    "notice": "info",
    "warn": "warning",
    "warning": "warning",
    "error": "error",
    "critical": "critical",
    "fatal": "critical",
    "panic": "critical",
}


def read(sections: Sequence[Section]) -> Facts:
    """Gather the facts of a document."""
    byline = " ".join(texts(sections, "byline"))
    header = " ".join(texts(sections, "header"))
    origin = _ORIGIN.search(byline)
    named = _REPOSITORY.search(" ".join(texts(sections, "repository"))) or _REPOSITORY.search(
        header
    )
    repository = origin[1] if origin else named[1] if named else _first(sections, "repository")
    commit = _HASH.search(origin[2] if origin else " ".join(texts(sections, "commit")))
    return Facts(
        repository,
        commit[0] if commit else "",
        _places(sections),
        _severity([*texts(sections, "severity"), *header.replace("·", " ").split()[1:]]),
        tuple(dict.fromkeys(_URL.findall(" ".join(_linking(sections))))),
        byline or _provenance(sections),
    )


def _first(sections: Sequence[Section], name: str) -> str:
    found = texts(sections, name)
    return found[0].strip() if found else ""


def _linking(sections: Sequence[Section]) -> list[str]:
    return [*texts(sections, "permalink"), *texts(sections, "references")]


def _places(sections: Sequence[Section]) -> tuple[str, ...]:
    places = _PLACE.findall(" ".join(texts(sections, "location")))
    files, lines = texts(sections, "file"), texts(sections, "line")
    for number, file in enumerate(files):
        named = (
            file if _PLACE.fullmatch(file) or number >= len(lines) else f"{file}:{lines[number]}"
        )
        places.append(named.strip())
    return tuple(dict.fromkeys(places))


def _severity(words: Sequence[str]) -> str:
    said = [word.strip().lower() for word in words]
    return next((_SEVERITIES[word] for word in said if word in _SEVERITIES), "error")


def _provenance(sections: Sequence[Section]) -> str:
    """``owner/name@commit (date). link``, as far as they are known."""
    repository, commit = _first(sections, "repository"), _first(sections, "commit")
    at = f"{repository}@{commit}" if commit and repository else repository or commit
    date = _first(sections, "date")
    links = [each.strip() for each in texts(sections, "permalink") if not _URL.fullmatch(each)]
    said = f"{at} ({date})" if at and date else at or date
    return ". ".join(filter(None, [said, *links]))
