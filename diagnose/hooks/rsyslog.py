"""For rsyslog's ``mmexternal``: a line in, a line of JSON out, at once and for every line.

``python -m diagnose.hooks.rsyslog`` puts what is known of a message into ``$!diagnosis``; of a
message that nothing is known of it says ``{}``.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

from diagnose.hooks.annotation import flat
from diagnose.hooks.asking import Asker

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

LONGEST = 1 << 16


def answers(lines: BinaryIO, asker: Asker) -> Iterator[bytes]:
    r"""An answer to each line.

    >>> from io import BytesIO
    >>> list(answers(BytesIO(b"all is well\n"), Asker()))
    [b'{}\n']
    """
    for line in lines:
        found = asker.about(line[:LONGEST])
        said = {"$!": {"diagnosis": flat(found, prefix="")}} if found else {}
        yield json.dumps(said).encode() + b"\n"


def main() -> int:
    """Answer standard input until it ends."""
    asker = Asker(guesses="--guesses" in sys.argv[1:], redact="--no-redact" not in sys.argv[1:])
    asker.about(b"the first question opens the catalogue")
    try:
        for answer in answers(sys.stdin.buffer, asker):
            os.write(sys.stdout.fileno(), answer)
    except (BrokenPipeError, KeyboardInterrupt):
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
