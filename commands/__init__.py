"""The commands of `pzc`, one module each: its arguments, and what it prints.

Each module has `declare(parser)`, which adds its arguments, `run(args)`, which returns the exit
code, and `EXAMPLES`, shown below its help. `cli` imports only the module of the command. The work
itself belongs in `tasks`. Shared parts: `arguments` (argument types), `search` (load, ground,
solve), `drawing` (print solutions), `terminal` (status lines), `wording` (counts in words).
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
