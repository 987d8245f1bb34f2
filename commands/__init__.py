"""The commands of `pzc`, one module each: its arguments, and what it prints.

Each module has `declare(parser)`, which adds its arguments, `run(args)`, which returns the exit
code, and `EXAMPLES`, shown below its help. `cli` imports only the module of the command. The work
itself belongs in `tasks`. The other modules:

    arguments, suggestions   argument types; what a mistaken word may have meant
    loaded, drawing          a puzzle that is loaded and ground; printed solutions
    batch                    many puzzles, for `solve` and `rate`
    steps_drawn              steps as pictures, for `hint` and `explain`
    implied                  implied rules, for `check`
    terminal, progress       colours, diagnostics and status lines; where the time goes
    wording                  differences of solutions; where `pzc why` says more
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


# Below the help of `pzc` and of every command.
EXIT_CODES = """\
exit codes: 0 done, solved or holds; 1 no solution, several, a broken rule, or nothing found;
2 a mistake in the spec, the puzzle or the command line; 3 out of time or memory; 70 a bug in
pzc; 130 interrupted; 141 the reader of the output closed the pipe
"""


# The commands, and what each does, in the order of the help.
COMMANDS = {
    "solve": "solve a puzzle: the first solution, all, or whether there is only one",
    "draw": "draw a puzzle, alone or solved: as text, SVG, PNG or PDF",
    "count": "count the solutions",
    "verify": "check a solution or a partial board, and name the rules that it breaks",
    "hint": "find the easiest next step from a board",
    "explain": "show all steps to the solution, and why each is right",
    "why": "say why a puzzle has no solution or several, or a board is wrong",
    "rate": "rate how hard puzzles are for a person",
    "play": "open a page in the browser to play, write specs and share puzzles",
    "generate": "make puzzles, each with one solution",
    "minimise": "remove clues as long as the solution stays unique",
    "mend": "make the smallest change that gives a draft one solution",
    "check": "check specs for mistakes",
    "compare": "compare backends on puzzles: times, work, and whether they agree",
    "compile": "print the model of a puzzle: as readable text, DIMACS or SMT-LIB",
    "list": "list the bundled specs",
    "show": "show what a spec declares, or an example puzzle",
    "new": "start a spec of your own from a commented template",
    "fmt": "format specs",
    "completion": "print a completion script for a shell",
}
