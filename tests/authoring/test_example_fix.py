"""Code of example fixes, with and without marks."""

from __future__ import annotations

import pytest

from diagnose.authoring.example_fix import Example, read

MARKS = [
    ("// before", "// after"),
    ("# Before:", "# After:"),
    ("-- before", "-- after"),
    ("/* before */", "/* after */"),
    ("<!-- before -->", "<!-- after -->"),
    ("// bad", "// good"),
]


@pytest.mark.parametrize(("before", "after"), MARKS)
def test_marks_of_several_languages(before: str, after: str) -> None:
    assert read(f"{before}\nold(1)\n\nold(2)\n{after}\nnew()") == Example(
        "old(1)\n\nold(2)", "new()"
    )


def test_a_mark_that_says_more_stays_in_the_code() -> None:
    assert read("// before: it races\nold()\n// after\nnew()").before == (
        "// before: it races\nold()"
    )


def test_code_without_marks_is_the_corrected_one() -> None:
    assert read("new()") == Example(after="new()")


def test_words_that_only_start_like_a_mark_are_code() -> None:
    assert read("// before\n// beforehand it was x\nold()").before == (
        "// beforehand it was x\nold()"
    )


DEFENCE = {
    "check(x)\n\nif bad(x) { return }": ("check(x)", "if bad(x) { return }", ""),
    "go()\n\nmatch x {\n\n}": ("go()", "", "match x {\n\n}"),
    "go()\n\nstop()": ("go()\n\nstop()", "", ""),
    "go()\n\nlet y = f();\n\ntry { y } catch (e) { }": (
        "go()",
        "let y = f();",
        "try { y } catch (e) { }",
    ),
}


@pytest.mark.parametrize("code", DEFENCE)
def test_defensive_code_behind_the_fix(code: str) -> None:
    found = read(f"// before\nold()\n// after\n{code}", alone=True)
    assert (found.after, found.validate, found.handle) == DEFENCE[code]


def test_sentences_behind_the_code_prevent() -> None:
    found = read("// before\na()\n// after\nb()\n\nRun it once.\nWatch the log.", alone=True)
    assert found == Example("a()", "b()", prevention="Run it once.\nWatch the log.")
