r"""How free placeholders and the end of a layer are written as regular expressions.

Each form takes linear time behind what may stand before it:

- A free placeholder looks for the run of literals and typed placeholders behind it, leftmost
  first, in an atomic group: it is searched for once. A search is linear because a try at one place
  reads nothing that a try at another place reads, but for a number of characters that the
  template alone decides. So white space is only taken from its first character on, and a typed
  placeholder either starts where its kind of characters starts, or is bounded.
- Only the last placeholder before the end stays open: the end is part of what it looks for. What
  is tried there, at every place where the run behind it fits, is bounded, or sure to fit.
- A value that is compared again further on is bounded.
"""

from __future__ import annotations

from diagnose.template.kinds import FREE, STRING, TAIL_KINDS

STRICT, OPEN, CLOSED = "strict", "open", "closed"
"""Where a layer may end: at a line's end; also before a `` key=``; also before closing brackets."""

MOST_TYPED = 64
"""Characters of a typed value where nothing says that it starts, or that is compared again."""
MOST_REPEATED = 256
"""Characters of a free value that is compared again, and of what may trail at an end."""
MOST_INSIDE = 512
"""Characters of a free value inside an optional part that is tried at many places."""

_CLOSERS = {STRICT: r" \t\r:", OPEN: r" \t\r:", CLOSED: r" \t\r:)\]}\"'`,;."}
"""What a layer's end is compared without, whatever stands there."""
_KEY = r"[A-Za-z_][\w.]*+="
_STOPS = {
    STRICT: r"(?:\Z|(?=\n))",
    OPEN: rf"(?:\Z|(?=\n)|(?<=[ \t\r])(?={_KEY}))",
    CLOSED: r"(?:\Z|(?=\n))",
}
_BEFORE_KEY = rf"(?<![ \t\r])[ \t\r]++{_KEY}"
"""White space from its first character on, and the next field."""


def end(until: str, *, may_end_in_period: bool, bounded: bool) -> str:
    """The end of a layer, with what may trail behind it; ``bounded`` where it is searched for."""
    more = "" if may_end_in_period or until == CLOSED else ".;"
    times = f"{{0,{MOST_REPEATED}}}+" if bounded else "*+"
    return f"[{_CLOSERS[until]}{more}]{times}{_STOPS[until]}"


def free(kind: str, most: int = 0) -> str:
    """A free value up to what stands behind it, of ``most`` characters where that is given."""
    times = f",{most}}}?" if most else ""
    if kind in ("word", "shell_word"):
        return rf"\S{{1{times}" if most else r"\S+?"
    anything = f".{{0{times}" if most else ".*?"
    return f"{STRING}|{anything}" if kind == "debug" else anything


def last(kind: str, until: str, most: int = 0) -> str:
    """A free value at the end of a template, without what may trail behind it."""
    if kind in TAIL_KINDS:
        return ".+" if kind == "chain" else ".*"
    one = FREE[kind] if FREE[kind] != "." else r"[^\n]"
    times = f"{{0,{most}}}" if most else "*"
    closers = rf"{_CLOSERS[until]}\n"
    if until == OPEN:
        return rf"(?:(?!{_BEFORE_KEY}){one}){times}?[^{closers}]"
    return f"{one}{times}(?<![{closers}])"


def surely(last_value: str, until: str) -> str:
    """The same, where it is tried at many places: it fits at each but where it is seen at once."""
    some = rf"(?=[{_CLOSERS[until]}]{{0,{MOST_REPEATED}}}+[^{_CLOSERS[until]}\n])"
    return f"{some}{last_value}[{_CLOSERS[until]}]*+"
