"""The command `pzc`, also as `python -m pzc`.

Ctrl-C ends the process quietly from its first moment on. So this module imports nothing that takes
time before it has said so, and the package itself imports nothing at all.
"""

from __future__ import annotations

import os
import signal
import sys
from time import monotonic, process_time

# When the process began: to start Python takes no time but its own.
BEGAN = monotonic() - process_time()

INTERRUPTED = 130


def run() -> None:
    """Run `pzc` with the arguments of the process, and end the process at once.

    Python would first take apart all modules and models, object by object: a tenth of the time of a
    small puzzle, seconds for a large board.
    """
    # Where Ctrl-C is ignored, in the background of a shell say, it stays ignored.
    heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heeded:
        signal.signal(signal.SIGINT, _end)
    try:
        from .cli import main

        code = main(interrupts=heeded, began=BEGAN)
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, ValueError):
                code = code or 2  # what was printed is lost
    except KeyboardInterrupt:
        code = INTERRUPTED
    if _is_observed():
        sys.exit(code)
    os._exit(code)


def _end(number: int, frame: object) -> None:
    os._exit(INTERRUPTED)


def _is_observed() -> bool:
    """Whether a profiler, debugger or coverage tool waits for the end to tell what it saw."""
    if sys.getprofile() is not None or sys.gettrace() is not None:
        return True
    monitoring = getattr(sys, "monitoring", None)  # since Python 3.12
    return monitoring is not None and any(map(monitoring.get_tool, range(6)))


if __name__ == "__main__":
    run()
