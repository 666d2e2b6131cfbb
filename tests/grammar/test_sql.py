"""The checker of SQL accepts what the systems accept, and nothing else that matters."""

from __future__ import annotations

import pytest

from tests.grammar import dialects, sql

ACCEPTED = [
    ("risingwave", "ALTER TABLE s.t SET PARALLELISM = 4;"),
    ("risingwave", 'alter materialized view "My view" set parallelism to adaptive deferred'),
    ("risingwave", "ALTER SINK s SET BACKFILL_PARALLELISM = ratio(0.5)"),
    ("risingwave", "ALTER SOURCE s SET SOURCE_RATE_LIMIT TO DEFAULT"),
    ("risingwave", "ALTER INDEX i SET CONFIG (streaming.x = '1') "),
    ("risingwave", "ALTER SYSTEM SET barrier_interval_ms = 1000; SHOW PARAMETERS;"),
    ("risingwave", "SET rw_implicit_flush TO true"),
    ("risingwave", "SHOW TABLES FROM public LIKE 'a%'"),
    ("risingwave", "SHOW CREATE MATERIALIZED VIEW v"),
    ("risingwave", "DROP TABLE IF EXISTS t CASCADE"),
    ("risingwave", "DROP FUNCTION f(int, varchar)"),
    ("risingwave", "CREATE TABLE t (a int PRIMARY KEY, b struct<c struct<d int>>, *) APPEND ONLY"),
    (
        "risingwave",
        """CREATE SOURCE s (a timestamptz, WATERMARK FOR a AS a - INTERVAL '5 s') INCLUDE key AS k
        WITH (connector = 'kafka', properties.bootstrap.server = 'b:1', token = SECRET x)
        FORMAT UPSERT ENCODE AVRO (schema.registry = 'http://r') KEY ENCODE TEXT""",
    ),
    ("risingwave", "CREATE SINK s INTO t FROM v WITH (type = 'append-only')"),
    ("risingwave", "CREATE SUBSCRIPTION s FROM v WITH (retention = '1 day')"),
    ("risingwave", "CREATE MATERIALIZED VIEW v AS SELECT count(*) c FROM t EMIT ON WINDOW CLOSE"),
    ("risingwave", "CREATE INDEX i ON t (a DESC NULLS LAST, lower(b)) INCLUDE (c)"),
    ("risingwave", "CREATE SECRET s WITH (backend = 'meta') AS 'x'"),
    ("risingwave", "CREATE TABLE t (*) FROM src TABLE 'public.orders'"),
    ("risingwave", "DELETE META SNAPSHOTS 1, 2"),
    ("risingwave", "CANCEL JOBS 1, 2; RECOVER; FLUSH; WAIT; KILL '1:2'; BACKUP; VACUUM FULL t"),
    ("risingwave", "GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA s TO u WITH GRANT OPTION"),
    ("risingwave", "REVOKE ALL PRIVILEGES ON MATERIALIZED VIEW v FROM u"),
    (
        "risingwave",
        """SELECT r.name, c.name AS n FROM rw_relations r JOIN rw_catalog.rw_columns c
        ON c.relation_id = r.id WHERE lower(r.name) = 'x' ORDER BY n LIMIT 3""",
    ),
    (
        "risingwave",
        """SELECT CASE WHEN a > 1 THEN 'x' ELSE b::text END, ARRAY[1, 2][1], (c).d
        FROM tumble(t, ts, INTERVAL '1 minute') GROUP BY 1, window_start""",
    ),
    ("postgres", "SELECT slot_name FROM pg_replication_slots WHERE active"),
    ("postgres", "ALTER SYSTEM SET wal_level = logical"),
    ("postgres", "CREATE PUBLICATION p FOR TABLE s.t, u"),
    ("mysql", "SELECT user, host FROM mysql.user"),
    ("mysql", "GRANT SELECT, REPLICATION SLAVE ON *.* TO 'a'@'b'"),
]

REFUSED = [
    ("risingwave", "ALTER VIEW v SET PARALLELISM = 4", "no statement"),
    ("risingwave", "ALTER TABLE t SET PARALLELISM 4", "no statement"),
    ("risingwave", "ALTER TABLE t SET MAX_PARALLELISM = 4", "no statement"),
    ("risingwave", "ALTER TABLE <job> SET PARALLELISM = 4", "no statement"),
    ("risingwave", "ALTER TABLE order SET PARALLELISM = 4", "no statement"),
    ("risingwave", "ALTER TABLE t SET PARALLELISM = 'a", "no statement"),
    ("risingwave", "ALTER SINK s SET CONFIG (a = b)", "no statement"),
    ("risingwave", "ALTER DATABASE d SET RESOURCE_GROUP = 'g'", "no statement"),
    ("risingwave", "RESET streaming_parallelism", "no statement"),
    ("risingwave", "DROP TABLE a, b", "no statement"),
    ("risingwave", "CANCEL JOBS abc", "no statement"),
    ("risingwave", "CANCEL 5", "no statement"),
    ("risingwave", "KILL 5", "no statement"),
    ("risingwave", "CREATE OR REPLACE SINK s FROM v WITH (connector = 'kafka')", "no statement"),
    ("risingwave", "CREATE SINK s FROM v", "no statement"),
    ("risingwave", "CREATE SINK s FROM v WITH (connector = 'k') FORMAT PLAIN", "no statement"),
    ("risingwave", "CREATE TABLE t (a int", "no statement"),
    ("risingwave", "CREATE TABLE t (a int,, b int)", "no statement"),
    ("risingwave", "SELECT FROM WHERE", "no statement"),
    ("risingwave", "SELECT a b c FROM t", "no statement"),
    ("risingwave", "SELECT (a FROM t", "no statement"),
    ("risingwave", "SELECT 1 SELECT 2", "no statement"),
    ("risingwave", "SHOW JOB", "no parameter job"),
    ("risingwave", "SET max_parallelism = 4", "no parameter max_parallelism"),
    ("risingwave", "ALTER SYSTEM SET data_directory = 'x'", "no parameter data_directory"),
    ("risingwave", "SELECT * FROM rw_catalog.rw_snapshots", "has no relation"),
    ("risingwave", "SELECT worker FROM rw_catalog.rw_actors", "no column worker"),
    ("risingwave", "SELECT a.owner FROM rw_catalog.rw_actors a", "no column owner"),
    ("risingwave", "SELECT pg_terminate_backend(1)", "has no function"),
    ("postgres", "ALTER TABLE t SET PARALLELISM = 4", "no statement"),
    ("postgres", "SELECT slot FROM pg_replication_slots", "no column slot"),
    ("postgres", "SELECT pg_kill(5)", "has no function pg_kill"),
    ("mysql", "SHOW BINLOGS", "no statement"),
]

NEEDED = [
    ("FLUSH", ""),
    ("BACKUP", "3.0.0"),
    ("ALTER TABLE t SET BACKFILL_PARALLELISM = 4", "3.0.0"),
    ("SELECT * FROM rw_catalog.rw_event_logs", "1.5.0"),
    ("SELECT max_parallelism FROM rw_catalog.rw_streaming_parallelism", "2.1.0"),
    ("SELECT name FROM rw_catalog.rw_streaming_parallelism", "1.6.0"),
    ("SET streaming_max_parallelism = 8; RECOVER", "2.1.0"),
]


@pytest.mark.parametrize(("system", "text"), ACCEPTED)
def test_accepted(system: str, text: str) -> None:
    assert sql.check(text, system).faults == []


@pytest.mark.parametrize(("system", "text", "reason"), REFUSED)
def test_refused(system: str, text: str, reason: str) -> None:
    assert any(reason in fault for fault in sql.check(text, system).faults)


@pytest.mark.parametrize(("text", "version"), NEEDED)
def test_the_version_that_has_it_all(text: str, version: str) -> None:
    assert sql.check(text, "risingwave") == dialects.Verdict([], version)


def test_an_expression_is_no_statement() -> None:
    assert sql.is_expression("a / NULLIF(b, 0)", "risingwave")
    assert not sql.is_expression("a / NULLIF(b, 0", "risingwave")
