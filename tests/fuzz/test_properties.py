"""However a failure reaches us, what is said of it is the same."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diagnose.engine import Engine
from tests.fuzz import seeds

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from diagnose.model import Diagnosis

QUIET = {"TRACE", "DEBUG", "INFO", "NOTICE"}
LOSSY = {"fluentbit", "bars"}
"""The one does not escape: nothing says where a text ends that holds its own marks. The other is
told from a row of a table by there being no more bars."""
LOSSLESS: list[dict[str, Any]] = [
    case
    for case in seeds.table("cases/lines.toml")["line"]
    if case.get("level") not in QUIET
    and not case.get("starts_record")
    and case["envelope"] not in LOSSY
]
"""Envelopes that stand around each line, and do not say that nothing fails."""
REPORTS = [raw.decode() for raw in seeds.reports() if raw.count(b"\n") < 60]


@cache
def engine() -> Engine:
    return Engine(budget_ms=0)


def said(found: Diagnosis, *, of_place: bool = False) -> str:
    """What a diagnosis says; of its place only where that is asked for."""
    told = found.to_dict()
    other = {"context", "timestamp", "level", "component"} | (set() if of_place else {"where"})
    return json.dumps({name: value for name, value in told.items() if name not in other})


def streamed(blocks: Iterable[bytes], *, of_place: bool = False) -> list[str]:
    session = engine().session()
    found = [each for block in blocks for each in session.feed(block)]
    return [said(each, of_place=of_place) for each in (*found, *session.close())]


# ------------------------------------------------------------------- envelopes


@cache
def messages() -> list[str]:
    """Messages of pages, some of each system, that are known when they stand alone."""
    found = []
    for path in sorted(seeds.PAGES.rglob("*.toml"))[::9]:
        for example in tomllib.loads(path.read_text()).get("example", [])[:1]:
            text = f"ERROR:  {example['text']}"
            if text.isascii() and len(text) < 600 and streamed([text.encode()]):
                found.append(text)
    return found


def wrapped(text: str, case: dict[str, Any]) -> str:
    stream = case.get("streams", [""])[0]
    return "\n".join(
        case["template"]
        .replace("<stream>", stream)
        .replace("<text>", json.dumps(line)[1:-1] if case.get("escape") else line)
        for line in text.split("\n")
    )


@settings(max_examples=150)
@given(
    message=st.deferred(lambda: st.sampled_from(messages())),
    stack=st.lists(st.sampled_from(LOSSLESS), max_size=4),
)
def test_a_stack_of_envelopes_changes_nothing(message: str, stack: list[dict[str, Any]]) -> None:
    text = message
    for case in stack:
        text = wrapped(text, case)
    bare, found = streamed([message.encode()]), streamed([text.encode()])
    assert len(found) == len(bare)
    for one, other in zip(map(json.loads, bare), map(json.loads, found), strict=True):
        for lacking, filled in zip(one["fixes"], other["fixes"], strict=True):
            if {"pid", "pod", "container", "service", "unit"} & set(lacking["missing"]):
                lacking.update(filled)  # that is what an envelope may know
        assert other == one


@pytest.mark.parametrize("envelope", ["syslog", "journald"])
def test_the_host_that_logs_is_not_the_host_that_refuses(envelope: str) -> None:
    message = "ERROR:  Connection refused, return code: `BadUserNamePassword`"
    cases = [case for case in LOSSLESS if case["envelope"] == envelope]
    assert cases
    for case in cases:
        assert streamed([wrapped(message, case).encode()]) == streamed([message.encode()])


# ----------------------------------------------------------------------- reads


@st.composite
def reads(draw: st.DrawFn) -> list[bytes]:
    """Some reports, one behind the other, repeated or not, cut anywhere."""
    raw = "\n".join(draw(st.lists(st.sampled_from(REPORTS), min_size=1, max_size=3))).encode()
    data = (raw + b"\n") * draw(st.sampled_from([1, 1, 1, 40]))
    cuts = draw(st.lists(st.integers(0, len(data)), max_size=8))
    return [data[start:end] for start, end in pairwise([0, *sorted(cuts), len(data)])]


@settings(max_examples=60)
@given(reads())
def test_where_reads_are_cut_changes_nothing(blocks: list[bytes]) -> None:
    whole = streamed([b"".join(blocks)], of_place=True)
    assert streamed(blocks, of_place=True) == whole


# --------------------------------------------------------------------- sources

PREFIXES = {
    "kubectl": ("[pod/meta-0/main] ", "[pod/compute-1/main] "),
    "compose": ("meta-0     | ", "compute-1  | "),
    "worker": ("[Worker-0a1b] ", "[Worker-0c2d] "),
    "cri": ("2024-05-20T16:28:22.487Z stdout F ", "2024-05-20T16:28:22.487Z stderr F "),
    "syslog": (
        "May  2 16:28:22 host-a risingwave[41]: ",
        "May  2 16:28:22 host-b risingwave[42]: ",
    ),
}


def prefixed(text: str, prefix: str) -> list[bytes]:
    return [f"{prefix}{line}\n".encode() for line in text.split("\n")]


@st.composite
def merged(draw: st.DrawFn) -> list[tuple[int, bytes]]:
    """The lines of two sources, each in its order, and which of them each is of."""
    prefixes = draw(st.sampled_from(sorted(PREFIXES)))
    sources = [prefixed(draw(st.sampled_from(REPORTS)), prefix) for prefix in PREFIXES[prefixes]]
    turns = [0] * len(sources[0]) + [1] * len(sources[1])
    order: Sequence[int] = draw(st.permutations(turns))
    left = [iter(source) for source in sources]
    return [(which, next(left[which])) for which in order]


@settings(max_examples=120)
@given(merged())
def test_interleaving_two_sources_changes_nothing(lines: list[tuple[int, bytes]]) -> None:
    apart = [
        streamed([b"".join(line for which, line in lines if which == source)]) for source in (0, 1)
    ]
    together = streamed([b"".join(line for _, line in lines)])
    assert sorted(together) == sorted(chain.from_iterable(apart))


@pytest.mark.parametrize("first", [0, 7])
def test_interleaving_by_stern_changes_nothing(first: int) -> None:
    """Its prefix is only seen before lines of known loggers."""
    texts = [f"2024-05-20T16:28:22.487Z ERROR a::b: {text[8:]}" for text in messages()]
    ones = [text for text in texts if "\n" not in text]
    sources = [prefixed("\n".join(ones[at::14]), f"rw-meta-{at} meta ") for at in (first, 1)]
    lines = [line for pair in zip(*sources, strict=False) for line in pair]
    alone = [streamed([line]) for line in lines]
    assert sorted(streamed([b"".join(lines)])) == sorted(chain.from_iterable(alone))
    assert lines
