"""A worker: a process that answers questions, a line of JSON each, until its input ends.

    {"question": "check", "request": {…}}  →  {…part…} … {"end": true}

Parts also come while the next one is searched for (see `questions.Tell`).

It is started with a limit of memory, and killed from outside if a question takes too long. Its
working directory is that of the bundled specs, and it reads no other files.
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
    """Answer the questions on standard input. memory: the limit in bytes."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    os.chdir(LIBRARY)
    # Output of libraries must not mix with the answers.
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def put(part: dict[str, Any]) -> None:
        out.write(json.dumps(part, separators=(",", ":")) + "\n")
        out.flush()

    for line in sys.stdin:
        message = json.loads(line)
        try:
            for part in answer(message["question"], message["request"], put):
                put(part)
        except MemoryError:
            put({"error": "memory"})
            break  # cached objects may be inconsistent
        except Exception as problem:
            if os.environ.get("PZC_DEBUG"):
                traceback.print_exc()
            put({"error": "internal", "words": f"{type(problem).__name__}: {problem}"[:200]})
        put({"end": True})


if __name__ == "__main__":
    main(int(sys.argv[1]))
