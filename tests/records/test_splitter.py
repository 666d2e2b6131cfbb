import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diagnose.model import Line
from diagnose.records import Splitter, lines
from diagnose.records.splitter import MAX_LINE

PIECES = st.lists(
    st.sampled_from([b"a", b"\n", b"\r\n", b"\r", "é".encode(), b"\xff", b"\xe2\x82", b"\0", b" "]),
    max_size=30,
)


def values(found: list[Line]) -> list[str]:
    return [line.text.value for line in found]


def chunks(raw: bytes, cuts: list[int]) -> list[bytes]:
    edges = sorted({0, len(raw), *(cut % (len(raw) + 1) for cut in cuts)})
    return [raw[start:end] for start, end in itertools.pairwise(edges)]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"", []),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"a\n\nb", ["a", "", "b"]),
        (b"a\rb\n", ["a\rb"]),
        (b"\xef\xbb\xbfa\n", ["a"]),
        (b"a\xffb\n", ["a\ufffdb"]),
        (b"\0\0\0a\0b\n", ["a\0b"]),
        ("\ufeffé\r\nb".encode("utf-16-le"), ["é", "b"]),
        ("\ufeffé\nb\n".encode("utf-16-be"), ["é", "b"]),
        ("one\r\ntwo".encode("utf-16-le"), ["one", "two"]),
        ("one\n\u00e9\n".encode("utf-16-be"), ["one", "\u00e9"]),
        (b"\0\0\0one\nt\0o", ["one", "t\0o"]),
        ("\ufeff\u0a0a\u0d0a\n\U0001f600b".encode("utf-16-le"), ["\u0a0a\u0d0a", "\U0001f600b"]),
    ],
)
def test_cuts_and_decodes(raw: bytes, expected: list[str]) -> None:
    assert values(list(lines([raw]))) == expected


@given(PIECES, st.lists(st.integers(0, 100), max_size=6), st.booleans())
def test_any_chunking_gives_the_same_lines(
    pieces: list[bytes], cuts: list[int], wide: bool
) -> None:
    raw = b"".join(pieces)
    if wide:
        raw = b"\xff\xfe" + raw
    assert list(lines(chunks(raw, cuts))) == list(lines([raw]))


@given(PIECES)
def test_offsets_point_at_the_bytes(pieces: list[bytes]) -> None:
    raw = b"".join(pieces)
    for line in lines([raw], "f", offset=100, number=7):
        start = line.text.byte_at(0) - 100
        end = line.text.byte_at(len(line.text.value)) - 100
        assert raw[start:end].decode("utf-8", "replace") == line.text.value
        assert line.number == 7 + raw[:start].count(b"\n")


def test_offsets_in_utf16() -> None:
    raw = "\ufeffab\n\U0001f600cd".encode("utf-16-le")
    second = list(lines([raw]))[1].text
    start = second.byte_at(second.value.index("d"))
    assert raw[start : start + 2].decode("utf-16-le") == "d"


def test_a_piece_that_is_no_start_of_a_file_has_no_mark() -> None:
    (line,) = lines([b"\xff\xfea"], offset=5)
    assert line.text.value == "\ufffd\ufffda"


@pytest.mark.parametrize("size", [1, 1000, MAX_LINE * 3])
def test_a_long_line_is_cut_and_the_cut_counted(size: int) -> None:
    raw = b"first\n" + b"x" * (MAX_LINE + 10) + b"\nlast\n"
    pieces = [raw[at : at + size] for at in range(0, len(raw), size)] if size > 1 else [raw]
    splitter = Splitter()
    found = [line for piece in pieces for line in splitter.feed(piece)] + splitter.flush()
    assert values(found) == ["first", "x" * MAX_LINE, "last"]
    assert (splitter.cut_lines, splitter.cut_bytes) == (1, 10)
    assert found[2].text.byte_at(0) == raw.index(b"last")
    assert found[2].number == 3


def test_a_line_that_never_ends_takes_bounded_memory() -> None:
    splitter = Splitter()
    for _ in range(40):
        splitter.feed(b"y" * (1 << 16))
    assert sum(map(len, splitter._rest)) <= MAX_LINE + (2 << 16)
    (line,) = splitter.flush()
    assert len(line.text.value) == MAX_LINE
    assert splitter.cut_bytes == 40 * (1 << 16) - MAX_LINE


def test_a_line_end_in_utf16_may_be_cut_in_two() -> None:
    raw = "\ufeffone\ntwo".encode("utf-16-le")
    cut = raw.index(b"\n") + 1
    assert [line.text.value for line in lines([raw[:cut], raw[cut:]])] == ["one", "two"]
