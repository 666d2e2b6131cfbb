"""A log like those of a cluster, with a given share of lines in error.

    python benchmarks/generate_log.py /tmp/mixed.log --megabytes 300 --errors 0.01

Text of tracing, of log4j and of Kafka, JSON of tracing, and the same behind the
prefix of Kubernetes, in runs of some dozens of lines. Messages of errors are
wordings of the catalogue with other values each time. The same arguments give
the same bytes.
"""

from __future__ import annotations

import argparse
import json
import random
from typing import TYPE_CHECKING

from diagnose import catalog, template

if TYPE_CHECKING:
    from collections.abc import Iterator

ORDINARY = (
    "risingwave_meta::barrier::checkpoint::control|checkpoint completed epoch={n} duration_ms={s}",
    "risingwave_meta::hummock::manager|commit epoch prev={n} tables={s} sst_count={s}",
    "risingwave_storage::hummock::compactor|Ready to handle task: {n}, group {s}, size {n} bytes",
    "risingwave_storage::hummock::compactor|Finished compaction task in {s}ms: task: {n} sst: {s}",
    "risingwave_storage::hummock::uploader|sealed epoch {n}, spilled {s} tasks",
    "risingwave_stream::executor::source|source actor {s} received barrier, current offset {n}",
    "risingwave_stream::executor::hash_join|cache of actor {s} evicted {s} entries, {n} bytes left",
    "risingwave_stream::task::barrier_manager|collected all barriers of worker {s}, epoch {n}",
    "risingwave_connector::source::kafka|partitions [{s}, {s}] of topic orders-{s} assigned",
    "risingwave_connector::source::cdc|heartbeat of slot rw_cdc_{n} at lsn {n}, lag {s}",
    "risingwave_frontend::session|query of session {s} finished in {s}ms, {s} rows, cache hit",
    "risingwave_frontend::observer|catalog version {n} applied, {s} relations, {s} functions",
    "risingwave_compute::rpc::service|opened exchange stream from actor {s} to actor {s}",
    "risingwave_rpc_client::meta_client|heartbeat to meta took {s}us, next one in 1000ms",
    'pgwire::pg_protocol|query session={s} mode="extended query execute" sql=SELECT {s}',
    "pgwire::pg_server|accept connection peer_addr=10.0.{s}.{s}:{s} from pool of {s}",
    "opendal::services|service=s3 name=hummock001 path=data/{n}/{s}.data: read started",
    "tower_http::trace|finished processing request latency={s} ms status=200 uri=/v{s}",
)
JAVA = (
    (
        "org.apache.kafka.clients.consumer.Subscription|Resetting offset for partition "
        "orders-{s} to position {n}"
    ),
    (
        "io.debezium.connector.common.BaseSourceTask|{n} records sent in 00:0{s}:00.{s}, "
        "last recorded offset of partition is {n}"
    ),
    "io.debezium.connector.postgresql.PostgresStreaming|Processing messages of {s}",
    "com.risingwave.connector.JDBCSink|flushed {s} rows into public.t{s} in {s} ms",
    "org.apache.iceberg.BaseMetastoreCatalog|Table loaded by catalog: demo.db.t{s} snapshot {n}",
)
QUIET = ("INFO", "INFO", "INFO", "INFO", "INFO", "DEBUG", "WARN")
WARN_TOO = (
    "risingwave_object_store::object|retry request, attempt {s}, last error: slow down, {n} ms"
)
QUOTING = 0.005
"""Some warnings quote an error, as logs do."""


class Clock:
    """Stamps that go on."""

    def __init__(self) -> None:
        self._micros = 0

    def next(self) -> str:
        self._micros += 137
        seconds, micros = divmod(self._micros, 1_000_000)
        minutes, seconds = divmod(seconds, 60)
        hours, minutes = divmod(minutes, 60)
        return (
            f"2026-03-{1 + hours // 24:02}T{hours % 24:02}:{minutes:02}:{seconds:02}.{micros:06}Z"
        )


class Messages:
    """Messages of the catalogue's wordings, each time with other values."""

    def __init__(self, rng: random.Random, most: int = 0, seed: int = 7) -> None:
        self._rng = rng
        wordings = [
            wording.template
            for entry in catalog.load().all_entries()
            if entry.role != "wrapper"
            for wording in entry.wordings
            if not wording.below and "\n" not in wording.template
        ]
        random.Random(seed).shuffle(wordings)
        self._parsed = [template.parse(each) for each in wordings[: most or None]]

    def next(self) -> str:
        return self.of(self._rng.choice(self._parsed))

    def of(self, wording: template.Template) -> str:
        return "".join(map(self._filled, wording.elements))

    def kind(self) -> template.Template:
        """A wording that has values."""
        while not template.slots(chosen := self._rng.choice(self._parsed)):
            pass
        return chosen

    def _filled(self, element: template.Element) -> str:
        if isinstance(element, template.Literal):
            return element.text
        if isinstance(element, template.Option):
            return ""
        number = self._rng.randrange(1, 100_000)
        values = {
            "int": str(number),
            "number": f"{number}.5",
            "sql_string": f"'v{number}'",
            "brackets": f"({number})",
            "quoted_name": f'"c{number}"',
            "quoted": f"'q{number}'",
            "debug": f'"d{number}"',
            "list": f"a{number}, b{number}",
            "one_of": element.choices[number % len(element.choices)] if element.choices else "",
        }
        return values.get(template.kind_of(element), f"name{number}")


def tracing(clock: Clock, level: str, target: str, message: str, error: str = "") -> str:
    behind = f" error={error}" if error else ""
    return f"{clock.next()} {level:>5} {target}: {message}{behind}"


def tracing_json(clock: Clock, level: str, target: str, message: str, error: str = "") -> str:
    behind = f',"error":{json.dumps(error)}' if error else ""
    return (
        f'{{"timestamp":"{clock.next()}","level":"{level}","fields":{{"message":'
        f'{json.dumps(message)}{behind}}},"target":"{target}","threadName":"rw-streaming"}}'
    )


def log4j(clock: Clock, level: str, target: str, message: str, error: str = "") -> str:
    stamp = clock.next()[:23].replace("T", " ").replace(".", ",")
    return f"{stamp} {level:<5} [grpc-default-executor-9] {target} - {error or message}"


def kafka(clock: Clock, level: str, target: str, message: str, error: str = "") -> str:
    stamp = clock.next()[:23].replace("T", " ").replace(".", ",")
    return f"[{stamp}] {level} {error or message} ({target})"


def cri(clock: Clock, level: str, target: str, message: str, error: str = "") -> str:
    stream = "stderr" if level == "ERROR" else "stdout"
    return f"{clock.next()} {stream} F {tracing(clock, level, target, message, error)}"


LAYOUTS = (tracing, tracing, tracing, tracing_json, tracing_json, cri, cri, log4j, kafka)


def lines(errors: float, seed: int, templates: int = 0) -> Iterator[str]:
    """Lines without end."""
    rng = random.Random(seed)
    clock, messages = Clock(), Messages(rng, templates)
    while True:
        layout = rng.choice(LAYOUTS)
        pool = JAVA if layout in (log4j, kafka) else ORDINARY
        for _ in range(rng.randrange(1, 100)):
            if rng.random() < errors:
                target = rng.choice(pool).partition("|")[0]
                yield layout(clock, "ERROR", target, "failed to run the task", messages.next())
                continue
            chosen = WARN_TOO if rng.random() < QUOTING else rng.choice(pool)
            target, _, text = chosen.partition("|")
            while "{s}" in text:
                text = text.replace("{s}", str(rng.randrange(1000)), 1)
            while "{n}" in text:
                text = text.replace("{n}", str(rng.randrange(10**12)), 1)
            level = "WARN" if chosen is WARN_TOO else rng.choice(QUIET)
            yield layout(clock, level, target, text)


def troubled(kinds: int, seed: int) -> Iterator[str]:
    """Lines without end, all of them in error: so many messages, each said at one place."""
    rng = random.Random(seed)
    clock, messages = Clock(), Messages(rng)
    chosen = [messages.kind() for _ in range(kinds)]
    said_by: dict[int, list[tuple[template.Template, str]]] = {}
    for each in chosen:
        at = rng.randrange(len(LAYOUTS))
        pool = JAVA if LAYOUTS[at] in (log4j, kafka) else ORDINARY
        said_by.setdefault(at, []).append((each, rng.choice(pool).partition("|")[0]))
    while True:
        at = rng.choice([*said_by])
        for _ in range(rng.randrange(1, 100)):
            kind, target = rng.choice(said_by[at])
            yield LAYOUTS[at](clock, "ERROR", target, "failed to run the task", messages.of(kind))


def write(
    path: str, size: int, errors: float, seed: int = 1, templates: int = 0
) -> tuple[int, int]:
    """Write a log of about ``size`` bytes; gives its bytes and lines."""
    written = count = 0
    with open(path, "w", encoding="utf-8", buffering=1 << 20) as file:
        for line in lines(errors, seed, templates):
            written += file.write(line) + 1
            file.write("\n")
            count += 1
            if written >= size:
                return written, count
    return written, count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path")
    parser.add_argument("--megabytes", type=int, default=300)
    parser.add_argument("--errors", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(*write(given.path, given.megabytes * 1_000_000, given.errors, given.seed))


if __name__ == "__main__":
    main()
