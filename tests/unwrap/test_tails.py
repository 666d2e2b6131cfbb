import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.text import Text
from diagnose.unwrap._sections import dedent
from diagnose.unwrap._tails import finish, has_frames


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("no\n\nBacktrace:\n  0: x", "no"),
        ("no\n  backtrace of `E`:\n 0: x", "no"),
        ("no\nstack backtrace:\n 0: x", "no"),
        ("no\nnote: run with `RUST_BACKTRACE=1` environment variable", "no"),
        ("no..\ndisabled backtrace", "no.."),
        ("a.B: no\n\tat a.B.c(B.java:1)\n\tat a.B.d(Native Method)\n", "a.B: no"),
        (
            "a.B: no\n\tat a.B.c(B.java:1) ~[x.jar:1]\nCaused by: d.E: deep\n\t... 3 more",
            "a.B: no\nCaused by: d.E: deep",
        ),
        ("no" + " " * 200 + "way", "no way"),
        ("at the end: meet at noon (maybe)", "at the end: meet at noon (maybe)"),
        ("Backtrace disabled", "Backtrace disabled"),
        ("not found: t |  ", "not found: t"),
        ("not found: t |  \n-- | --", "not found: t"),
        ("not found: t |  \n-- | -- | --\n", "not found: t"),
        ("expected JSON | PROTOBUF", "expected JSON | PROTOBUF"),
        ("a||", "a||"),
        ("a --", "a --"),
        ("two\n" + " " * 20 + "lines", "two\n" + " " * 20 + "lines"),
    ],
)
def test_leaves_the_message(raw: str, expected: str) -> None:
    assert finish(Text(raw)).value == expected


@given(st.text(st.sampled_from("ab \n\t:(")))
def test_takes_nothing_from_a_text_without_frames(raw: str) -> None:
    assert not has_frames(raw)
    assert "".join(finish(Text(raw)).value.split()) == "".join(raw.split())


@given(st.text(st.sampled_from("ab \n")))
def test_dedent_takes_only_white_space(raw: str) -> None:
    text = dedent(Text(raw))
    assert "".join(text.value.split()) == "".join(raw.split())
    assert text.value.count("\n") == raw.count("\n")
