"""``diagnose gaps``: what fails and has no page."""

from __future__ import annotations

import json
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose import secrets
from diagnose.authoring import check
from diagnose.authoring.gaps import clustering
from diagnose.authoring.gaps.clustering import Clusters, joined, tokens_of
from diagnose.authoring.gaps.drafting import fits, template_of
from diagnose.authoring.gaps.finding import Gap
from diagnose.authoring.gaps.running import Asked, run
from diagnose.authoring.scaffold import NO_CAUSE
from diagnose.engine import Engine
from diagnose.model import Record
from diagnose.text import Text

if TYPE_CHECKING:
    from pathlib import Path

    from diagnose.model import Entry

HEAD = "2026-03-04T02:00:0{}Z {:>5} shop::till: {}\n"
STUCK = "drawer {} is stuck at 10.0.0.{}, password=hunter{} of {}@shop.example"
PARTIAL = "unsupported metadata snapshot format version for hummock sequence partial decoding: "
LOG = "".join(
    [
        HEAD.format(0, "INFO", "drawer 0 opens"),
        HEAD.format(1, "ERROR", STUCK.format(1, 4, 2, "ann")),
        HEAD.format(2, "ERROR", STUCK.format(2, 5, 3, "bob")),
        HEAD.format(3, "ERROR", "specified parallelism 6 should not exceed max parallelism 4"),
        HEAD.format(4, "ERROR", 'lamp "left" burnt out after 31 hours'),
        HEAD.format(5, "ERROR", STUCK.format(3, 6, 4, "eve")),
        HEAD.format(6, "ERROR", PARTIAL + "9"),
    ]
)


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(budget_ms=0)


class Ran:
    """What a run wrote, and its status."""

    def __init__(
        self, engine: Engine, text: str, place: Path, folder: str = "", shown: str = "text"
    ) -> None:
        self.out: list[str] = []
        self.err: list[str] = []
        log = place / "x.log"
        log.write_text(text)
        asked = Asked([str(log)], folder, shown)
        self.status = run(engine, asked, self.out.append, self.err.append)


def test_clusters_are_told_the_most_frequent_first(engine: Engine, tmp_path: Path) -> None:
    ran = Ran(engine, LOG, tmp_path, shown="ndjson")
    told = [json.loads(line) for line in ran.out]
    assert ran.status == 0
    assert [(each["count"], each["shape"]) for each in told] == [
        (3, "drawer * is stuck at *, password=*** of *"),
        (1, "lamp * burnt out after * hours"),
        (
            1,
            PARTIAL + "*",
        ),
    ]
    assert [each["where"]["line"] for each in told] == [2, 5, 7]
    assert told[0]["example"] == (
        "drawer 1 is stuck at 192.0.2.1, password=*** of user@example.com"
    )
    assert told[2]["known"].startswith("known:risingwave/")
    assert told[2]["class"] == "version_incompatible"


def test_as_text_nothing_secret_is_shown(engine: Engine, tmp_path: Path) -> None:
    text = "\n".join(Ran(engine, LOG, tmp_path).out)
    assert "drawer * is stuck" in text
    assert not any(word in text for word in ("hunter", "10.0.0.", "ann@", "shop.example"))


def test_nothing_to_tell(engine: Engine, tmp_path: Path) -> None:
    ran = Ran(engine, "2026-03-04T02:00:00Z  INFO shop::till: drawer 0 opens\n", tmp_path)
    assert (ran.status, ran.out, ran.err) == (1, [], [])


def test_a_file_that_is_not_there_is_said_and_the_others_are_read(
    engine: Engine, tmp_path: Path
) -> None:
    log = tmp_path / "x.log"
    log.write_text(LOG)
    out: list[str] = []
    err: list[str] = []
    asked = Asked([str(tmp_path / "no.log"), str(log)])
    assert run(engine, asked, out.append, err.append) == 2
    assert len(err) == 1
    assert "no.log" in err[0]
    assert out


def test_drafts_are_sound_once_their_prose_is_written(engine: Engine, tmp_path: Path) -> None:
    ran = Ran(engine, LOG, tmp_path, folder=str(tmp_path / "drafts"))
    pages = sorted((tmp_path / "drafts").rglob("*.toml"))
    assert len(pages) == sum(line.startswith("wrote") for line in ran.err) == 3
    assert faults(tmp_path / "drafts") == ["it adds nothing to its message"] * 3
    for page in pages:
        text = page.read_text()
        assert not any(word in text for word in ("hunter", "10.0.0.", "ann@", "shop.example"))
        page.write_text(text.replace(NO_CAUSE, "The spring below the drawer has lost its force."))
    assert faults(tmp_path / "drafts") == []


def faults(folder: Path) -> list[str]:
    out: list[str] = []
    check.run([str(folder)], out.append, out.append)
    return sorted(line.split(": ", 1)[1] for line in out if ".toml:" in line)


def test_a_draft_is_never_written_over(engine: Engine, tmp_path: Path) -> None:
    folder = tmp_path / "drafts"
    Ran(engine, LOG, tmp_path, folder=str(folder))
    before = {page: page.read_text() for page in folder.rglob("*.toml")}
    again = Ran(engine, LOG, tmp_path, folder=str(folder))
    assert again.status == 2
    assert sum("is there already" in line for line in again.err) == 3
    assert {page: page.read_text() for page in folder.rglob("*.toml")} == before


# ---------------------------------------------------------------- clustering


def clustered(*texts: str, known: Entry | None = None) -> Clusters:
    clusters = Clusters()
    for text in texts:
        clusters.add(Gap(text, "x", 1, known))
    return clusters


def shapes(*texts: str) -> list[tuple[int, str]]:
    return [(each.times, each.shape) for each in clustered(*texts).clusters()]


def test_messages_that_differ_in_values_are_one() -> None:
    assert shapes("job 7 of a is late", "job 8 of b is late") == [(2, "job * of * is late")]


def test_messages_that_differ_in_words_are_two() -> None:
    assert len(shapes("job 7 is late again", "disk 7 was full today")) == 2


def test_known_messages_are_never_one_with_others(engine: Engine) -> None:
    known = engine.unexplained(Record(Text(HEAD.format(1, "ERROR", PARTIAL + "9").rstrip())))
    assert known is not None
    clusters = Clusters()
    clusters.add(Gap(PARTIAL + "9", "x", 1))
    clusters.add(Gap(PARTIAL + "8", "x", 2, known.known))
    assert [each.times for each in clusters.clusters()] == [1, 1]


WORDS = ["".join(letters) for letters in product("abcdefghijklm", repeat=3)]


def test_what_is_frequent_stays_where_there_are_too_many_kinds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clustering, "MOST_CLUSTERS", 20)
    rare = [f"{word} {word}x {word}y" for word in WORDS]
    often = ["the drawer is stuck"] * 5
    clusters = clustered(*rare[:500], *often, *rare[500:])
    kept = clusters.clusters()
    assert (kept[0].times, kept[0].shape) == (5, "the drawer is stuck")
    assert len(kept) <= 20
    assert sum(each.times for each in kept) + clusters.dropped == len(rare) + 5


def test_no_more_than_so_many_kinds_start_with_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clustering, "MOST_OF_A_SHAPE", 8)
    clusters = clustered(*(f"drawer {word}x {word}y {word}z" for word in WORDS))
    assert len(clusters.clusters()) <= 8
    assert sum(each.times for each in clusters.clusters()) + clusters.dropped == len(WORDS)


# ------------------------------------------------------------------ templates

TEMPLATES = [
    (["job 7 is late", "job 8 is late"], "job {job:int} is late"),
    (["job 7 is late", "job a1 is late"], "job {job:word} is late"),
    (["job 7 is late", "job 7.5 is late"], "job {job:number} is late"),
    (["job 'a b' is late", "job 7 is late"], "job {job:prose} is late"),
    (["login with password=12345 was refused"],
     "login with password={password:word} was refused"),
    (["no way to ann@shop.example from db-1.shop.internal (10.0.0.4)"],
     "no way to {way:word} from {host:word} ({address:word})"),
    (["open of https://wiki.shop.internal/a?token=a.b!c was refused"],
     "open of {open:word}={token:word} was refused"),
]  # fmt: skip


@pytest.mark.parametrize(("texts", "template"), TEMPLATES)
def test_a_template_takes_every_message_of_its_cluster(texts: list[str], template: str) -> None:
    (cluster,) = clustered(*texts).clusters()
    assert template_of(cluster) == template
    assert all(fits(template, text) for text in texts)
    assert fits(template, secrets.mask(texts[0], addresses=True))


@given(st.text(max_size=200))
def test_every_text_can_be_put_together_again(text: str) -> None:
    tokens = tokens_of(text)
    kept = joined(text, tuple(token or "x" for token in tokens), "*")
    assert kept.count("*") >= sum(token == "\0" for token in tokens)


@given(st.lists(st.text(alphabet="job disk 123 'a\" :,", max_size=30), max_size=20))
def test_every_message_is_counted_or_dropped_or_wordless(texts: list[str]) -> None:
    clusters = Clusters()
    for text in texts:
        clusters.add(Gap(text, "x", 1))
    counted = sum(each.times for each in clusters.clusters())
    assert counted + clusters.dropped <= len(texts)
