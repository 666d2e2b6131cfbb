"""Rendered outputs, compared with ``tests/golden``; ``python -m tests.regen`` writes them anew."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from diagnose import render
from diagnose.model import Command, Diagnosis, Difference, Where
from diagnose.render import Style

GOLDEN = Path(__file__).parent.parent / "golden"

FULL = Diagnosis(
    id="shop/scale/too-wide",
    title="More lanes asked for than the hall has",
    match="exact",
    message="asked for 32 lanes, but hall north has 12",
    where=Where("hall.log", 17, 1234, 41),
    cause="Hall north was built with 12 lanes; 32 is above that. The number of lanes is fixed when "
    "the hall is built, and no later command changes it.",
    fixes=(
        Command(
            "Ask for as many as there are",
            command="ALTER HALL north SET LANES = 12;",
            language="sql",
            applicability="safe",
            corrects="ALTER HALL north SET LANES = 32",
        ),
        Command(
            "Or build a wider hall",
            text="The old hall and everything in it is lost. Save its register first; building "
            "takes some minutes, and visitors are turned away meanwhile.",
            command="DROP HALL north;\nCREATE HALL north\n  WITH (lanes = 32);",
            language="sql",
            applicability="unsafe",
        ),
        Command(
            "See who holds the lanes",
            command="SELECT lane, holder FROM lanes WHERE hall = '<hall>';",
            language="sql",
            missing=("hall",),
        ),
    ),
    captures={"n": 32, "lanes": 12, "names": ["a", "b"]},
    context={"call": "/hall.HallService/Alter"},
    chain=(
        "Failed to run the command",
        "request to the hall service (call `/hall.HallService/Alter`) failed: internal error",
        "asked for 32 lanes, but hall north has 12",
    ),
    statement="ALTER HALL north SET LANES = 32",
    statement_origin="prompt",
    timestamp="2026-12-01T03:12:44.120Z",
    level="ERROR",
    component="hall_service::lanes",
    class_="range_validation",
    count=3,
    related=("shop/scale/too-narrow",),
    references=("https://example.org/halls#lanes",),
    raised_at=("src/hall/lanes.c:308",),
    catalog="2026.12.0",
)

HOSTILE = Diagnosis(
    id="shop/evil",
    title="Name \x1b]0;owned\x07 is taken",
    match="exact",
    message="name `` ```\x1b[2J\u202egnp.exe\u2066\x9b31m` is taken\n```\n# heading\n<script>",
    where=Where("log\x1b[31m.txt", 2, 0, 1),
    cause="The name [click](javascript:x) <img src=x> @everyone\r\x7f is taken.\n\n- not a list\n\n"
    "1. nor this\n\n# nor a heading",
    fixes=(
        Command(
            "Take *another* one",
            command="rename '\x1b[31m' 'b'\n```\nrm -rf /",
            language="sh`x",
            applicability="safe",
        ),
        Command("Tabs between words", command="a\tb", language="shell", applicability="safe"),
        Command("Tabs in quotes", command="a 'x\ty'", language="shell", applicability="safe"),
    ),
    captures={"name": "`\x1b[2J\n\u2028", "big": 2**60},
    references=("javascript:alert(1)",),
    component="a\u200bb\ud800",
    severity="critical",
)

WIDE = Diagnosis(
    id="shop/wide",
    title="表の名前が長すぎます 🚨 エラー",
    match="exact",
    message="表「" + "とても長い名前の表" * 4 + "」 is too long",
    where=Where("-", 9, 0, 1),
    cause="名前は二十文字までです。" * 6 + " e\u0301tat 👩\u200d💻",
    severity="warning",
)

SCRIPT = """ALTER HALL north  -- nightly
\tSET LANES = 32,
  SET FLOOR = 'oak';"""
CORRECTED = FULL._replace(
    fixes=(
        Command("Look first", text="Nothing to type."),
        Command(
            "Ask for as many as there are",
            command=SCRIPT.replace("32", "12"),
            language="sql",
            applicability="safe",
            corrects=SCRIPT,
        ),
        Command(
            "Ask for as many as you like",
            command=SCRIPT.replace("32", "<lanes>"),
            language="sql",
            missing=("lanes",),
            corrects=SCRIPT,
        ),
    )
)

LONG = Diagnosis(
    id="shop/long",
    title="Long " * 60,
    match="exact",
    message="word" * 2000,
    where=Where("-", 1, 0, 1),
    cause="c " * 5000,
    captures={"x": "y" * 5000},
    chain=tuple(f"layer {depth} " + "z" * 300 for depth in range(12)),
    root=False,
)

SAMPLES = {
    "full": FULL,
    "hostile": HOSTILE,
    "wide": WIDE,
    "long": LONG,
    "corrected": CORRECTED,
    "known": FULL._replace(match="known", id="known:shop/0123", cause="", fixes=(), count=1),
    "similar": FULL._replace(
        match="similar",
        confidence=0.87,
        fixes=(),
        difference=(
            Difference("asked for", "asking for"),
            Difference("lanes", "alleys"),
            Difference("", "of them"),
            Difference("allows", ""),
        ),
    ),
    "class": FULL._replace(match="class", id="class/range_validation", fixes=(), chain=()),
    "follower": FULL._replace(role="follower", severity="info", fixes=(), statement=""),
}


def outputs() -> dict[str, str]:
    """File name -> what must stand in it."""
    plain = Style()
    made = {
        f"{name}.{kind}.txt": render.get(kind).diagnosis(sample, plain)
        for name, sample in SAMPLES.items()
        for kind in ("text", "markdown", "diff")
    }
    text, diff = render.get("text").diagnosis, render.get("diff").diagnosis
    made["full.narrow.txt"] = text(FULL, Style(width=40))
    made["wide.narrow.txt"] = text(WIDE, Style(width=40))
    made["full.color.txt"] = text(FULL, Style(color=True)).replace("\x1b", "ESC")
    made["corrected.color.txt"] = diff(CORRECTED, Style(color=True)).replace("\x1b", "ESC")
    for name in ("full", "hostile"):
        made[f"{name}.ndjson.txt"] = render.get("ndjson").diagnosis(SAMPLES[name], plain)
    return made


@pytest.mark.parametrize("name", sorted(outputs()))
def test_output_is_as_written_down(name: str) -> None:
    assert outputs()[name] == (GOLDEN / name).read_text(encoding="utf-8")


def test_nothing_written_down_is_left_over() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == set(outputs())


@pytest.mark.skipif(shutil.which("patch") is None, reason="needs the program patch")
@pytest.mark.parametrize("sample", [FULL, CORRECTED], ids=["full", "corrected"])
def test_a_diff_is_one_for_patch(sample: Diagnosis, tmp_path: Path) -> None:
    fix = next(each for each in sample.fixes if each.corrects)
    (tmp_path / "statement").write_text(fix.corrects + "\n")
    diff = render.get("diff").diagnosis(sample, Style()).encode()
    subprocess.run(["patch", "--batch", "statement"], input=diff, cwd=tmp_path, check=True)
    assert (tmp_path / "statement").read_text() == fix.command + "\n"
