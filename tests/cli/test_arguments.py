"""What an argument is, and what comes of a wrong one."""

from __future__ import annotations

import os
import pty
import subprocess
from typing import TYPE_CHECKING

import pytest

from diagnose.cli.inputs import Input, inputs
from diagnose.cli.main import VERBS
from diagnose.cli.parser import main_parser, parse
from diagnose.cli.settings import Settings, options
from diagnose.errors import UsageError
from tests.fuzz.invariants import hidden

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Program

MESSAGES = {
    ("no space left",): ["no space left"],
    ("OOMKilled",): ["OOMKilled"],
    ("permission", "denied"): ["permission denied"],
    ("first message", "second message"): ["first message", "second message"],
    ("out of memory", "really", "so"): ["out of memory", "really so"],
    ("cannot open /etc/x.conf",): ["cannot open /etc/x.conf"],
    ("java.lang.OutOfMemoryError",): ["java.lang.OutOfMemoryError"],
    ("std::bad_alloc",): ["std::bad_alloc"],
    ("tab\tbetween",): ["tab\tbetween"],
    ("nul\0x",): ["nul\0x"],
    ("x" * 5000,): ["x" * 5000],
    ("end of sentence.",): ["end of sentence."],
    ("",): [""],
}


@pytest.mark.parametrize("words", MESSAGES, ids=repr)
def test_words_that_are_messages(words: tuple[str, ...]) -> None:
    assert [each.text for each in inputs(Settings(words=words))] == MESSAGES[words]


@pytest.mark.parametrize("word", ["a/b", "app.log", "./x", "/no/such", "app.log.1", "x.json.gz"])
def test_a_word_that_looks_like_a_file_and_is_none(word: str) -> None:
    with pytest.raises(UsageError, match=f"^{word}: no such file.*-m"):
        inputs(Settings(words=(word,)))


@pytest.mark.parametrize("name", ["app.log", "plain", "with space.log", "list", "-"])
def test_what_exists_is_read(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).touch()
    assert inputs(Settings(words=(name,))) == [Input(path=name)]


def test_options_say_what_it_is() -> None:
    settings = Settings(message=("a/b", "x.log"), file=("word",), words=("one more",))
    assert inputs(settings) == [
        Input("a/b"),
        Input("x.log"),
        Input(path="word"),
        Input("one more"),
    ]


def test_options_may_stand_between_words() -> None:
    settings = parse(main_parser(), ["a b", "--all", "c d", "--set", "x=1", "-q", "--set=y=2"])
    assert settings.words == ("a b", "c d")
    assert settings.all
    assert settings.quiet
    assert settings.set == ("x=1", "y=2")


def test_every_option_has_its_place_in_the_settings() -> None:
    flags = {option.settings.get("dest", option.flags[-1][2:]) for option in options()}
    names = {str(flag).replace("-", "_") for flag in flags} - {"no_dedup"}
    assert names <= set(Settings._fields)
    assert parse(main_parser(), []) == Settings()


WRONG = [
    (["--bogus"], "unrecognized arguments: --bogus"),
    (["--set", "job", "x y"], "--set job: write NAME=VALUE"),
    (["--set", "=v", "x y"], "--set =v: write NAME=VALUE"),
    (["--set", "a b=v", "x y"], "--set a b=v: write NAME=VALUE"),
    (["--format", "yaml", "x y"], "invalid choice: 'yaml'"),
    (["--idle", "soon", "x y"], "argument --idle: invalid milliseconds value: 'soon'"),
    (["--idle", "1" * 12, "x y"], "argument --idle"),
    (["--idle", "0", "x y"], "argument --idle"),
    (["--dedup-window", "-1", "x y"], "argument --dedup-window"),
    (["--fail-on", "bad", "x y"], "invalid choice: 'bad'"),
    (["missing.log"], "missing.log: no such file (if it is a message: -m 'missing.log')"),
    (["-f", "missing"], "missing: no such file or directory"),
    (["-f", "."], ".: is a directory; name the files in it"),
    (["-F", "."], "--follow takes files"),
    (["-F", "some message"], "--follow takes files"),
    (["explain"], "explain: which page?"),
    (["search"], "search: for which words?"),
    (["import"], "import: which documented pages?"),
    (["list", "--passthrough"], "unrecognized arguments: --passthrough"),
]


@pytest.mark.parametrize(("arguments", "said"), WRONG, ids=lambda value: " ".join(value)[:30])
def test_errors_are_one_line_and_status_2(
    program: Program, arguments: list[str], said: str
) -> None:
    done = program.run(*arguments)
    assert done.status == 2
    assert done.out == ""
    assert done.err.startswith("error: ")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_a_fault_of_the_program_is_one_line_too(program: Program) -> None:
    done = program.run("BREAK", "-m", "BREAK")
    assert done.status == 2
    assert done.err == "error: internal fault, please report it: RuntimeError: broken on purpose\n"


def test_what_an_error_quotes_is_made_visible(program: Program) -> None:
    done = program.run("evil\x1b[31m/x")
    assert done.err.startswith("error: evil\\x1b[31m/x: no such file")


NAMES = ["a\nerror: forged", "\x1b]0;x\x07\x9b31m\u202eb\u3164\u200bc\u200d\udcff\u2028"]
GIVEN = [
    ["{}/x"],
    ["x/y", "{}/x"],
    ["--format={}", "FAIL here"],
    ["--{}"],
    ["--set", "{}", "FAIL here"],
    ["--ignore", "{}", "FAIL here"],
    ["--patterns", "{}", "FAIL here"],
    ["explain", "{}"],
    ["check", "{}"],
    ["gaps", "{}"],
    ["import", "{}"],
    ["run", "{}"],
    ["serve", "{}"],
    ["serve", "--listen", "{}"],
    ["-F", "{}"],
]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
@pytest.mark.parametrize("given", GIVEN, ids=" ".join)
def test_no_name_forges_a_line_or_moves_the_terminal(
    program: Program, given: list[str], name: str
) -> None:
    done = program.run(*[each.replace("{}", name) for each in given])
    assert hidden(done.out + done.err) == set()
    lines = done.err.splitlines()
    assert "error: forged" not in [line.strip() for line in lines]
    assert "Traceback" not in done.err


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_names_all_options_and_verbs(program: Program, flag: str) -> None:
    done = program.run(flag)
    assert done.status == 0
    assert done.err == ""
    for option in options():
        assert option.flags[-1] in done.out
    for verb in VERBS:
        assert f"diagnose {verb}" in done.out or f"| {verb}" in done.out


def test_a_message_that_is_no_utf8(program: Program) -> None:
    done = program.run("--json", b"FAIL caf\xe9")
    assert done.status == 0
    assert '"message":"caf\N{REPLACEMENT CHARACTER}"' in done.out


def on_a_terminal(program: Program, *arguments: str, **environment: str) -> tuple[int, str]:
    """Status and output with all three descriptors on one terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*program.command, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=program.directory,
        env={**program.environment, "TERM": "xterm", **environment},
    )
    os.close(theirs)
    said = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        if not part:
            break
        said += part
    os.close(ours)
    return process.wait(60), said.decode()


def test_without_arguments_on_a_terminal(program: Program) -> None:
    status, said = on_a_terminal(program)
    assert status == 2
    assert said.startswith("usage: diagnose")


def test_nothing_diagnosed_is_said_on_a_terminal_only(program: Program) -> None:
    assert on_a_terminal(program, "all is well") == (1, "nothing known failed here\r\n")
    assert on_a_terminal(program, "-q", "all is well") == (1, "")
    assert program.run("all is well") == (1, "", "")


COLORS = [
    ({}, (), True),
    ({"NO_COLOR": "1"}, (), False),
    ({"NO_COLOR": ""}, (), True),
    ({"TERM": "dumb"}, (), False),
    ({}, ("--color", "never"), False),
    ({"NO_COLOR": "1"}, ("--color", "always"), True),
]


@pytest.mark.parametrize(("environment", "arguments", "colored"), COLORS)
def test_color_on_a_terminal(
    program: Program, environment: dict[str, str], arguments: tuple[str, ...], colored: bool
) -> None:
    status, said = on_a_terminal(program, "FAIL here", *arguments, **environment)
    assert status == 0
    assert ("\x1b[" in said) is colored


def test_color_in_a_pipe(program: Program) -> None:
    assert "\x1b[" not in program.run("FAIL here").out
    assert "\x1b[" in program.run("FAIL here", "--color", "always").out
