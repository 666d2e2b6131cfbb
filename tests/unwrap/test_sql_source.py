import pytest

from diagnose.model import Record
from diagnose.text import Text
from diagnose.unwrap import peel

SOURCES = [
    "insert into faq values (1, 'ERROR: relation \"orders\" does not exist');",
    "SELECT * FROM logs WHERE message LIKE '%: no space left on device%';",
    "dev=> select 'ERROR:  deadlock detected';",
    "create table t (\n  note text default 'fatal: connection refused'\n);",
    '-- this used to fail with: relation "t" does not exist',
    "/* ERROR: deadlock detected */",
    'statement error replication slot "x" does not exist',
    "query error db error: ERROR: deadlock detected",
]

MESSAGES = [
    "Create sink failed: no such table",
    "select failed: deadlock detected",
    "query failed: deadlock detected",
    "index [a] blocked by: [FORBIDDEN/12/index read-only];",
]


@pytest.mark.parametrize("source", SOURCES)
def test_source_text_says_nothing(source: str) -> None:
    assert peel(Record(Text(source))).sections == ()


@pytest.mark.parametrize("text", MESSAGES)
def test_messages_with_such_words_stay(text: str) -> None:
    assert "".join(section.text.value for section in peel(Record(Text(text))).sections)
