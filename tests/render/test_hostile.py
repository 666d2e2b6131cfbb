"""Whatever is captured, the output stays what it is."""

from __future__ import annotations

import json
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose import render
from diagnose.model import Command, Diagnosis, Difference, Entry, Explanation, Where
from diagnose.render import Style
from diagnose.render.annotate import annotate
from diagnose.render.commands import shown
from diagnose.render.listing import listing
from diagnose.render.plain import clip, columns, visible, wrap
from diagnose.render.summary import folded

EVIL = st.text(
    st.one_of(
        st.sampled_from("\x1b\x07\r\n\t\x7f\x9b\u202e\u2066\u200f\u2028\ufeff`~*_[]()<>#-|@&\\'\""),
        st.characters(),
    ),
    max_size=40,
)
INVISIBLE = {"Cc", "Cf", "Cs", "Zl", "Zp"}
JOINERS = "\u200c\u200d"


@st.composite
def diagnoses(draw: st.DrawFn) -> Diagnosis:
    command = Command(
        draw(EVIL), draw(EVIL), draw(EVIL), draw(EVIL), "safe", (draw(EVIL),), draw(EVIL)
    )
    return Diagnosis(
        id=draw(EVIL),
        title=draw(EVIL),
        message=draw(EVIL),
        cause=draw(EVIL),
        statement=draw(EVIL),
        timestamp=draw(EVIL),
        component=draw(EVIL),
        severity=draw(st.sampled_from(["info", "warning", "error", "critical"])),
        match=draw(st.sampled_from(["exact", "known", "similar", "class"])),
        where=Where(draw(EVIL), draw(st.integers(1, 99)), 0, 1),
        fixes=(command, command._replace(missing=())),
        captures={"x": draw(EVIL), draw(EVIL): [draw(EVIL)]},
        context={"y": draw(EVIL)},
        chain=(draw(EVIL), draw(EVIL)),
        statement_origin=draw(EVIL),
        related=(draw(EVIL),),
        references=(draw(EVIL),),
        difference=(Difference(draw(EVIL), draw(EVIL)),),
        count=draw(st.integers(1, 3)),
    )


def strange(text: str) -> set[str]:
    """Characters that a terminal obeys or that deceive the eye."""
    return {
        char
        for char in text
        if unicodedata.category(char) in INVISIBLE and char not in JOINERS and char != "\n"
    }


@pytest.mark.parametrize("name", ["text", "markdown", "diff", "json", "ndjson"])
@given(found=diagnoses())
def test_nothing_invisible_gets_through(name: str, found: Diagnosis) -> None:
    kept = {"\t"} if name == "diff" else set()
    assert strange(render.get(name).diagnosis(found, Style(width=60))) - kept == set()


@given(found=diagnoses())
def test_nothing_invisible_gets_through_in_lists(found: Diagnosis) -> None:
    assert strange(folded([(found, 2)])) == set()
    entry = Entry(found.id, "t", (), (Explanation("c"),), related=found.related)
    for name in ("text", "markdown", "json", "ndjson"):
        assert strange("".join(listing([entry], name, Style()))) == set()
        assert strange(render.page_renderer(name)(entry, Style())) == set()


@given(found=diagnoses())
def test_ndjson_is_one_object_on_one_line(found: Diagnosis) -> None:
    line = render.get("ndjson").diagnosis(found, Style())
    assert line.count("\n") == 1
    read = json.loads(line)
    assert set(read) == set(found.to_dict())
    if not any("\ud800" <= char <= "\udfff" for char in found.message):
        assert read["message"] == found.message


@given(found=diagnoses(), width=st.integers(40, 120))
def test_text_stays_within_the_width_but_for_what_is_copied(found: Diagnosis, width: int) -> None:
    copied = {line for fix in found.fixes for line in shown(fix).lines}
    copied |= {visible(each) for each in (found.id, *found.related, *found.references)}
    for line in render.get("text").diagnosis(found, Style(width)).split("\n"):
        assert columns(line) <= width or any(line.endswith(each) for each in copied if each)


@given(found=diagnoses())
def test_only_commands_and_the_title_stand_at_the_start_of_a_line(found: Diagnosis) -> None:
    commands = [line for fix in found.fixes for line in shown(fix).lines]
    lines = render.get("text").diagnosis(found, Style()).split("\n")[1:]
    flush = [line for line in lines if line and not line.startswith("  ")]
    assert flush == [line for line in commands if line and not line.startswith("  ")]


@given(found=diagnoses())
def test_markdown_fences_are_closed_by_themselves_only(found: Diagnosis) -> None:
    fence = ""
    for line in render.get("markdown").diagnosis(found, Style()).split("\n"):
        ticks = re.match(r"`{3,}", line)
        if fence:
            if line == fence:
                fence = ""
        elif ticks and "`" not in line[ticks.end() :]:
            fence = ticks.group()
        else:
            assert not re.match(r"\s{0,3}(```|~~~|<)", line)
    assert fence == ""


@given(found=diagnoses(), record=st.dictionaries(EVIL, st.integers() | EVIL))
def test_a_json_record_stays_itself(found: Diagnosis, record: dict[str, object]) -> None:
    record.pop("diagnosis", None)
    line = json.dumps(record).encode() + b"\r\n"
    made = annotate(line, [found, found])
    assert made is not None
    assert made.startswith(line.rstrip()[:-1])
    assert made.endswith(b"}\r\n")
    read = json.loads(made)
    assert read.pop("diagnosis")["id"] == json.loads(json.dumps(found.id)) or strange(found.id)
    assert len(read.pop("more_diagnoses")) == 1
    assert read == record


@given(text=EVIL, width=st.integers(4, 30))
def test_wrapped_lines_fit_and_lose_nothing(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert all(columns(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(
        "".join(visible(line.removesuffix("\r")) for line in text.split("\n")).split()
    )
    assert columns(clip(text, width)) <= width


COMMANDS = [
    ("a\tb", ("a    b",), True),
    ("SELECT 1;\n\tFROM t;\n", ("SELECT 1;", "    FROM t;"), True),
    ("echo 'a\tb'", ("echo 'a b'",), False),
    ("echo \x1b", ("echo \\x1b",), False),
    ("a\r\nb", ("a\\r", "b"), False),
    ("echo '\u202e'", ("echo '\\u202e'",), False),
    ("echo 'a\u00a0b'", ("echo 'a b'",), False),
    ("echo '\u6f22'", ("echo '\u6f22'",), True),
    ("", (), True),
]


@pytest.mark.parametrize(("command", "lines", "faithful"), COMMANDS, ids=repr)
def test_a_command_is_what_is_shown_or_says_so(
    command: str, lines: tuple[str, ...], faithful: bool
) -> None:
    assert shown(Command("t", command=command)) == (lines, faithful)
