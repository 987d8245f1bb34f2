"""The commands of `pzc`, one module each: its arguments, and what it prints.

Each module has `declare(parser)`, which adds its arguments, `run(args)`, which returns the exit
code, and `EXAMPLES`, shown below its help. `cli` imports only the module of the command. The work
itself belongs in `tasks`. The other modules:

    arguments, suggestions   argument types; what a mistaken word may have meant
    search, drawing          load, ground and solve a puzzle; print its solutions
    batch                    many puzzles, for `solve` and `rate`
    steps_drawn              steps as pictures, for `hint` and `explain`
    implied                  implied rules, for `check`
    terminal, progress       colours, diagnostics and status lines; where the time goes
    wording                  differences of solutions
    version                  the output of `--version`
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
