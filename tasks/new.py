"""`pzc new`: write a commented spec that works, and a puzzle for it, as a start for a new one."""

from __future__ import annotations

from pathlib import Path

from ..dsl.diagnostics import PzcError
from .files import unwritable

SPEC = """\
# Solve:  pzc solve {name}.spec {name}.puzzle
# Verify: pzc verify {name}.spec {name}.puzzle SOLUTION
# Check:  pzc check {name}.spec

puzzle "{title}"
about  "Some cells hold a number: each once in every row and column, and equal ones never touch."

# A number that the puzzle file may set; 3 if it does not.
param largest : 1..9 = 3

# The board. A name that nothing declares takes its value from the puzzle's picture; used twice, it
# demands a square.
grid n x n

# The contents of the puzzle file. `some`: not every cell has a clue.
given clue : 1..largest at some cells

# What is to be found. `from clue`: where there is a clue, the same number stands.
find number : 1..largest at some cells from clue

# A condition with a name, to keep the rules short.
define holds_each_once(line) =
    all(count(number[c] = k for c in line) = 1 for k in 1..largest)

# A rule is a sentence, which is shown where it is broken, and what it means.
rule "Every row and column holds each number from 1 to {{largest}} once":
    for line in rows + columns: holds_each_once(line)

rule "Equal numbers do not touch, not even diagonally":
    for a, b in touching: number[a] != number[b]
"""

PUZZLE = """\
largest: 3

clue:
1 . . . .
. . . . .
. . . . .
. . 3 . .
2 . . . .
"""


def create(name: str, *, force: bool = False) -> tuple[Path, Path]:
    """Write NAME.spec and NAME.puzzle; return their paths.

    name: a name that `use` accepts, with or without a folder before it and `.spec` after it.
    Raises PzcError for any other name, and if a file exists and force is not set.
    """
    path = Path(name.removesuffix(".spec"))
    if not path.name.isidentifier():
        raise PzcError.at(
            "E0511",
            f"'{path.name}' is not a name for a spec",
            expected="letters, digits and _, not beginning with a digit",
        )
    spec, puzzle = path.with_suffix(".spec"), path.with_suffix(".puzzle")
    for file in (spec, puzzle):
        if file.exists() and not force:
            raise PzcError.at("E0512", f"{file} already exists", hint="--force overwrites it")
    title = path.name.replace("_", " ").strip().title() or path.name
    try:
        spec.write_text(SPEC.format(name=path.name, title=title), encoding="utf-8")
        puzzle.write_text(PUZZLE, encoding="utf-8")
    except OSError as problem:
        raise unwritable(str(problem.filename), problem) from None
    return spec, puzzle
