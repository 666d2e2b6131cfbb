"""SARIF 2.1.0, for code scanning: one run, a result for each diagnosis."""

from __future__ import annotations

from diagnose._version import __version__
from diagnose.lean import TYPE_CHECKING
from diagnose.render import Format, Style
from diagnose.render.caveats import caveats
from diagnose.render.json_text import dumps

if TYPE_CHECKING:
    from diagnose.model import Diagnosis

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
LEVELS = {"critical": "error", "error": "error", "warning": "warning", "info": "note"}
_TOOL = {"driver": {"name": "diagnose", "version": __version__, "semanticVersion": __version__}}


def diagnosis(found: Diagnosis, style: Style) -> str:
    """One result."""
    del style
    result: dict[str, object] = {
        "ruleId": found.id,
        "level": LEVELS.get(found.severity, "error"),
        "message": {"text": _text(found)},
        "partialFingerprints": {"diagnosis/v1": found.id},
        "properties": {"diagnosis": found.to_dict()},
    }
    if found.where.file not in ("", "-"):
        result["locations"] = [{"physicalLocation": _place(found)}]
    return dumps(result)


def _text(found: Diagnosis) -> str:
    """In SARIF a plain text may hold links, ``[text](address)``: here it holds none."""
    text = "\n".join([found.title, *caveats(found), found.cause]).strip()
    return text.replace("](", "] (")


def _place(found: Diagnosis) -> dict[str, object]:
    from urllib.parse import quote

    region = {
        "startLine": found.where.line,
        "byteOffset": found.where.offset,
        "byteLength": found.where.length,
        "snippet": {"text": found.message},
    }
    uri = quote(found.where.file.encode("utf-8", "surrogateescape"))
    return {"artifactLocation": {"uri": uri}, "region": region}


FORMAT = Format(
    diagnosis,
    opening=f'{{"$schema":{dumps(SCHEMA)},"version":"2.1.0","runs":[{{"tool":{dumps(_TOOL)},"results":[\n',
    separator=",\n",
    closing="\n]}]}\n",
    folds=False,
)
