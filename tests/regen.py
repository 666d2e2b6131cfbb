"""Writes the golden outputs anew: ``python -m tests.regen``, then look at the difference."""

from __future__ import annotations

from tests.render.test_golden import GOLDEN, outputs

if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for old in GOLDEN.iterdir():
        old.unlink()
    for name, text in outputs().items():
        (GOLDEN / name).write_text(text, encoding="utf-8")
