"""What the first bytes of a line say is what the envelopes and the framing say of it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose import records, unwrap
from diagnose.prefilter import content, fails, is_quiet, quick_shape

CASES = Path(__file__).parents[1] / "cases"
LINES = [
    line
    for path in sorted((CASES / "reports").glob("*.toml"))
    for line in tomllib.loads(path.read_text())["raw"].splitlines()
]
LINES += (CASES / "harmless.txt").read_text().splitlines()
LINES += [
    line
    for record in tomllib.loads((CASES / "records.toml").read_text())["record"]
    for line in record["text"].splitlines()
]
PREFIXES = [
    "",
    "2024-05-20T16:28:22.4Z stderr F ",
    "2024-05-20T16:28:22.4Z stdout P ",
    "2024-05-20T16:28:22.4Z ",
    "2024-05-20T16:28:22.4Z  INFO risingwave_meta::server: ",
    "2024-05-20 16:28:22,745 WARN  [main] ",
    "[2024-05-20 16:28:22,745] ERROR ",
    "[pod/a/b] ",
    "meta-1  | ",
    '{"level":"info","log":"',
    '{"level":"info","msg":"',
]


@given(st.sampled_from(PREFIXES), st.sampled_from(PREFIXES), st.sampled_from(LINES))
def test_a_quick_shape_is_the_true_one(outer: str, inner: str, line: str) -> None:
    raw = (outer + inner + line).encode()
    found = quick_shape(b"x\n" + raw + b"\nx", 2, 2 + len(raw))
    if found is None:
        return
    (read,) = records.lines([raw])
    peeled = unwrap.peel_line(read)
    assert found.stream == peeled.stream
    assert records.surely_starts(peeled)
    if "\x1b" not in line:
        assert content(raw, found).decode() == peeled.text.value


def test_common_layouts_are_known() -> None:
    known = [line for line in LINES if quick_shape(raw := line.encode(), 0, len(raw))]
    assert len(known) > len(LINES) / 10


@pytest.mark.parametrize(
    ("text", "quiet"),
    [
        ("2024-05-20T16:28:22.4Z  INFO a::b: no error", True),
        ("2024-05-20T16:28:22.4Z ERROR a::b: no error", False),
        ("[2024-05-20 16:28:22,745] WARN [x] an error", True),
        ('{"time":"x","level":"warn","msg":"error"}', True),
        ('{"level":"error","msg":"level: info"}', False),
        ("ERROR: 2024-05-20 16:28:22 INFO", False),
    ],
)
def test_a_line_is_quiet_when_its_own_logger_says_so(text: str, quiet: bool) -> None:
    assert is_quiet(text) is quiet


@pytest.mark.parametrize(
    "text", ["ERROR: x", "an err", "Fatal", "io.XException", "panicked at", "CRIT"]
)
def test_words_of_failures(text: str) -> None:
    assert fails(text)


@pytest.mark.parametrize("text", ["terror", "deferred", "mirror", "all is well", "despanic"])
def test_words_that_only_hold_one(text: str) -> None:
    assert not fails(text)
