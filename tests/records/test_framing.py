import pytest

from diagnose.records import framing

KINDS = {
    framing.LOG: [
        "2024-05-20T16:28:22.487Z ERROR a::b: no",
        "  2023-07-20T07:35:42Z  INFO t: msg",
        "[2023-08-02 18:05:02,745] ERROR no (a.B)",
        "2023/08/31 14:26:01 no",
        "13-Oct-2023 06:44:56.867 SEVERE [main] a.B no",
        "Mar 17 17:23:36 host kernel: no",
        "10:29:57  Running with dbt=1.8.1",
        "%3|1648512452.031|FAIL|app| [thrd:x]: no",
        "W1204 11:17:02.533588    1495 status_manager.go:446] no",
        "E230920 02:50:52.97 1093 sql/x.go:545  no",
        " INFO risingwave_meta::rpc: started",
        "ts=2024-05-20T16:28:22Z lvl=error msg=no",
        "[ERROR] no",
        "ERROR:root:no",
        "[Worker-0d] [2024-08-07 20:18:50,266] INFO no",
    ],
    framing.CLIENT: [
        "ERROR:  Failed to run the query",
        "ERROR: no (SQLSTATE XX000)",
        "NOTICE:  table exists",
        "psql: error: connection to server failed",
        "psql:a.sql:3: ERROR:  no",
        "db error: ERROR: Failed to run the query",
        "Error: no",
        'Exception in thread "main" a.B: no',
        "SQL Error [XX000]: ERROR: no",
        "(psycopg2.errors.InternalError_) no",
        "Database Error in model one (models/one.sql)",
        "  Database Error in model one (models/one.sql)",
        "x.sh: line 14: 59477 Aborted  cmd",
    ],
    framing.PANIC: ["thread 'main' panicked at src/a.rs:1:2:"],
    framing.TRACEBACK: ["Traceback (most recent call last):"],
    framing.REPORT: ["API: SYSTEM()"],
    framing.EXCEPTION: [
        "java.lang.Exception: no",
        "org.postgresql.util.PSQLException: ERROR: no",
        "psycopg2.errors.InternalError_: Failed to run the query",
        "ValueError: no",
    ],
    framing.PROMPT: [
        "dev=> select 1;",
        "dev=# ",
        "dev-> from t;",
        "dev(> a int",
        "mysql> select 1;",
    ],
    framing.COMMAND: ["$ risingwave ctl", "root@host:/# ls"],
    framing.TAG: [
        "CREATE_TABLE",
        "INSERT 0 1",
        "SET_VARIABLE",
        "  Warning  Unhealthy  55m  kubelet  no",
    ],
    framing.JSON: ['{"level":"INFO"}', "{"],
    framing.BLANK: ["", "   ", "\t"],
    framing.CONTINUATION: [
        "Caused by:",
        "Caused by: a.B: no",
        "  1: no",
        "LINE 1: select 1 from;",
        "                 ^",
        "HINT: try",
        "DETAIL: no",
        "\tat a.B.c(B.java:1)",
        "Tracking issue: https://example.com/1",
        "No tracking issue yet.",
        "in `x.y`",
        "}",
        ")",
        "stack backtrace:",
        "note: run with `RUST_BACKTRACE=1`",
        "[SQL: SELECT 1]",
        "2023-05-09 14:45:51.371 UTC [1] STATEMENT:  SELECT 1",
        "During handling of the above exception, another exception occurred:",
    ],
    framing.PLAIN: [
        "specified parallelism 8 should not exceed max parallelism 4",
        "CREATE TABLE t (a int)",
        "hello: world",
        "select 1;",
        "launching `meta`",
        "a.b.c = 1",
    ],
}


@pytest.mark.parametrize(
    ("kind", "line"), [(kind, line) for kind, found in KINDS.items() for line in found]
)
def test_kind_of_a_line(kind: str, line: str) -> None:
    assert framing.classify(line) == kind


@pytest.mark.parametrize(
    ("line", "depth"),
    [("{", 1), ("}", -1), ('"{" {', 1), ("none", 0), ('{"a": "\\"}"}', 0)],
)
def test_depth_of_braces(line: str, depth: int) -> None:
    assert framing.depth(line) == depth
