"""``diagnose run``: the command is as if it were alone, and a failure is explained."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import shlex
import signal
import struct
import subprocess
import sys
import termios
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.cli.conftest import Done, Program

TIMEOUT = 60


def python(code: str, *arguments: str) -> list[str]:
    """A command of a few lines."""
    return [sys.executable, "-c", code, *arguments]


def run(program: Program, *words: str, stdin: bytes = b"") -> Done:
    return program.run("run", "--", *words, stdin=stdin)


# ---------------------------------------------------------------- what passes


@pytest.mark.parametrize("status", [0, 1, 3, 255])
def test_the_exit_status_is_the_commands(program: Program, status: int) -> None:
    assert run(program, *python(f"raise SystemExit({status})")) == (status, "", "")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGABRT], ids=str)
def test_a_signal_is_said_as_shells_say_it(program: Program, number: signal.Signals) -> None:
    code = f"import os; os.kill(os.getpid(), {int(number)})"
    assert run(program, *python(code)).status == 128 + number


def test_nothing_is_added_to_a_success(program: Program) -> None:
    code = "import sys; print('FAIL one'); print('FAIL two', file=sys.stderr)"
    assert run(program, *python(code)) == (0, "FAIL one\n", "FAIL two\n")


def test_a_failure_is_explained_on_stderr(program: Program) -> None:
    code = "import sys; print('out'); print('FAIL one', file=sys.stderr); sys.exit(4)"
    done = run(program, *python(code))
    assert (done.status, done.out) == (4, "out\n")
    assert done.err.startswith("FAIL one\n\nERROR  Something: one\n  output of python")
    assert "\nmend it;\n" in done.err


def test_an_unended_line_is_ended_before_the_diagnosis(program: Program) -> None:
    done = run(program, *python("import sys; sys.stderr.write('FAIL one'); sys.exit(1)"))
    assert done.err.startswith("FAIL one\n\nERROR  Something: one\n")


def test_a_failure_without_diagnosis_adds_nothing_in_a_pipe(program: Program) -> None:
    assert run(program, *python("print('hm'); raise SystemExit(1)")) == (1, "hm\n", "")


SPEAKER = """
import os, sys, time
for number in range(6):
    os.write(1 + number % 2, b"line %d\\n" % number)
    time.sleep(0.05)
"""


def test_outputs_that_are_one_keep_their_order(program: Program) -> None:
    code = 'import os\nfor n in range(2000): os.write(1 + n % 2, b"line %d\\n" % n)'
    done = subprocess.run(
        [*program.command, "run", "--", *python(code)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=program.environment,
        check=True,
        timeout=TIMEOUT,
    )
    assert done.stdout == b"".join(b"line %d\n" % number for number in range(2000))


def test_outputs_stay_apart(program: Program) -> None:
    done = run(program, *python(SPEAKER))
    assert done == (0, "line 0\nline 2\nline 4\n", "line 1\nline 3\nline 5\n")


def test_both_outputs_are_diagnosed_in_the_order_of_their_lines(program: Program) -> None:
    code = """
import os, sys, time
os.write(1, b"FAIL fi"); time.sleep(0.2)
os.write(2, b"FAIL second\\n"); time.sleep(0.2)
os.write(1, b"rst\\nok\\n"); sys.exit(1)
"""
    done = program.run("run", "--json", "--", *python(code))
    found = [json.loads(line) for line in done.err.splitlines()[1:]]
    assert [each["message"] for each in found] == ["second", "first"]
    assert [each["where"]["line"] for each in found] == [1, 2]


def test_every_byte_passes(program: Program) -> None:
    data = bytes(range(256)) * 4000
    code = "import os; os.write(2, b'\\xff\\0'); data = bytes(range(256)) * 4000\n"
    code += "while data: data = data[os.write(1, data):]"
    running = program.start("run", "--", *python(code))
    assert running.process.communicate(timeout=TIMEOUT) == (data, b"\xff\0")


def test_much_output_passes_and_its_end_is_diagnosed(program: Program) -> None:
    code = "print('FAIL early\\n' + ('y' * 99 + '\\n') * 50000 + 'FAIL late'); raise SystemExit(1)"
    done = program.run("run", "--json", "--", *python(code))
    assert done.out == "FAIL early\n" + ("y" * 99 + "\n") * 50000 + "FAIL late\n"
    found = json.loads(done.err.splitlines()[-1])
    assert found["message"] == "late"
    assert found["where"]["line"] == 50002


def test_output_passes_as_it_comes(program: Program) -> None:
    code = "import os; os.write(1, b'name? '); os.write(1, b'hello ' + os.read(0, 99))"
    running = program.start("run", "--", *python(code))
    running.read_until(b"name? ")
    running.write(b"you\n")
    assert running.end().out == "name? hello you\n"


def test_the_command_reads_our_input(program: Program) -> None:
    assert run(program, "cat", stdin=b"one\ntwo\n") == (0, "one\ntwo\n", "")


# ---------------------------------------------------------------- how it starts


def test_a_command_that_is_not_there(program: Program) -> None:
    error = "error: run: no-such-command: command not found\n"
    assert run(program, "no-such-command") == (127, "", error)


def test_a_command_that_cannot_be_executed(program: Program) -> None:
    (program.directory / "data").write_text("x")
    assert run(program, "./data") == (126, "", "error: run: ./data: Permission denied\n")


def test_an_interpreter_that_is_not_there(program: Program) -> None:
    script = program.directory / "script"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    done = run(program, "./script")
    assert (done.status, done.err) == (126, "error: run: ./script: No such file or directory\n")


def test_wrong_options_start_nothing(program: Program) -> None:
    for wrong in (["--nonsense"], ["--set", "x"], ["--statement", "x"]):
        done = program.run("run", *wrong, "--", "touch", "made")
        assert done.status == 2
        assert done.err.startswith("error: ")
    assert not (program.directory / "made").exists()
    assert program.run("run").err.startswith("error: run: which command?")


OPTIONS = [
    ["run", "--json", "--", "COMMAND"],
    ["--json", "run", "--", "COMMAND"],
    ["run", "--json", "COMMAND"],
    ["--json", "run", "COMMAND"],
]


@pytest.mark.parametrize("arguments", OPTIONS, ids=" ".join)
def test_options_of_ours_and_of_the_command(program: Program, arguments: list[str]) -> None:
    command = python("import sys; print('FAIL', *sys.argv[1:]); sys.exit(1)", "-q", "--", "--json")
    words = [*arguments[:-1], *command]
    assert json.loads(program.run(*words).err)["message"] == "-q -- --json"


def test_the_commands_signals_are_as_usual(program: Program) -> None:
    code = "import signal; print(*map(signal.getsignal, (signal.SIGPIPE, signal.SIGINT)))"
    alone = subprocess.run(python(code), capture_output=True, text=True, check=True)
    assert run(program, *python(code)).out == alone.stdout


# ---------------------------------------------------------------- how it ends


def test_what_stays_in_the_background_keeps_its_output(program: Program) -> None:
    os.mkfifo(program.directory / "go")
    script = "(read line < go; echo late) & echo FAIL one; exit 1"
    running = program.start("run", "--", "sh", "-c", script)
    assert running.process.wait(TIMEOUT) == 1
    (program.directory / "go").write_text("\n")
    assert running.read_until(b"late\n") == b"FAIL one\nlate\n"


def test_a_closed_output_is_closed_for_the_command_too(program: Program) -> None:
    code = """
import os
try:
    while True: os.write(1, b"more" * 1000)
except BrokenPipeError:
    os.write(2, b"noticed")
"""
    running = program.start("run", "--", *python(code))
    running.read_until(b"more")
    running.close_output()
    assert running.process.wait(TIMEOUT) == 0
    assert running.process.stderr
    assert running.process.stderr.read() == b"noticed"


def test_whoever_closes_the_output_gets_no_diagnosis(program: Program) -> None:
    running = program.start("run", "--", "yes", "FAIL more")
    running.read_until(b"FAIL more\n")
    running.close_output()
    assert running.process.wait(TIMEOUT) == 141
    assert running.process.stderr
    assert running.process.stderr.read() == b""


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_what_is_closed_stays_closed(program: Program, closed: str) -> None:
    code = """
import os, sys
for number in range(3):
    try: os.fstat(number)
    except OSError: open("closed", "a").write(str(number))
sys.exit(7)
"""
    words = [*program.command, "run", "--", *python(code)]
    done = subprocess.run(
        ["sh", "-c", f"exec {shlex.join(words)} {closed}"],
        cwd=program.directory,
        capture_output=True,
        env=program.environment,
        check=False,
        timeout=TIMEOUT,
    )
    assert (done.returncode, done.stdout, done.stderr) == (7, b"", b"")
    numbers = {"<&-": "0", ">&-": "1", "2>&-": "2"}
    expected = "".join(numbers[each] for each in closed.split())
    assert (program.directory / "closed").read_text() == expected


CATCHER = """
import os, signal, sys, time
def caught(number, frame):
    os.write(1, b"caught %d\\nFAIL it\\n" % number)
    sys.exit(9)
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, caught)
os.write(1, b"ready\\n")
time.sleep(60)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=str)
def test_signals_are_the_commands(program: Program, number: signal.Signals) -> None:
    process = subprocess.Popen(
        [*program.command, "run", "--", *python(CATCHER)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=program.environment,
        start_new_session=True,
    )
    with process:
        assert process.stdout
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(number)
        out, err = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 9
    assert out == b"caught %d\nFAIL it\n" % number
    assert err.startswith(b"\nERROR  Something: it\n")


# ---------------------------------------------------------------- on a terminal


class Terminal:
    """The program below a shell, whose terminal is ours."""

    def __init__(self, program: Program, *arguments: str) -> None:
        self.said = b""
        self._process, self._master = pty.fork()
        if not self._process:
            os.chdir(program.directory)
            script = shlex.join([*program.command, *arguments])
            script += "; printf '<%d status>' $?; read line"
            os.execve("/bin/sh", ["sh", "-c", script], {**program.environment, "TERM": "xterm"})
        self.resize(30, 90)
        self.modes_before = self.modes

    def resize(self, rows: int, columns: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys: bytes) -> None:
        os.write(self._master, keys)

    def type_in_haste(self, keys: bytes, times: int) -> None:
        """What the terminal does not take is lost."""
        os.set_blocking(self._master, False)
        with suppress(BlockingIOError):
            for _ in range(times):
                os.write(self._master, keys)
        os.set_blocking(self._master, True)

    def read_until(self, wanted: bytes) -> bytes:
        deadline = time.monotonic() + TIMEOUT
        while wanted not in self.said:
            assert select.select([self._master], [], [], deadline - time.monotonic())[0], self.said
            self.said += os.read(self._master, 65536)
        return self.said

    def end(self) -> int:
        """Read until the program has ended; gives its exit status."""
        self.read_until(b" status>")
        told, _, _ = self.said.partition(
            b" status>"
        )  # behind it, a terminal may echo what was typed
        self.said, _, status = told.rpartition(b"<")
        return int(status)

    @property
    def modes(self) -> list[object]:
        return termios.tcgetattr(self._master)

    def clean(self) -> None:
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)
        os.close(self._master)


def wait_for(path: Path) -> None:
    deadline = time.monotonic() + TIMEOUT
    while not (path.exists() and path.read_text()):
        assert time.monotonic() < deadline
        time.sleep(0.05)


class Terminals:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._opened: list[Terminal] = []

    def __call__(self, *words: str) -> Terminal:
        self._opened.append(Terminal(self._program, "run", *words))
        return self._opened[-1]

    def clean(self) -> None:
        for each in self._opened:
            each.clean()


@pytest.fixture
def terminal(program: Program) -> Iterator[Terminals]:
    started = Terminals(program)
    yield started
    started.clean()


def test_the_command_is_on_a_terminal_too(terminal: Terminals) -> None:
    code = """
import os
input("name? ")
print(*map(os.isatty, range(3)), *os.get_terminal_size(1), open("/dev/tty").isatty())
"""
    opened = terminal("--", *python(code))
    opened.read_until(b"name? ")
    opened.type(b"x\r")
    assert opened.end() == 0
    assert opened.said == b"name? x\r\nTrue True True 90 30 True\r\n"


def test_the_terminal_is_as_it_was_behind_it(terminal: Terminals) -> None:
    opened = terminal("--", "sh", "-c", "stty raw -echo; echo on; exit 3")
    assert opened.end() == 3
    assert opened.modes == opened.modes_before


def test_keys_are_looked_for_at_the_terminal_of_an_output(terminal: Terminals) -> None:
    code = """
import os, tty
keys = os.open(os.ttyname(2), os.O_RDWR)
tty.setraw(keys)
os.write(keys, b"key?")
os.write(keys, b" got " + os.read(keys, 1))
"""
    opened = terminal("--", *python(code))
    opened.read_until(b"key?")
    opened.type(b"q")
    assert opened.end() == 0
    assert opened.said == b"key? got q"


def test_keys_that_nobody_reads_hold_nothing_up(terminal: Terminals, program: Program) -> None:
    code = (
        "import os, time; os.write(1, b'ready')\nwhile not os.path.exists('go'): time.sleep(0.01)"
    )
    opened = terminal("--", *python(code + "\nos.write(1, b'x' * 300000)"))
    opened.read_until(b"ready")
    opened.type_in_haste(b"k" * 1000 + b"\r", times=40)
    (program.directory / "go").touch()
    assert opened.end() == 0
    assert opened.said.count(b"x") == 300000


def test_a_server_that_is_left_behind_keeps_its_terminal(
    terminal: Terminals, program: Program
) -> None:
    os.mkfifo(program.directory / "go")
    script = "(read line < go; echo late; echo $? > kept) & echo started; exit 1"
    opened = terminal("-q", "--", "sh", "-c", script)
    assert opened.end() == 1
    (program.directory / "go").write_text("\n")
    opened.read_until(b"late")
    wait_for(program.directory / "kept")
    assert (program.directory / "kept").read_text() == "0\n"


def test_a_failure_on_a_terminal_is_shown_in_colour(terminal: Terminals) -> None:
    opened = terminal("--", *python("import sys; print('FAIL one'); sys.exit(1)"))
    assert opened.end() == 1
    assert opened.said.startswith(b"FAIL one\r\n\r\n\x1b[1;31mERROR\x1b[0m  ")


def test_a_failure_that_nobody_knows_is_said_on_a_terminal(terminal: Terminals) -> None:
    opened = terminal("--", "false")
    assert opened.end() == 1
    assert opened.said == b"nothing known failed here\r\n"
    opened = terminal("-q", "--", "false")
    assert opened.end() == 1
    assert opened.said == b""


def test_keys_reach_the_command_once(terminal: Terminals) -> None:
    code = CATCHER.replace("sys.exit(9)", "").replace("(60)", "(1); sys.exit(9)")
    opened = terminal("--", *python(code))
    opened.read_until(b"ready")
    opened.type(b"\x03")
    assert opened.end() == 9
    assert opened.said.count(b"caught 2") == 1


def test_it_ends_quietly_with_an_interrupted_command(terminal: Terminals) -> None:
    opened = terminal("--", "sh", "-c", "echo ready; exec sleep 60")
    opened.read_until(b"ready\r\n")
    opened.type(b"\x03")
    assert opened.end() == 130
    assert opened.said == b"ready\r\n^C"


def test_the_size_of_the_window_is_handed_on(terminal: Terminals) -> None:
    code = """
import os, signal, time
def told(number, frame):
    if os.get_terminal_size(1) == (77, 22):
        os.write(1, b"smaller")
        os._exit(0)
signal.signal(signal.SIGWINCH, told)
os.write(1, b"ready")
time.sleep(60)
"""
    opened = terminal("--", *python(code))
    opened.read_until(b"ready")
    opened.resize(22, 77)
    opened.read_until(b"smaller")
    assert opened.end() == 0


# ---------------------------------------------------------------- the corrected command line

PSQL = '''
import sys
sys.stderr.write("""ERROR:  Failed to run the query
Caused by these errors (recent errors listed first):
  1: specified backfill parallelism 96 should not exceed max parallelism 64
""")
print(*sys.argv[3:], sep="\\n", file=sys.stderr)
sys.exit(1)
'''
ALTER = "ALTER TABLE  t SET BACKFILL_PARALLELISM = 96;"


@pytest.fixture
def psql(program: Program) -> Program:
    """The whole program, and a ``psql`` that prints its further arguments behind an error."""
    program.command = [sys.executable, "-m", "diagnose"]
    fake = program.directory / "psql"
    fake.write_text(f"#!{sys.executable}\n{PSQL}")
    fake.chmod(0o755)
    program.environment["PATH"] = f"{program.directory}:{program.environment['PATH']}"
    return program


def test_the_command_itself_is_corrected(psql: Program) -> None:
    done = psql.run("run", "--", "psql", "-c", ALTER)
    assert done.status == 1
    assert "\npsql -c 'ALTER TABLE  t SET BACKFILL_PARALLELISM = 64;'\n" in done.err
    assert "(from command line)" in " ".join(done.err.split())


def test_a_corrected_name_is_quoted_for_both_languages(psql: Program) -> None:
    done = psql.run("run", "--", "psql", "-c", ALTER.replace(" t ", """ "it's $HOME" """))
    command = next(line for line in done.err.splitlines() if line.startswith("psql "))
    assert shlex.split(command)[2] == """ALTER TABLE  "it's $HOME" SET BACKFILL_PARALLELISM = 64;"""


def test_a_statement_in_the_output_is_better(psql: Program) -> None:
    (psql.directory / "x.sql").write_text(ALTER)
    done = psql.run("run", "--", "psql", "-f", "x.sql", f"STATEMENT:  {ALTER}")
    assert "\nALTER TABLE  t SET BACKFILL_PARALLELISM = 64;\n" in done.err


def test_a_correction_inside_another_language_is_left_alone(psql: Program) -> None:
    done = psql.run("run", "--", "sh", "-c", f'psql -c "{ALTER}"')
    assert done.status == 1
    assert "\nsh -c" not in done.err


def test_a_correction_as_a_diff(psql: Program) -> None:
    done = psql.run("run", "--format", "diff", "--", "psql", "-c", ALTER)
    assert (
        "--- statement\n+++ corrected\n@@ -1 +1 @@\n"
        "-psql -c 'ALTER TABLE  t SET BACKFILL_PARALLELISM = 96;'\n"
        "+psql -c 'ALTER TABLE  t SET BACKFILL_PARALLELISM = 64;'\n"
    ) in done.err


def test_a_fault_in_the_pages_leaves_the_status_alone(psql: Program) -> None:
    done = psql.run("run", "--patterns", "nowhere", "--", "psql", "-c", ALTER)
    assert done.status == 1
    assert done.err.splitlines()[-1].startswith("error: ")
