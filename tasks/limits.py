"""A memory limit, enforced by a child process.

`within_memory` runs work in a child process with a limited address space, because a solver written
in C++ that runs out of memory aborts its process instead of raising an error. It needs a POSIX
system, and raises PzcError elsewhere.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from ..dsl.diagnostics import PzcError

# The exit code of a child that runs out of memory.
OUT_OF_MEMORY = 3
# The signals that end a child which cannot report that it ran out of memory.
_DEADLY = ("SIGABRT", "SIGSEGV", "SIGKILL")


def within_memory(size: int, work: Callable[[], int]) -> int:
    """The exit code of work, done in a child process that may use `size` bytes of memory; 3 if it
    ran out of memory without being able to report it. Raises PzcError if the system has no limits.
    """
    try:
        import resource
    except ImportError:
        raise PzcError.at("E0508", "this system cannot limit memory") from None
    from signal import Signals

    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        code = 70
        try:
            resource.setrlimit(resource.RLIMIT_AS, (size, size))
            code = work()
            sys.stdout.flush()
        except (MemoryError, ImportError):  # too little even to tell, or to load a module
            os.write(2, b"out of memory\n")
            code = OUT_OF_MEMORY
        finally:
            os._exit(code)
    status = _wait(child)
    if os.WIFSIGNALED(status):
        if Signals(os.WTERMSIG(status)).name in _DEADLY:
            print("out of memory", file=sys.stderr)
            return OUT_OF_MEMORY
        return 128 + os.WTERMSIG(status)
    return os.WEXITSTATUS(status)


def _wait(child: int) -> int:
    """Wait for the child. Ctrl-C reaches the child as well, which reports it; wait until it
    ends."""
    import signal

    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        return os.waitpid(child, 0)[1]
    finally:
        signal.signal(signal.SIGINT, before)
