"""A short run of every target, with the same inputs each time; run.py goes on from here."""

from __future__ import annotations

import pytest

from tests.fuzz.mutating import mutated
from tests.fuzz.targets import NAMES, target

INPUTS = {"program": 60, "pages": 60, "chains": 100, "payloads": 150, "requests": 150}
"""Those that take long get fewer."""
USUAL = 250


@pytest.mark.parametrize("name", NAMES)
def test_seeds_break_no_promise(name: str) -> None:
    tried = target(name)
    seeds = tried.seeds()
    assert len(seeds) > 5
    for seed in seeds[:: max(1, len(seeds) // 60)]:
        tried.check(seed)


@pytest.mark.parametrize("name", NAMES)
def test_mutated_inputs_break_no_promise(name: str) -> None:
    tried = target(name)
    for data in mutated(tried.seeds(), INPUTS.get(name, USUAL)):
        tried.check(data)
