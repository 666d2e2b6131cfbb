"""Messages of Java code."""

from __future__ import annotations

import pytest

from diagnose.authoring.harvest.java_sites import rows_of

CASES = [
    ('throw new BadException("no " + name + ".");', "throw", "no {name}."),
    ('throw new BadException("no " + a + b + " left", e);', "throw", "no {a}{b} left"),
    (
        'throw new BadException(String.format("%d of %s (100%%)", used.size(), x));',
        "throw",
        "{used_size:int} of {x} (100%)",
    ),
    ('LOG.error("write of {} failed", path, e);', "log-error", "write of {path} failed"),
    ('LOGGER.warn("retry of: {}", e.getMessage());', "log-warn", "retry of: {error:chain}"),
    (
        'throw Status.INTERNAL.withDescription("no such row " + id).asRuntimeException();',
        "grpc-status",
        "no such row {id}",
    ),
    ('Preconditions.checkState(a == b, "no %s of %s", x, y);', "check", "no {x} of {y}"),
    ('String errMessage = "no " + table + " here";', "string-var", "no {table} here"),
    ('throw new EException("""\n    two\n    lines""");', "throw", "two\nlines"),
]


@pytest.mark.parametrize(("code", "kind", "template"), CASES)
def test_a_message(code: str, kind: str, template: str) -> None:
    (row,) = rows_of("A.java", f"class A {{ void f() {{ {code} }} }}")
    assert (row.kind, row.template) == (kind, template)


@pytest.mark.parametrize(
    "code",
    [
        'LOG.info("not found at all");',
        'field.withDescription("must be set by hand");',
        "throw new BadException(message);",
        'throw new BadException(x ? "no such a" : "no such b");',
    ],
)
def test_no_message(code: str) -> None:
    assert list(rows_of("A.java", f"class A {{ void f() {{ {code} }} }}")) == []
