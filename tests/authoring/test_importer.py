"""Documents in, drafts out: nothing invented, nothing lost."""

from __future__ import annotations

import json
import os
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose import template
from diagnose.authoring import document, importer, page
from diagnose.authoring.sections import SPELLINGS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DOCUMENTS = os.path.join(os.path.dirname(__file__), "documents")
NAMES = sorted(os.listdir(DOCUMENTS))


def text_of(name: str) -> str:
    with open(os.path.join(DOCUMENTS, name), encoding="utf-8") as file:
        return file.read()


def drafted(name: str, text: str | None = None) -> dict[str, Any]:
    (imported,) = importer.parse(text_of(name) if text is None else text, name)
    assert imported.draft is not None, imported.reason
    return tomllib.loads(page.write(imported.draft.entry))


class Console:
    """Collects what a command says."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.err: list[str] = []

    def run(self, pages: list[str], out_dir: str | None = None) -> int:
        return importer.run(pages, out_dir, self.out.append, self.err.append)


# -------------------------------------------------- what each document becomes

EXPECTED: dict[str, dict[str, Any]] = {
    "sink-format.txt": {
        "id": "risingwave/create-sink/connector-does-not-support-format-with-encode",
        "class": "unsupported",
        "severity": "error",
        "text": "connector {connector} does not support format {format:debug}"
        " with encode {row_encode:debug}",
        "raised_at": ["src/frontend/src/handler/create_sink.rs:1188"],
        "commit": "448c657a01",
        "fixes": 3,
        "situations": 3,
        "prevention": 2,
        "before": "CREATE SINK s FROM t WITH (connector = 'pulsar', ...)"
        " FORMAT PLAIN ENCODE PARQUET;",
        "validate": "if not known_pairs[connector]",
        "handle": "try:\n    connection.execute",
        "provenance": "risingwavelabs/risingwave@448c657a01 (2026-10-02)",
        "note": "Strategy: validation",
    },
    "time-travel.txt": {
        "id": "risingwave/hummock/time-travel-version-expired-table-epoch",
        "class": "data_gone",
        "severity": "error",
        "text": "time-travel version expired: table {table_id:int}, epoch {epoch:int}",
        "raised_at": ["src/meta/src/hummock/error.rs:52"],
        "commit": "448c657a01",
        "fixes": 3,
        "situations": 3,
        "prevention": 0,
        "before": "SELECT * FROM t FOR SYSTEM_TIME AS OF NOW() - '90' DAY;",
        "validate": "if age(epoch) > retention { return Err(too_old(epoch)); }",
        "handle": "match query_at(epoch).await {",
        "provenance": "/api/errors/99aa11bb22cc33dd",
        "note": "Related error: SST {0} is invalid",
    },
    "compactor.json": {
        "id": "risingwave/hummock/compactor-is-disconnected",
        "class": "connection_failed",
        "severity": "warning",
        "text": "compactor {compactor:int} is disconnected",
        "raised_at": ["src/meta/src/hummock/error.rs:42"],
        "commit": "448c657a0100aabbccddeeff0011223344556677",
        "fixes": 2,
        "situations": 2,
        "prevention": 2,
        "before": "replicas: 1",
        "validate": "if compactors.is_empty() { wait().await; }",
        "handle": "match assign(task).await",
        "provenance": "risingwave@448c657a0100aabbccddeeff0011223344556677 (2026-10-04",
        "note": "Related error: invalid hummock context {0}: /api/errors/0123456789abcdef",
    },
    "connection-type.json": {
        "id": "risingwave/handler/connection-type-is-not-allowed-allowed-types",
        "class": "other",
        "severity": "error",
        "text": "connection type {connection_type:debug} is not allowed,"
        " allowed types: {allowed_types:debug}",
        "raised_at": ["src/frontend/src/handler/util.rs:303"],
        "commit": "448c657",
        "fixes": 2,
        "situations": 0,
        "prevention": 0,
        "before": "WITH (connector = 'kafka', connection = iceberg_c)",
        "validate": "",
        "handle": "try { run(sql) }",
        "provenance": "risingwavelabs/risingwave@448c657 (2026-10-05), /api/errors/",
        "note": "Audience: Authors of pipelines.",
    },
}


def test_every_document_is_expected_to_become_something() -> None:
    assert sorted(EXPECTED) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_fields_of_the_draft(name: str) -> None:
    want, made = EXPECTED[name], drafted(name)
    documented = made["document"]
    assert {key: made[key] for key in ("id", "class", "severity")} == {
        key: want[key] for key in ("id", "class", "severity")
    }
    (message,) = made["message"]
    assert {key: message[key] for key in ("text", "raised_at", "commit")} == {
        key: want[key] for key in ("text", "raised_at", "commit")
    }
    assert len(made["explanation"][0]["fix"]) == want["fixes"]
    for key in ("situations", "prevention"):
        assert len(documented.get(key, [])) == want[key], key
    for key in ("before", "validate", "handle"):
        assert documented.get(key, "").startswith(want[key]), key
    assert documented["after"]
    assert want["provenance"] in documented["provenance"]
    assert want["note"] in documented["notes"]


@pytest.mark.parametrize("name", NAMES)
def test_no_solution_may_be_pasted_unseen(name: str) -> None:
    fixes = drafted(name)["explanation"][0]["fix"]
    assert {fix["applicability"] for fix in fixes} == {"display-only"}


def test_solutions_keep_the_order_of_the_document() -> None:
    titles = [fix["title"] for fix in drafted("time-travel.txt")["explanation"][0]["fix"]]
    assert titles == [
        "Ask for a later point in time",
        "Raise the retention before the next such query;",
        "Leave the clause out to read the newest state",
    ]


@pytest.mark.parametrize("name", NAMES)
def test_the_example_is_matched_with_its_captures(name: str) -> None:
    made = drafted(name)
    parsed = template.parse(made["message"][0]["text"])
    example = made["example"][0]
    found = template.Compiled(parsed).at(example["text"])
    assert found is not None
    kinds = {slot.name: template.kind_of(slot) for slot in template.slots(parsed)}
    captured = {
        key: template.read_value(kinds[key], example["text"][start:end])
        for key, (start, end) in found.spans.items()
    }
    assert captured == example["captures"]


# ------------------------------------------------------------ nothing is lost


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for each in value.values():
            yield from strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)
    else:
        yield str(value)


def plain(text: str) -> str:
    return "".join(char for char in text.lower() if char.isalnum())


STRUCTURE = {plain(spelling) for each in SPELLINGS.values() for spelling in each}
LABELS = ("Thrown at ", "Trigger:", "Common situations:", "Strategy:", "Background:")


def content(line: str) -> str:
    """What a line says, without list marks and titles."""
    line = line.strip().lstrip("•-* ")
    head, dot, tail = line.partition(". ")
    line = tail if dot and head.isdigit() else line
    for label in LABELS:
        line = line.removeprefix(label)
    return line


def missing(text: str, made: dict[str, Any]) -> list[str]:
    kept = plain(" ".join(strings(made)))
    lines = [line for line in text.split("\n") if not document.CHROME.fullmatch(line.strip())]
    marks = ("//before", "//after", "#before", "#after")
    return [
        line
        for line in map(content, lines)
        if plain(line) not in STRUCTURE
        and plain(line) not in kept
        and line.replace(" ", "") not in marks
    ]


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(".txt")])
def test_every_line_of_a_text_is_in_its_draft(name: str) -> None:
    assert missing(text_of(name), drafted(name)) == []


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(".json")])
def test_every_value_of_a_json_document_is_in_its_draft(name: str) -> None:
    kept = plain(" ".join(strings(drafted(name))))
    headings = STRUCTURE | {"none"}
    lines = [line for each in strings(json.loads(text_of(name))) for line in each.split("\n")]
    assert [
        each
        for each in map(content, lines)
        if plain(each) not in kept and plain(each) not in headings and "# " not in each
    ] == []


HEADINGS = sorted({spellings[0].capitalize() for spellings in SPELLINGS.values()})


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(".txt")])
@given(data=st.data())
def test_a_document_without_some_of_its_titles_loses_nothing(
    name: str, data: st.DataObject
) -> None:
    lines = text_of(name).split("\n")
    titles = [
        index for index, line in enumerate(lines) if plain(line) in STRUCTURE and line[0].isalpha()
    ]
    gone = data.draw(st.sets(st.sampled_from(titles)))
    text = "\n".join(line for index, line in enumerate(lines) if index not in gone)
    made = drafted(name, text)
    assert missing(text, made) == []
    assert made["message"][0]["text"] == EXPECTED[name]["text"]
    assert len(made["explanation"][0]["fix"]) == EXPECTED[name]["fixes"]


LINES = st.one_of(
    st.sampled_from([*HEADINGS, "", "", "Thrown at a/b.rs:3", "// before", "// after", "• x y"]),
    st.sampled_from(
        ["1. Wait for it", "Trigger: you", "Background: busy", "View on GitHub", "```"]
    ),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Zl", "Zp"]), max_size=30),
)


@given(st.lists(LINES, max_size=25))
def test_whatever_the_lines_are_none_is_lost(lines: list[str]) -> None:
    text = "\n".join(["Error message", "", "no sink {}", "", *lines])
    for imported in importer.parse(text, "page.txt"):
        if imported.draft is not None:
            made = tomllib.loads(page.write(imported.draft.entry))
            assert missing(text, made) == []


@pytest.mark.parametrize("name", NAMES)
def test_line_ends_of_another_system_change_nothing(name: str) -> None:
    assert drafted(name, text_of(name).replace("\n", "\r\n")) == drafted(name)
    assert drafted(name, "\ufeff" + text_of(name)) == drafted(name)


def test_what_is_not_understood_is_reported_with_its_line() -> None:
    console = Console()
    name = os.path.join(DOCUMENTS, "time-travel.txt")
    assert console.run([name]) == 0
    said = [line.removeprefix(name) for line in console.err]
    assert (
        ":59: no field for it, kept as a note: Impact: Only the query fails; the cluster goes on."
        in said
    )
    assert ":22: left out, it is the site's: View on GitHub (pinned to 448c657a01)" in said
    assert ":29: no title: taken for 'handle'" in said


# ------------------------------------------------------------------ bad input

BAD = {
    "empty.txt": (b"", "it is empty"),
    "blank.txt": (b"\n \n", "it is empty"),
    "binary.txt": (b"Error message\0", "it is a binary file, not text or JSON"),
    "latin.txt": (b"Error message\n\ncaf\xe9\n", "line 3 is not UTF-8"),
    "other.txt": (
        b"hello\n\nworld\n",
        "not a documented error: no section title such as 'Error message' or 'Solutions'",
    ),
    "page.txt": (b"<!DOCTYPE html>\n", "it is HTML; save the page as text or take its JSON"),
    "list.json": (
        b"[1, 2]",
        "not a page in JSON: expected an object with the sections of a page, got a list",
    ),
    "text.json": (
        b'"x"',
        "not a page in JSON: expected an object with the sections of a page, got a text",
    ),
    "none.json": (b'{"a": 1}', "not a page in JSON: no error message in it (keys: a)"),
    "bare.json": (b"{}", "not a page in JSON: no error message in it (keys: none)"),
    "deep.json": (b"[" * 100_000, "its JSON is nested too deeply"),
    "cut.json": (
        b'{"message": "x"',
        "not a page in JSON: Expecting ',' delimiter: line 1 column 16 (char 15)",
    ),
}


def test_all_bad_input_is_named_and_the_others_are_imported(tmp_path: Path) -> None:
    for name, (raw, _) in BAD.items():
        (tmp_path / name).write_bytes(raw)
    good = os.path.join(DOCUMENTS, "sink-format.txt")
    pages = [*(str(tmp_path / name) for name in BAD), str(tmp_path / "missing.txt"), good]
    console = Console()
    assert console.run(pages, str(tmp_path / "drafts")) == 2
    errors = [line for line in console.err if line.startswith("error: ")]
    assert errors == [
        *(f"error: {tmp_path / name}: {reason}" for name, (_, reason) in BAD.items()),
        f"error: {tmp_path / 'missing.txt'}: No such file or directory",
    ]
    assert len(console.out) == 1


def test_a_page_is_written_below_the_directory_and_never_over_another(tmp_path: Path) -> None:
    name = os.path.join(DOCUMENTS, "sink-format.txt")
    path = tmp_path / f"{EXPECTED['sink-format.txt']['id']}.toml"
    first = Console()
    assert first.run([name], str(tmp_path)) == 0
    assert first.out == [str(path)]
    path.write_text("mine")
    second = Console()
    assert second.run([name], str(tmp_path)) == 2
    assert second.err[-1] == f"error: {name}: {path}: is there already and was left as it is"
    assert path.read_text() == "mine"


def test_an_output_directory_that_is_a_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    console = Console()
    assert console.run([os.path.join(DOCUMENTS, "sink-format.txt")], str(tmp_path / "taken")) == 2
    assert "Not a directory" in console.err[-1] or "File exists" in console.err[-1]


@pytest.mark.parametrize("repository", ["..", "a/..", "../..", "/", "a/.hidden", "C:\\x"])
def test_no_document_chooses_a_folder_above_the_directory(tmp_path: Path, repository: str) -> None:
    document = {"message": "no sink", "repo": repository, "file": "../../x.rs", "fix": "a"}
    (tmp_path / "page.json").write_text(json.dumps(document))
    console = Console()
    assert console.run([str(tmp_path / "page.json")], str(tmp_path / "out" / "here")) == 0
    assert os.path.normpath(console.out[0]) == console.out[0]
    assert console.out[0].startswith(str(tmp_path / "out" / "here") + os.sep)


def test_a_document_cannot_speak_to_the_terminal(tmp_path: Path) -> None:
    text = (
        "Error message\n\nno sink \x1b[31m{}\n\nSolutions\n\nRun \x9b2J it.\n\nOdd one\n\n\x1b[2J\n"
    )
    (tmp_path / "page.txt").write_text(text)
    console = Console()
    assert console.run([str(tmp_path / "page.txt")]) == 0
    said = "".join(console.out + console.err)
    assert {char for char in said if not char.isprintable()} == {"\n"}


def test_a_list_of_documents_gives_a_draft_each() -> None:
    text = '{"errors": [{"message": "no sink", "fix": "a"}, {"message": "no source", "fix": "b"}]}'
    made = list(importer.parse(text, "all.json"))
    assert [each.draft.entry.id for each in made if each.draft] == [
        "unknown/general/no-sink",
        "unknown/general/no-source",
    ]


def test_a_message_that_starts_with_a_brace_is_no_json() -> None:
    made = drafted("page.txt", "Error message\n\n{} is not a sink\n\nSolutions\n\nLook.\n")
    assert made["message"][0]["text"] == "{value} is not a sink"


def test_markdown_is_read_too() -> None:
    text = "# no sink\n\n## Error message\n\n```\nno sink {}\n```\n\n## Solutions\n\n- Create it\n"
    made = drafted("page.md", text)
    assert made["message"][0]["text"] == "no sink {sink}"
    assert made["explanation"][0]["fix"] == [
        {"title": "Create it", "applicability": "display-only"}
    ]
