"""``diagnose gaps``: files in, clusters out, drafts into a folder."""

from __future__ import annotations

from diagnose import classes, secrets
from diagnose.authoring.gaps import drafting, telling
from diagnose.authoring.gaps.clustering import Clusters
from diagnose.authoring.gaps.finding import gaps
from diagnose.authoring.scaffold import write_new
from diagnose.errors import InputError
from diagnose.lean import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from diagnose.authoring.gaps.clustering import Cluster
    from diagnose.engine import Engine

FOUND, NOTHING, FAILED = 0, 1, 2


class Asked(NamedTuple):
    """What is to be looked at, and how it is to be told."""

    paths: Sequence[str]
    folder: str = ""
    """Where a draft page of each cluster is written; "" for nowhere."""
    format: str = "text"


def run(
    engine: Engine, asked: Asked, out: Callable[[str], None], err: Callable[[str], None]
) -> int:
    """Tell what fails in files and has no page; 0 something, 1 nothing, 2 a file was unreadable."""
    clusters, failed = _collected(engine, asked.paths, err)
    told = [_told(engine, cluster) for cluster in clusters.clusters()]
    in_json = asked.format != "text"
    for line in telling.as_json(told, asked.format) if in_json else telling.as_text(told):
        out(line)
    if clusters.dropped:
        err(f"warning: {clusters.dropped} messages of rare kinds were left out")
    ids: dict[str, int] = {}
    for each in told if asked.folder else ():
        failed = _draft(each, ids, asked.folder, err) or failed
    if failed:
        return FAILED
    return FOUND if told else NOTHING


def _collected(
    engine: Engine, paths: Sequence[str], err: Callable[[str], None]
) -> tuple[Clusters, bool]:
    clusters, failed = Clusters(), False
    for path in paths:
        try:
            for gap in gaps(engine, path, lambda text: err(f"warning: {text}")):
                clusters.add(gap)
        except InputError as error:
            failed = True
            err(f"error: {error}")
    return clusters, failed


def _told(engine: Engine, cluster: Cluster) -> telling.Told:
    example = cluster.example
    nearest = engine.nearest_page(example.text)
    classified = classes.classify(example.text)
    class_ = example.known.class_ if example.known else ""
    return telling.Told(
        cluster,
        class_ or (classified.name if classified else ""),
        nearest[0].id if nearest else "",
        nearest[1] if nearest else 0.0,
    )


def _draft(
    each: telling.Told, ids: dict[str, int], folder: str, err: Callable[[str], None]
) -> bool:
    """Write one draft; whether that failed. ``ids`` are those of the drafts so far."""
    entry = drafting.draft(each.cluster, each.class_)
    if entry is None:
        err(f"no draft, too few words: {secrets.mask(each.cluster.shape, addresses=True)}")
        return False
    ids[entry.id] = ids.get(entry.id, 0) + 1
    if ids[entry.id] > 1:
        entry = entry._replace(id=f"{entry.id}-{ids[entry.id]}")
    try:
        path = write_new(entry, folder)
    except InputError as error:
        err(f"error: {error}")
        return True
    err(f"wrote {path}")
    return False
