"""Sudokus: minimal ones with few clues, and ones that are hard for a search.

A solved grid at random loses digits in random order as long as it stays unique, which makes it
minimal. Hard ones are bred: two digits are put back and others taken out, and what makes pzc's
search decide more often is kept.
"""

from __future__ import annotations

from random import Random

import pzc
from pzc.backends import load
from pzc.tasks.answers import assignments

BLANK = "." * 81
SPEC = pzc.load("sudoku")
GROUNDING = SPEC.ground(BLANK)
SOLVER = load("native", GROUNDING.model)


def _solutions(digits: list[str], limit: int) -> tuple[list[str], int]:
    """At most so many solutions, and the decisions of the search for them."""
    model = GROUNDING.model
    given = {k: int(d) for k, d in enumerate(digits) if d != "."}
    SOLVER.reset(model.with_givens(given))
    before = SOLVER.statistics.decisions or 0
    found = []
    for assignment in assignments(GROUNDING, SOLVER):
        found.append("".join(map(str, assignment)))
        if len(found) == limit:
            break
    return found, (SOLVER.statistics.decisions or 0) - before


def grid(random: Random) -> str:
    """A solved grid: the boxes of the diagonal at random, the first solution, then relabelled."""
    digits = list(BLANK)
    for box in range(3):
        for k, d in enumerate(random.sample("123456789", 9)):
            digits[(3 * box + k // 3) * 9 + 3 * box + k % 3] = d
    return _solutions(digits, 1)[0][0]


def minimal(digits: list[str], random: Random) -> list[str]:
    """Take digits out, in random order, as long as there is one solution."""
    for k in random.sample(range(81), 81):
        if digits[k] != ".":
            kept, digits[k] = digits[k], "."
            if len(_solutions(digits, 2)[0]) > 1:
                digits[k] = kept
    return digits


def few_clues(random: Random, wanted: int, tries: int) -> list[str]:
    """Of so many minimal puzzles, those with the fewest clues."""
    made = ["".join(minimal(list(grid(random)), random)) for _ in range(tries)]
    made.sort(key=lambda puzzle: 81 - puzzle.count("."))
    chosen = made[:wanted]
    random.shuffle(chosen)
    return chosen


def hard(random: Random, wanted: int, steps: int) -> list[str]:
    """Each the last of so many steps of breeding."""
    out = []
    for _ in range(wanted):
        solved = grid(random)
        best = minimal(list(solved), random)
        most = _solutions(best, 2)[1]
        for _ in range(steps):
            other = list(best)
            for k in random.sample([k for k in range(81) if other[k] == "."], 3):
                other[k] = solved[k]
            other = minimal(other, random)
            decisions = _solutions(other, 2)[1]
            if decisions >= most:
                best, most = other, decisions
        out.append("".join(best))
    return out
