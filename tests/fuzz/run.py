"""Fuzz one target for as long as you like: ``python -m tests.fuzz.run TARGET [SECONDS] [FOLDER]``.

With atheris, coverage guides it (``pip install -e '.[fuzz]'``); without, inputs are mutated
blindly, and it says so. What breaks a promise is written to FOLDER, with its traceback.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
import traceback

SEED_BYTES = 1 << 14


class Finds:
    """Keeps one input for each place at which a promise was broken."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._places: set[str] = set()
        self.tried = 0
        os.makedirs(folder, exist_ok=True)

    def tries(self, check: object, data: bytes) -> None:
        """Check an input; a broken promise is kept, not raised, so that others are found."""
        self.tried += 1
        if self.tried % 500 == 0:  # the fuzzer ends the process by itself
            with open(os.path.join(self._folder, f"tried-{os.getpid()}"), "w") as file:
                file.write(f"{self.tried}\n")
        try:
            check(data)  # type: ignore[operator]  # a target's
        except Exception as error:  # noqa: BLE001 - whatever it is, it is a find
            steps = traceback.extract_tb(error.__traceback__)
            place = f"{type(error).__name__} " + " ".join(
                f"{s.name}:{s.lineno}" for s in steps[-3:]
            )
            if place not in self._places:
                self._places.add(place)
                name = hashlib.sha256(place.encode()).hexdigest()[:12]
                self._keep(name, data, "".join(traceback.format_exception(error)))

    def _keep(self, name: str, data: bytes, told: str) -> None:
        path = os.path.join(self._folder, name)
        with open(path, "wb") as file:
            file.write(data)
        with open(f"{path}.txt", "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(told)
        print(f"find: {path}: {told.splitlines()[-1][:300]!a}", flush=True)


def main(name: str, seconds: int = 60, folder: str = "finds") -> None:
    """Fuzz a target."""
    finds = Finds(os.path.join(folder, name))
    try:
        import atheris
    except ImportError:
        print("no atheris for this Python: nothing guides the mutations", flush=True)
        _blindly(name, seconds, finds)
    else:
        _guided(atheris, name, seconds, finds, os.path.join(folder, f"corpus-{name}"))
    print(f"{name}: {finds.tried} inputs", flush=True)


def _blindly(name: str, seconds: int, finds: Finds) -> None:
    from tests.fuzz.mutating import mutated
    from tests.fuzz.targets import target

    tried = target(name)
    until = time.monotonic() + seconds
    for data in mutated(tried.seeds(), sys.maxsize, seed=time.time_ns()):
        finds.tries(tried.check, data)
        if time.monotonic() > until:
            return


def _guided(atheris: object, name: str, seconds: int, finds: Finds, corpus: str) -> None:
    """Modules are loaded when they are first needed: all of them are instrumented, at any time."""
    with atheris.instrument_imports(include=["diagnose"]):  # type: ignore[attr-defined]
        from tests.fuzz.seeds import DICTIONARY
        from tests.fuzz.targets import target

        tried = target(name)
        os.makedirs(corpus, exist_ok=True)
        for seed in tried.seeds():
            path = os.path.join(corpus, hashlib.sha256(seed).hexdigest()[:16])
            with open(path, "wb") as file:
                file.write(seed[:SEED_BYTES])
        marks = os.path.join(corpus, "..", f"{name}.dict")
        with open(marks, "w", encoding="ascii") as file:
            for mark in DICTIONARY:
                escaped = "".join(f"\\x{byte:02x}" for byte in mark)
                file.write(f'"{escaped}"\n')
        options = [f"-max_total_time={seconds}", f"-max_len={SEED_BYTES}", f"-dict={marks}"]
        options += ["-timeout=60", "-print_final_stats=1", "-verbosity=0", "-rss_limit_mb=4096"]
        atheris.Setup(  # type: ignore[attr-defined]
            [sys.argv[0], *options, corpus], lambda data: finds.tries(tried.check, data)
        )
        atheris.Fuzz()  # type: ignore[attr-defined]


if __name__ == "__main__":
    name, seconds, folder = [*sys.argv[1:], *("", "60", "finds")[len(sys.argv) - 1 :]]
    main(name, int(seconds), folder)
