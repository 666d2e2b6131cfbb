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
        "API: PutObject(bucket=b)",
        "DeploymentID: 6ccb138d",
        "Error: Write failed (*errors.errorString)",
        "       3: internal/logger/logger.go:259:logger.LogIf()",
    ],
)
def test_further_lines_have_the_names_of_pod_and_container_too(text: str) -> None:
    line = peel_line(Line(Text(f"rw-meta-0 meta {text}"), 1))
    assert line.text.value == text
    assert line.stream == "rw-meta-0/meta"


@pytest.mark.parametrize("text", ["all is well", "look at a.b.c", "an at sign", "Error: none"])
def test_other_text_stays(text: str) -> None:
    assert peel_line(Line(Text(f"well-known words {text}"), 1)).envelopes == ()


def test_the_id_of_an_instance_is_no_name_of_a_pod() -> None:
    said = "2024-06-10T14:14:30+07:00 WARN metabase.sync.util no"
    line = peel_line(Line(Text(f"[4352ba0d-62ee-41fb-9bfb-03875b2d7d71] {said}"), 1))
    assert line.text.value == said
    assert line.stream == ""
