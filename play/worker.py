"""A worker: a process that answers questions, a line of JSON each, until its input ends.

    {"question": "check", "asked": {…}}  →  {…part…} … {"end": true}

It is started with a limit of memory, and ended from outside when a question takes too long. It
reads nothing but the bundled specs, among which it runs, so that no `use` reaches another file.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from contextlib import suppress
from typing import Any

from ..tasks.files import LIBRARY
from .questions import answer


def main(memory: int) -> None:
    """Answer the questions of standard input."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    os.chdir(LIBRARY)
    # What a library prints must not get among the answers.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def put(part: dict[str, Any]) -> None:
        out.write(json.dumps(part, separators=(",", ":")) + "\n")
        out.flush()

    for line in sys.stdin:
        message = json.loads(line)
        try:
            for part in answer(message["question"], message["asked"]):
                put(part)
        except MemoryError:
            put({"error": "memory"})
            break  # what is left in memory is unknown
        except Exception as problem:
            if os.environ.get("PZC_DEBUG"):
                traceback.print_exc()
            put({"error": "internal", "words": f"{type(problem).__name__}: {problem}"[:200]})
        put({"end": True})


if __name__ == "__main__":
    main(int(sys.argv[1]))
