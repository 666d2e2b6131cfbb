"""Fixes come out filled, and never safer than they are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.model import Command, Explanation, Fix, Statement
from diagnose.remedies import commands, did_you_mean, fixes, prose, shown
from diagnose.statement import fit

if TYPE_CHECKING:
    from diagnose.model import Value

ALTER = "ALTER TABLE {job:sql_name} SET PARALLELISM {op:one_of(TO|=)} {n:int} {tail:rest}"
TYPED = Statement("alter table T set parallelism to 8;")
VALUES: dict[str, Value] = {"most": 4, "job": "T", "bad": "x\ny"}
KINDS = {"most": "int", "job": "sql_name", "bad": "sql_name"}


def filled(fix: Fix, statement: Statement | None = TYPED) -> Command:
    found = fit(ALTER, statement) if statement else None
    (command,) = commands(Explanation("", (fix,)), VALUES, KINDS, found, statement)
    return command


def test_an_edit_gives_the_users_own_statement() -> None:
    command = filled(
        Fix("Use {most}", text="Of {job}.", edit={"n": "{most}"}, applicability="safe")
    )
    assert command == Command(
        "Use 4",
        "Of T.",
        "alter table T set parallelism to 4;",
        "sql",
        "safe",
        (),
        "alter table T set parallelism to 8;",
    )


def test_a_command_in_front_of_the_statement() -> None:
    fix = Fix("", command="SET p = {most};\n{statement}", applicability="safe")
    assert filled(fix).command == "SET p = 4;\nalter table T set parallelism to 8;"
    edited = fix._replace(edit={"n": "{most}"})
    assert filled(edited).command == "SET p = 4;\nalter table T set parallelism to 4;"


@pytest.mark.parametrize("statement", [None, TYPED._replace(complete=False)])
def test_a_statement_that_is_not_whole_is_asked_for(statement: Statement | None) -> None:
    command = filled(Fix("", command="FLUSH;\n{statement}", applicability="safe"), statement)
    assert command.command == "FLUSH;\n<statement>"
    assert command.missing == ("statement",)
    assert command.applicability == "display-only"


def test_an_incomplete_statement_is_never_edited() -> None:
    fix = Fix("", text="why", edit={"n": "{most}"}, applicability="safe")
    command = filled(fix, TYPED._replace(complete=False))
    assert (command.command, command.text, command.applicability) == ("", "why", "display-only")


def test_what_an_incomplete_statement_says_is_not_safe() -> None:
    fix = Fix("", command="DESCRIBE {job};", applicability="safe")
    assert filled(fix).applicability == "safe"
    assert filled(fix, TYPED._replace(complete=False)).applicability == "display-only"


def test_a_value_that_cannot_be_written_leaves_the_command_out() -> None:
    command = filled(Fix("t", text="About {bad}.", command="FLUSH {bad}", applicability="safe"))
    assert command == Command("t", "About x y.", "", "", "display-only", ())


def test_text_behind_the_statement_leaves_the_command_out() -> None:
    assert filled(Fix("", command="{statement} DEFERRED")).command == ""


def test_a_missing_value_is_never_safe() -> None:
    command = filled(Fix("", command="SET p = {least};", applicability="safe"))
    assert command.command == "SET p = <least>;"
    assert command.missing == ("least",)
    assert command.applicability == "display-only"


def test_a_name_out_of_a_message_alone_is_not_safe_with_capitals() -> None:
    fix = Fix("", command="DESCRIBE {job};", applicability="safe")
    assert filled(fix, None).applicability == "display-only"


@pytest.mark.parametrize(
    "command",
    [
        "DROP TABLE t CASCADE;",
        "drop materialized view m\n cascade",
        "ALTER SYSTEM SET x = 1",
        "DELETE FROM t",
        "SELECT pg_drop_replication_slot('s')",
        "CREATE TABLE t (a int)",
        "RECOVER",
        "systemctl restart meta",
        "kubectl rollout restart deploy/meta",
        "risectl meta restore-meta --meta-snapshot-id 1",
        "risectl meta unregister-workers --workers 1",
        "risectl meta pause",
        "rm -r /x",
    ],
)
def test_what_destroys_is_never_safe(command: str) -> None:
    assert filled(Fix("", command=command, applicability="safe")).applicability == "unsafe"


def test_a_drop_with_cascade_is_not_safe_as_an_edit() -> None:
    statement = Statement("drop table t-1 cascade")
    found = fit("DROP TABLE {job:sql_name} {rest:prose} CASCADE", statement)
    fix = Fix("", edit={"job": "{job}"}, applicability="safe")
    (command,) = commands(Explanation("", (fix,)), {}, {}, found, statement)
    assert command.applicability == "unsafe"


@pytest.mark.parametrize(
    "command",
    ["SHOW CREATE TABLE t;", "SELECT updated, restarts FROM deletes", "risectl meta cluster-info"],
)
def test_what_destroys_nothing_stays_as_the_page_says(command: str) -> None:
    assert filled(Fix("", command=command, applicability="safe")).applicability == "safe"


@pytest.mark.parametrize("applicability", ["unsafe", "display-only"])
def test_what_the_page_says_is_kept_when_it_is_less(applicability: str) -> None:
    fix = Fix("", command="FLUSH", applicability=applicability)
    assert filled(fix).applicability == applicability


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("{job} has {most}", "T has 4"),
        ("{nothing} and {nothing|none}", "<nothing> and none"),
        ("a[[ b {nothing}]] c[[ d {most}]]", "a c d 4"),
        ("said {bad}", "said x y"),
    ],
)
def test_prose(source: str, text: str) -> None:
    assert prose(source, VALUES) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a\x1b[31mb", "a [31mb"),
        ("a\u202eb\u200b", "ab"),
        (["a", "b"], "a, b"),
        ("\u00e9\u8868 b", "\u00e9\u8868 b"),
        ("x" * 200, "x" * 200),
        ("a" * 150 + "b" * 150, "a" * 99 + "\u2026" + "b" * 100),
    ],
)
def test_shown(value: str | list[str], text: str) -> None:
    assert shown(value) == text


@pytest.mark.parametrize(
    ("word", "offered", "meant"),
    [
        ("paralelism", ["parallelism", "type"], "parallelism"),
        ("TYPE", ["type", "typo"], "type"),
        ("type", ["type", "typo"], None),
        ("xyz", ["parallelism", "type"], None),
        ("a", [], None),
    ],
)
def test_did_you_mean(word: str, offered: list[str], meant: str | None) -> None:
    assert did_you_mean(word, offered) == meant


HARM = re.compile(f"{fixes._NEVER_SAFE}|{fixes._NOT_SAFE_FROM_A_PAGE}", fixes._FLAGS)


@given(st.from_regex(HARM))
def test_every_command_that_does_harm_has_a_mark_of_it(command: str) -> None:
    assert fixes._does_harm(command, is_own=False)
