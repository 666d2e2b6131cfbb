import pytest

from diagnose.model import Record
from diagnose.text import Text
from diagnose.unwrap import peel

TEXTS = [
    (
        'Io(Os { code: 104, kind: ConnectionReset, message: "Connection reset by peer" })',
        "Io(Connection reset by peer (os error 104))",
    ),
    (
        'no: Os {\n    code: 98,\n    kind: AddrInUse,\n    message: "Address already in use",\n}',
        "no: Address already in use (os error 98)",
    ),
    (
        'Os { code: 2, kind: X, message: "gone" }, Os { code: 3, kind: Y, message: "away" }',
        "gone (os error 2), away (os error 3)",
    ),
]


@pytest.mark.parametrize(("debug", "display"), TEXTS)
def test_an_io_error_is_written_as_display_writes_it(debug: str, display: str) -> None:
    message = peel(Record(Text(debug)))
    assert message.envelopes == ("io_debug",)
    assert [section.text.value for section in message.sections] == [display]


@pytest.mark.parametrize(("debug", "display"), TEXTS)
def test_its_words_know_their_bytes(debug: str, display: str) -> None:
    (section,) = peel(Record(Text(debug))).sections
    word = next(word for word in ("reset", "already", "gone") if word in display)
    assert section.text.byte_at(display.index(word)) == debug.index(word)
