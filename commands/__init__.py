"""The commands of `pzc`, one module each: its arguments, and what it prints.

Every module has `declare(parser)`, which adds its arguments, `run(args)`, which gives the exit
code, and `EXAMPLES`, shown below its help. `cli` imports only the module that is asked for.
"""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """What a command's exit code says."""

    OK = 0  # solved, or holds
    NO = 1  # no solution, or a broken rule
    MISTAKE = 2  # in what was given
    LIMIT = 3  # of time or memory
    INTERNAL = 70  # a bug in pzc
    INTERRUPTED = 130
    BROKEN_PIPE = 141
