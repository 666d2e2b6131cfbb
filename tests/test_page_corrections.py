"""Statements that look as though a page could correct them: it does so rightly, or not at all."""

import pytest

from diagnose import diagnose

NOTHING = ""

CASES = [
    # what follows the number belongs to it
    (
        "operator does not exist: integer[] @> integer",
        "select tag_ids @> 7::int from posts;",
        NOTHING,
    ),
    (
        "operator does not exist: integer[] @> integer",
        "select tag_ids @> 7 + 1 from posts;",
        NOTHING,
    ),
    (
        "operator does not exist: integer[] @> integer",
        "select 1 from posts where (tag_ids @> 7);",
        "select 1 from posts where (tag_ids @> ARRAY[7]);",
    ),
    # an array type beside the type of one element
    (
        "cannot determine type of empty array",
        "select ARRAY[]::int[], ARRAY[]::bigint;",
        "select ARRAY[]::int[], ARRAY[]::bigint[];",
    ),
    (
        "cannot determine type of empty array",
        "insert into t (a, b) values (1, array[]::varchar);",
        "insert into t (a, b) values (1, array[]::varchar[]);",
    ),
    # the function with more arguments than its namesake takes
    (
        "function instr(character varying, character varying, integer) does not exist",
        "select instr(path, '/', 2) from files;",
        NOTHING,
    ),
    # clauses inside an aggregate's brackets that are no part of its argument
    (
        "function group_concat(character varying) does not exist",
        "select group_concat(name separator ';') from t;",
        NOTHING,
    ),
    (
        "function group_concat(character varying) does not exist",
        "select group_concat(distinct name) from t;",
        NOTHING,
    ),
    (
        "function group_concat(character varying) does not exist",
        "select group_concat(name order by id) from t;",
        NOTHING,
    ),
    (
        "function group_concat(integer) does not exist",
        'select g, group_concat(t."Id") from t group by g;',
        "select g, STRING_AGG(CAST(t.\"Id\" AS VARCHAR), ',') from t group by g;",
    ),
]


@pytest.mark.parametrize(("message", "statement", "corrected"), CASES)
def test_a_statement_is_corrected_rightly_or_not_at_all(
    message: str, statement: str, corrected: str
) -> None:
    session = f"dev=> {statement}\nERROR:  Failed to run the query\n\nCaused by:\n  {message}\n"
    (found,) = diagnose(session)
    assert found.statement == statement
    first, *_ = [fix.command for fix in found.fixes if fix.command] or [NOTHING]
    assert first == corrected
