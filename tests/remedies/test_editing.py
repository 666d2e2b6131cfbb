"""The user's statement is edited in place; everything else stays as typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.errors import RemedyError
from diagnose.model import Fit, Statement
from diagnose.remedies import edit
from diagnose.statement import fit

if TYPE_CHECKING:
    from diagnose.model import Value

PARALLELISM = (
    "ALTER {kind:one_of(TABLE|MATERIALIZED VIEW)} {job:sql_name}"
    " SET PARALLELISM {op:one_of(TO|=)} {n:int} {tail:rest}"
)
SINK = "CREATE SINK {sink:sql_name} {what:prose}[[ WITH ( {options:prose} )]] {format:rest}"
SINK_TYPE = (
    "CREATE SINK {sink:sql_name} {what:prose}"
    " WITH ( {before:prose} type = {type:sql_string} {after:prose} ) {format:rest}"
)
OPTION = (
    "CREATE SINK {sink:sql_name} {what:prose} WITH ( {before:prose}"
    " {key:one_of(snapshot)} {equals:one_of(=)} {value:word} {after:prose} ) {tail:rest}"
)
KINDS = {"most": "int", "name": "sql_name", "reason": "prose", "word": "shell_word"}

EDITS: list[tuple[str, str, dict[str, str], dict[str, Value], str]] = [
    # replace a capture
    (
        PARALLELISM,
        "alter  table t -- mine\n set PARALLELISM to '8' deferred;",
        {"n": "{most}"},
        {"most": 4},
        "alter  table t -- mine\n set PARALLELISM to 4 deferred;",
    ),
    # several, with a name that needs quotes
    (
        PARALLELISM,
        "alter table t set parallelism=8;",
        {"n": "{most}", "job": "{name}"},
        {"most": -1, "name": "my t"},
        'alter table "my t" set parallelism=-1;',
    ),
    # take a capture out
    (
        PARALLELISM,
        "alter table t set parallelism = 8 deferred;",
        {"tail": ""},
        {},
        "alter table t set parallelism = 8;",
    ),
    # append to a capture, which is empty or not
    (
        PARALLELISM,
        "alter table t set parallelism = 8;",
        {"tail": "{tail} DEFERRED"},
        {},
        "alter table t set parallelism = 8 DEFERRED;",
    ),
    (
        PARALLELISM,
        "alter table t set parallelism = 8 /* x */",
        {"tail": "DEFERRED"},
        {},
        "alter table t set parallelism = 8 DEFERRED /* x */",
    ),
    (
        SINK,
        "create sink s from t with (a='b') format plain;",
        {"format": "{format} ENCODE JSON"},
        {},
        "create sink s from t with (a='b') format plain ENCODE JSON;",
    ),
    # a list that was typed with a comma at its end
    (
        SINK,
        "create sink s from t with (a='b',);",
        {"options": "{options}, type = 'append-only'"},
        {},
        "create sink s from t with (a='b', type = 'append-only');",
    ),
    # take an option out, wherever it stands
    (
        OPTION,
        "create sink s from t with (snapshot = 'false', a = 'b')",
        {"key": "", "equals": "", "value": ""},
        {},
        "create sink s from t with (a = 'b')",
    ),
    (
        OPTION,
        "create sink s from t with (a = 'b',\n  snapshot = 'false',\n  c = 'd')",
        {"key": "", "equals": "", "value": ""},
        {},
        "create sink s from t with (a = 'b',\n  c = 'd')",
    ),
    (
        OPTION,
        "create sink s from t with (a = 'b', snapshot = 'false')",
        {"key": "", "equals": "", "value": ""},
        {},
        "create sink s from t with (a = 'b')",
    ),
    (
        OPTION,
        "create sink s from t with (snapshot = 'false')",
        {"key": "", "equals": "", "value": ""},
        {},
        "create sink s from t with ()",
    ),
    # words in front of a comma leave no blank
    (
        "... {constraint:one_of(NOT NULL)} ...",
        "create table t (a int NOT NULL, b int not null)",
        {"constraint": ""},
        {},
        "create table t (a int, b int)",
    ),
    # a name that is a keyword: as it is read where it was typed bare, as the message has it else
    (
        "CREATE TABLE {t:sql_name} ({column:sql_name} {more:rest}",
        "create table t (Full int)",
        {"column": "{column:quoted_name}"},
        {},
        'create table t ("full" int)',
    ),
    (
        "CREATE TABLE {t:sql_name} ({column:sql_name} {more:rest}",
        "create table t (firstname int)",
        {"column": "{name:quoted_name}"},
        {"name": "firstName"},
        'create table t ("firstName" int)',
    ),
    # at every place where a fragment stands
    (
        "... {function:one_of(date_diff)} ( ...",
        "select date_diff(a, date_diff(b, c)) from t where DATE_DIFF (a) > 1 or date_diff",
        {"function": "datediff"},
        {},
        "select datediff(a, datediff(b, c)) from t where datediff (a) > 1 or date_diff",
    ),
    # what may differ from place to place
    (
        "... VARCHAR {_length:brackets} ...",
        "create table t (a varchar(10), b int, c varchar (255) not null, d varchar)",
        {"_length": ""},
        {},
        "create table t (a varchar, b int, c varchar not null, d varchar)",
    ),
    # an optional part is taken out where it stands
    (
        "... CHAR[[ {_length:brackets}]]{end:one_of()} ...",
        "create table t (a char(10), b char)",
        {"_length": "", "end": "ACTER"},
        {},
        "create table t (a char ACTER, b char ACTER)",
    ),
    # add an option
    (
        SINK,
        "create sink s from t with (a='b');",
        {"options": "{options}, type = 'append-only'"},
        {},
        "create sink s from t with (a='b', type = 'append-only');",
    ),
    (
        SINK,
        "create sink s from t with ();",
        {"options": "{options}, type = 'append-only'"},
        {},
        "create sink s from t with (type = 'append-only');",
    ),
    (
        SINK_TYPE,
        "create sink s from t with (type = 'upsert') format plain",
        {"type": "'append-only'", "after": "{after}, force_append_only = 'true'"},
        {},
        "create sink s from t with (type = 'append-only', force_append_only = 'true') format plain",
    ),
    # quotes around what was two names
    (
        "CREATE SOURCE {left:sql_name} - {right:sql_name} {tail:rest}",
        "create source foo-bar with ()",
        {"left": '"{left}', "right": '{right}"'},
        {},
        'create source "foo-bar" with ()',
    ),
    # the capture itself, with more around it
    (
        PARALLELISM,
        "alter table t set parallelism = 8",
        {"job": "public.{job}"},
        {},
        "alter table public.t set parallelism = 8",
    ),
]


def fitted(template: str, sql: str, language: str = "sql") -> Fit:
    found = fit(template, Statement(sql, language))
    assert found is not None
    return found


@pytest.mark.parametrize(("template", "sql", "edits", "values", "expected"), EDITS)
def test_edits(
    template: str, sql: str, edits: dict[str, str], values: dict[str, Value], expected: str
) -> None:
    assert edit(fitted(template, sql), edits, values, KINDS) == expected


def test_a_shell_command_is_quoted_for_the_shell() -> None:
    found = fitted(
        "risectl --remarks {r:shell_word} {more:rest}", "risectl --remarks=x  -y", "shell"
    )
    values = {"word": "it's"}
    assert edit(found, {"r": "{word}"}, values, KINDS) == "risectl --remarks='it'\"'\"'s'  -y"


def test_a_missing_value_is_named() -> None:
    found = fitted(PARALLELISM, "alter table t set parallelism = 8")
    assert edit(found, {"n": "{most}"}, {}, KINDS) == "alter table t set parallelism = <most>"


def test_a_minus_never_makes_a_comment() -> None:
    found = fitted("SET x = 1 -{n:int}", "set x = 1 -8")
    assert edit(found, {"n": "{most}"}, {"most": -4}, KINDS) == "set x = 1 - -4"


@pytest.mark.parametrize(
    ("statement", "edits", "values"),
    [
        (Statement("alter table t set parallelism = 8", complete=False), {"n": "1"}, {}),
        (Statement("alter table t set parallelism = 8 \x1b[0m"), {"n": "1"}, {}),
        (Statement("alter table t /* \u202e */ set parallelism = 8"), {"n": "1"}, {}),
        (Statement("alter table t set parallelism = 8"), {"other": "1"}, {}),
        (Statement("alter table t set parallelism = 8"), {"n": "{most}"}, {"most": "8; flush"}),
        (Statement("alter table t set parallelism = 8"), {"n": "{reason}"}, {"reason": "8"}),
    ],
)
def test_refused(statement: Statement, edits: dict[str, str], values: dict[str, Value]) -> None:
    found = fit(PARALLELISM, statement)
    assert found is not None
    with pytest.raises(RemedyError):
        edit(found, edits, values, KINDS)


BLANKS = st.sampled_from([" ", "\n", "\t", " /* note */ ", " -- note\n"])


@given(st.lists(BLANKS, min_size=6, max_size=6), st.integers(), st.sampled_from(["8", "'8'", "-8"]))
def test_what_is_outside_the_spans_stays(blanks: list[str], most: int, number: str) -> None:
    words = ["alter", "TABLE", '"My t"', "set", "Parallelism", "TO"]
    head = "".join(word + blank for word, blank in zip(words, blanks, strict=True))
    found = fitted(PARALLELISM, f"{head}{number} deferred ;")
    assert edit(found, {"n": "{most}"}, {"most": most}, KINDS) == f"{head}{most} deferred ;"
