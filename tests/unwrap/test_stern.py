import pytest

from diagnose.model import Line
from diagnose.text import Text
from diagnose.unwrap import peel_line


@pytest.mark.parametrize(
    "text",
    [
        "a.b.CException: no",
        "\tat a.b.C.d(C.java:1)",
        "\t... 12 more",
        "Caused by: a.b.CException: no",
        "STATEMENT:  SELECT 1",
    ],
)
def test_further_lines_have_the_names_of_pod_and_container_too(text: str) -> None:
    line = peel_line(Line(Text(f"rw-meta-0 meta {text}"), 1))
    assert line.text.value == text
    assert line.stream == "rw-meta-0/meta"


@pytest.mark.parametrize("text", ["all is well", "look at a.b.c", "an at sign"])
def test_other_text_stays(text: str) -> None:
    assert peel_line(Line(Text(f"well-known words {text}"), 1)).envelopes == ()
