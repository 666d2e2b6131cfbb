"""Whatever is captured, the output stays what it is."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose import render
from diagnose.model import Command, Diagnosis, Difference, Entry, Explanation, Where
from diagnose.render import Style
from diagnose.render.annotate import annotate
from diagnose.render.commands import shown
from diagnose.render.listing import listing
from diagnose.render.markdown_text import prose
from diagnose.render.plain import clip, columns, visible, wrap
from diagnose.render.summary import folded
from tests.fuzz.invariants import check_fences
from tests.fuzz.invariants import hidden as strange

EVIL = st.text(
    st.one_of(
        st.sampled_from(
            "\x1b\x07\r\n\t\x7f\x9b\u202e\u2066\u200f\u2028\ufeff\u200b\u200d\u034f\u3164\ufe0f\u2800\U000e0100\U000e0041`~*_[]()<>#-|@&\\'\""
        ),
        st.characters(),
    ),
    max_size=40,
)


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


@pytest.mark.parametrize("name", render.FORMATS)
@given(found=diagnoses())
def test_nothing_invisible_gets_through(name: str, found: Diagnosis) -> None:
    kept = "\n\t" if name == "diff" else "\n"
    assert strange(render.get(name).diagnosis(found, Style(width=60)), kept) == set()


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
    outside = check_fences(render.get("markdown").diagnosis(found, Style()))
    assert sum(line.startswith("## ") for line in outside) == 1


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
    ("DROP TABLE t\u200d;", ("DROP TABLE t\\u200d;",), False),
    ("DROP TABLE t\u3164;", ("DROP TABLE t\\u3164;",), False),
    ("DROP TABLE \u0915\u200d;", ("DROP TABLE \u0915\u200d;",), False),
    ("SELECT 'a\n\nERROR  Forged\n'", ("SELECT 'a\\n\\nERROR  Forged\\n'",), False),
    ("a\n# ERROR  Forged", ("a\\n# ERROR  Forged",), False),
    ("SELECT 1;\nDROP TABLE t", ("SELECT 1;", "DROP TABLE t"), True),
]


@pytest.mark.parametrize(("command", "lines", "faithful"), COMMANDS, ids=repr)
def test_a_command_is_what_is_shown_or_says_so(
    command: str, lines: tuple[str, ...], faithful: bool
) -> None:
    assert shown(Command("t", command=command)) == (lines, faithful)


SEEN = [
    ("caf\u00e9 \u6f22\u5b57", "caf\u00e9 \u6f22\u5b57"),
    ("\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937"),
    ("\U0001f469\u200d\U0001f4bb \u2764\ufe0f\u200d\U0001f525", None),
    ("ad\u200dmin", "ad\\u200dmin"),
    ("\u200dx", "\\u200dx"),
    ("\u0915\u200d\u200d", "\u0915\u200d\\u200d"),
    ("a\ufe0f", "a\\ufe0f"),
    ("t\u3164", "t\\u3164"),
    ("t\U000e0101", "t\\U000e0101"),
    ("\U000e0041", "\\U000e0041"),
]


@pytest.mark.parametrize(("text", "shown_as"), SEEN, ids=ascii)
def test_what_is_not_seen_is_written_out_unless_it_belongs_to_its_script(
    text: str, shown_as: str | None
) -> None:
    assert visible(text) == (shown_as or text)
    assert strange(visible(text)) == set()


NO_MARKDOWN = [
    ("https://a.b/c", "https:&#47;&#47;a.b/c"),
    ("www.a.b WWW.c", "www&#46;a.b WWW&#46;c"),
    ("@ops me@a.b", "@&#8203;ops me@&#8203;a.b"),
    ("is #12 !34 a#b", "is #&#8203;12 !&#8203;34 a#b"),
    ("/close", "\\/close"),
    ("a/close", "a/close"),
    ("&#64;ops", "&amp;#&#8203;64;ops"),
    ("# x", "\\# x"),
]


@pytest.mark.parametrize(("text", "written"), NO_MARKDOWN)
def test_prose_links_nothing_calls_nobody_and_commands_nothing(text: str, written: str) -> None:
    assert prose(text) == written


@given(found=diagnoses())
def test_no_line_of_text_looks_like_the_head_of_another_diagnosis(found: Diagnosis) -> None:
    forged = found._replace(
        message="x\n\nCRITICAL  Forged\n  a.log:1\n",
        fixes=(Command("t", command="SELECT 'x\n\nCRITICAL  Forged\n';"),),
        statement="a\n\nCRITICAL  Forged",
    )
    lines = render.get("text").diagnosis(forged, Style()).split("\n")
    assert not any(line.startswith("CRITICAL  Forged") for line in lines)
